/** The rules of the plan proposal. */
import { attribute as a, type Attributes, schema, t, UNKNOWN } from "../../../src/tfplugin";
import { type CtyObject, type CtyValue, isObject } from "../../../src/tfplugin/cty/value";
import { fromHandlerValue, toHandlerValue } from "../../../src/tfplugin/schema/handler-value";
import { pathsRequiringReplace, propose } from "../../../src/tfplugin/server/propose";

const description = "";
const sample = schema({
  description,
  attributes: {
    id: a.string({ computed: true, keepOnUpdate: true, description }),
    etag: a.string({ computed: true, description }),
    name: a.string({ required: true, description }),
    color: a.string({ optional: true, computed: true, description }),
    zone: a.string({ optional: true, computed: true, replace: true, description }),
    note: a.string({ optional: true, description }),
    size: a.integer({ optional: true, default: 3, description }),
    home: a.object(
      {
        street: a.string({ required: true, replace: true, description }),
        floor: a.integer({ optional: true, default: 0, description }),
        key: a.string({ computed: true, description }),
      },
      { optional: true, description },
    ),
    doors: a.listOfObjects(
      { wood: a.string({ required: true, description }), lock: a.string({ computed: true, description }) },
      { optional: true, description },
    ),
    rooms: a.listOfObjects(
      { use: a.string({ required: true, replace: true, description }) },
      { optional: true, default: [], description },
    ),
    flags: a.list(t.boolean, { optional: true, replace: true, description }),
  },
});
const attributes: Attributes = sample.attributes;
const { attributeType } = sample;

const nothing = {
  id: null,
  etag: null,
  name: "n",
  color: null,
  zone: null,
  note: null,
  size: null,
  home: null,
  doors: null,
  rooms: null,
  flags: null,
};
const stored = { ...nothing, id: "1", etag: "e1", color: "red", zone: "z", size: 3, rooms: [] };

function object(domain: object): CtyObject {
  const value: CtyValue = fromHandlerValue(domain, attributeType);
  if (!isObject(value)) throw new Error("no object");
  return value;
}

const plan = (config: object, prior: object | null) =>
  toHandlerValue(propose(sample, object({ ...nothing, ...config }), prior && object(prior)), attributeType);

describe("a proposal", () => {
  test("for a creation has defaults and unknown computed values", () => {
    expect(plan({ home: { street: "s", floor: null, key: null } }, null)).toEqual({
      ...nothing,
      id: UNKNOWN,
      etag: UNKNOWN,
      color: UNKNOWN,
      zone: UNKNOWN,
      size: 3,
      rooms: [],
      home: { street: "s", floor: 0, key: UNKNOWN },
    });
  });

  test("without a change is the state", () => {
    expect(plan({}, stored)).toEqual(stored);
    const full = {
      ...stored,
      home: { street: "s", floor: 0, key: "k" },
      doors: [{ wood: "oak", lock: "l1" }],
      flags: [true],
    };
    const config = {
      home: { street: "s", floor: null, key: null },
      doors: [{ wood: "oak", lock: null }],
      flags: [true],
    };
    expect(plan(config, full)).toEqual(full);
  });

  test("for any change has unknown computed values, except with keepOnUpdate", () => {
    expect(plan({ note: "new" }, stored)).toEqual({
      ...stored,
      note: "new",
      id: "1",
      etag: UNKNOWN,
      color: UNKNOWN,
      zone: UNKNOWN,
    });
  });

  test("takes an optional computed value from the configuration if it is set", () => {
    expect(plan({ color: "blue" }, stored)).toMatchObject({ color: "blue", etag: UNKNOWN });
  });

  test("takes the defaults of the resource for what the configuration omits, and compares them with the state", () => {
    const planWith = (color: unknown, config: object = {}) =>
      toHandlerValue(
        propose(sample, object({ ...nothing, ...config }), object(stored), { color: color as CtyValue }),
        attributeType,
      );
    expect(planWith("red")).toEqual(stored);
    expect(planWith("blue")).toMatchObject({ color: "blue", etag: UNKNOWN });
    expect(planWith(UNKNOWN)).toMatchObject({ color: UNKNOWN, etag: UNKNOWN });
    expect(planWith("blue", { color: "red" })).toEqual(stored);
  });

  test("keeps unknown values and treats them as a change", () => {
    expect(plan({ note: UNKNOWN, size: UNKNOWN, home: UNKNOWN }, stored)).toMatchObject({
      note: UNKNOWN,
      size: UNKNOWN,
      home: UNKNOWN,
      etag: UNKNOWN,
    });
  });

  test("returns to the default or null if an argument is removed", () => {
    expect(plan({}, { ...stored, size: 9, note: "old" })).toMatchObject({ size: 3, note: null });
  });
});

describe("replacement", () => {
  const causes = (config: object, prior: object) => {
    const wanted = object({ ...nothing, ...config });
    const before = object({ ...stored, ...prior });
    return pathsRequiringReplace(attributes, [wanted, before, propose(sample, wanted, before)]);
  };
  const home = (street: string) => ({ street, floor: null, key: null });
  const lived = (street: string) => ({ street, floor: 0, key: "k" });

  test.each([
    ["nothing", {}, {}, []],
    ["a flagged attribute that is only computed anew", { note: "x" }, {}, []],
    ["a flagged optional attribute", { zone: "y" }, {}, [["zone"]]],
    ["an ordinary attribute", { note: "x" }, {}, []],
    ["a flagged attribute", { flags: [true] }, { flags: [false] }, [["flags"]]],
    ["a flagged attribute that becomes unknown", { flags: UNKNOWN }, { flags: [true] }, [["flags"]]],
    ["a flagged nested attribute", { home: home("b") }, { home: lived("a") }, [["home", "street"]]],
    ["another nested attribute", { home: { ...home("a"), floor: 2 } }, { home: lived("a") }, []],
    ["a nested object that appears", { home: home("b") }, { home: null }, [["home", "street"]]],
    ["an element of a list", { rooms: [{ use: "b" }] }, { rooms: [{ use: "a" }] }, [["rooms", 0, "use"]]],
  ])("%s", (_, config, prior, paths) => {
    expect(causes(config, prior)).toEqual(paths);
  });
});
