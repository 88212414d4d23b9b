/** Conversion of schemas and paths to protocol messages. */
import { attribute as a, schema, t } from "../../../src/tfplugin";
import { objectTypeOf } from "../../../src/tfplugin/schema/attribute";
import { toWireDiagnostics, toWirePath } from "../../../src/tfplugin/server/wire-diagnostics";
import { toWireConfigSchema, toWireSchema } from "../../../src/tfplugin/server/schemas";
import { Schema_Object_NestingMode, StringKind } from "../../../src/tfplugin/protocol/generated/tfplugin6";

const description = "Markdown.";
const sample = schema({
  version: 4,
  description,
  deprecated: "Use another.",
  attributes: {
    name: a.string({ required: true, sensitive: true, deprecated: "Use another.", description }),
    size: a.integer({ optional: true, default: 0, description }),
    tags: a.set(t.object({ key: t.string, weight: t.number }), { optional: true, description }),
    labels: a.mapOfObjects(
      { text: a.string({ optional: true, default: "", description }) },
      { optional: true, description },
    ),
    notes: a.listOfObjects(
      { text: a.string({ required: true, description }) },
      { optional: true, description },
    ),
  },
});

const rulesOf = (wire: ReturnType<typeof toWireSchema>, name: string) =>
  wire.block?.attributes.find((one) => one.name === name);

describe("a schema's message", () => {
  const wire = toWireSchema(sample);

  test("has the flags, the type and the description of each attribute", () => {
    expect(wire).toMatchObject({
      version: 4,
      block: {
        deprecated: true,
        deprecationMessage: "Use another.",
        descriptionKind: StringKind.MARKDOWN,
      },
    });
    expect(rulesOf(wire, "name")).toMatchObject({
      required: true,
      optional: false,
      computed: false,
      sensitive: true,
      deprecated: true,
      deprecationMessage: "Use another.",
      description,
    });
    expect(rulesOf(wire, "size")).toMatchObject({ optional: true, computed: true });
    expect(rulesOf(wire, "tags")?.type.toString()).toBe(
      '["set",["object",{"key":"string","weight":"number"}]]',
    );
  });

  test("has nested attributes in place of a type", () => {
    const labels = rulesOf(wire, "labels");
    expect(labels?.type).toHaveLength(0);
    expect(labels?.nestedType?.nesting).toBe(Schema_Object_NestingMode.MAP);
    expect(labels?.nestedType?.attributes).toMatchObject([{ name: "text", optional: true, computed: true }]);
  });

  test("is never computed for the provider configuration", () => {
    const own = toWireConfigSchema(sample);
    expect(rulesOf(own, "size")).toMatchObject({ optional: true, computed: false });
    expect(rulesOf(own, "labels")?.nestedType?.attributes).toMatchObject([{ computed: false }]);
  });
});

describe("a path", () => {
  const attributeType = objectTypeOf(sample.attributes);
  const name = (attributeName: string) => ({ selector: { $case: "attributeName", attributeName } });

  test.each([
    ["an attribute", ["name"], [name("name")]],
    [
      "into a list",
      ["notes", 1, "text"],
      [name("notes"), { selector: { $case: "elementKeyInt", elementKeyInt: 1 } }, name("text")],
    ],
    [
      "into a map",
      ["labels", "a", "text"],
      [name("labels"), { selector: { $case: "elementKeyString", elementKeyString: "a" } }, name("text")],
    ],
    ["into a set, as far as Terraform can go", ["tags", 0, "key"], [name("tags")]],
    ["to something that does not exist", ["notes", "x"], [name("notes")]],
  ])("%s", (_, path, steps) => {
    expect(toWirePath(path, attributeType)).toEqual({ steps });
  });

  test("of a nested attribute also appears in the detail", () => {
    const problem = { severity: "error", summary: "s", detail: "d" } as const;
    const detail = (path: (string | number)[]) =>
      toWireDiagnostics([{ ...problem, path }], attributeType)[0]?.detail;
    expect(detail(["labels", "a b", "text"])).toBe('d\n\nAttribute: labels["a b"].text');
    expect(detail(["notes", 0])).toBe("d\n\nAttribute: notes[0]");
    expect(detail(["name"])).toBe("d");
  });
});
