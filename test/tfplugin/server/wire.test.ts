/** Conversion of schemas and paths to protocol messages. */
import { attribute as a, schema, t } from "../../../src/tfplugin";
import { Schema_Object_NestingMode, StringKind } from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { toWireDiagnostics, toWirePath } from "../../../src/tfplugin/server/respond";
import { toWireSchema } from "../../../src/tfplugin/server/schemas";

const description = "Markdown.";
const sample = schema({
  description,
  attributes: {
    name: a.string({ required: true, sensitive: true, description }),
    size: a.integer({ optional: true, default: 0, description }),
    tags: a.set(t.list(t.number), { optional: true, description }),
    labels: a.list(t.string, { optional: true, description }),
    notes: a.listOfObjects(
      { text: a.string({ optional: true, default: "", description }) },
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
      version: 0,
      block: { deprecated: false, deprecationMessage: "", descriptionKind: StringKind.MARKDOWN },
    });
    expect(rulesOf(wire, "name")).toMatchObject({
      required: true,
      optional: false,
      computed: false,
      sensitive: true,
      deprecated: false,
      deprecationMessage: "",
      description,
    });
    expect(rulesOf(wire, "size")).toMatchObject({ optional: true, computed: true });
    expect(rulesOf(wire, "tags")?.type.toString()).toBe('["set",["list","number"]]');
  });

  test("has nested attributes in place of a type", () => {
    const notes = rulesOf(wire, "notes");
    expect(notes?.type).toHaveLength(0);
    expect(notes?.nestedType?.nesting).toBe(Schema_Object_NestingMode.LIST);
    expect(notes?.nestedType?.attributes).toMatchObject([{ name: "text", optional: true, computed: true }]);
  });

  test("is never computed for the provider configuration", () => {
    const own = toWireSchema(sample, true);
    expect(rulesOf(own, "size")).toMatchObject({ optional: true, computed: false });
    expect(rulesOf(own, "notes")?.nestedType?.attributes).toMatchObject([{ computed: false }]);
  });
});

describe("a path", () => {
  const attributeType = sample.attributeType;
  const name = (attributeName: string) => ({ selector: { $case: "attributeName", attributeName } });

  test.each([
    ["an attribute", ["name"], [name("name")]],
    [
      "into a list",
      ["notes", 1, "text"],
      [name("notes"), { selector: { $case: "elementKeyInt", elementKeyInt: 1 } }, name("text")],
    ],
    [
      "to an element of a list",
      ["labels", 2],
      [name("labels"), { selector: { $case: "elementKeyInt", elementKeyInt: 2 } }],
    ],
    ["into a set, as far as Terraform can go", ["tags", 0, 1], [name("tags")]],
    ["to something that does not exist", ["notes", "x"], [name("notes")]],
  ])("%s", (_, path, steps) => {
    expect(toWirePath(path, attributeType)).toEqual({ steps });
  });

  test("of a nested attribute also appears in the detail", () => {
    const problem = { severity: "error", summary: "s", detail: "d" } as const;
    const detail = (path: (string | number)[]) =>
      toWireDiagnostics([{ ...problem, path }], attributeType)[0]?.detail;
    expect(detail(["labels", 2])).toBe("d\n\nAttribute: labels[2]");
    expect(detail(["notes", 0, "text"])).toBe("d\n\nAttribute: notes[0].text");
    expect(detail(["name"])).toBe("d");
  });
});
