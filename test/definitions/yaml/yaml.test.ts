/** The YAML of definitions: the core schema of YAML 1.2, with merge keys. */
import fc from "fast-check";
import { CORE_SCHEMA, dump, load, mergeTag } from "js-yaml";
import { parseYaml } from "../../../src/definitions";
import { type Problem } from "../../../src/diagnostics";

function parse(text: string) {
  const problems: Problem[] = [];
  const parsed = parseYaml(text, "a.yaml", problems);
  return { value: parsed?.value, places: parsed?.places, problems };
}

it.each([
  ["yes", "yes"],
  ["no", "no"],
  ["on", "on"],
  ["True", true],
  ["~", null],
  ["Null", null],
  ["0o17", 15],
  ["0x1F", 31],
  ["017", 17],
  ["+1.5e3", 1500],
  ["1_000", "1_000"],
  ["12:30", "12:30"],
  ["2026-12-24", "2026-12-24"],
  ["2026-12-24T08:00:00Z", "2026-12-24T08:00:00Z"],
  ["1e400", "1e400"],
  ["a: b: c".replace(": ", ":"), { "a:b": "c" }],
  ["'${a}'", "${a}"],
  ['"\\u0007"', "\u0007"],
  ["|-\n  a\n\n  b", "a\n\nb"],
  [">\n  a\n  b", "a b\n"],
  ["[a, 1, {b: c}]", ["a", 1, { b: "c" }]],
  ['{"<<": {a: 1}, b: 2}', { "<<": { a: 1 }, b: 2 }],
  ["? |\n  <<\n: 1", { "<<\n": 1 }],
  ["a5", "a5"],
  ["{0x10: a, 1.50: b, .inf: c}", { "0x10": "a", "1.50": "b", ".inf": "c" }],
  ["&a x", "x"],
  ["[&a x, *a, &a y, *a]", ["x", "x", "y", "y"]],
  ["{a: &a {b: 1}, c: {<<: [*a, {b: 2, d: 3}], e: 4}}", { a: { b: 1 }, c: { e: 4, b: 1, d: 3 } }],
  ["a: [b\n]\nc: {d: 1\n}\n", { a: ["b"], c: { d: 1 } }],
  ["- a: &x [b,\n\n# c\nd e\nf] # g\n  h: *x\n", [{ a: ["b", "d e f"], h: ["b", "d e f"] }]],
  ["a: \"b\nc \\\n  d\n\n e\\n\"\nf: 'it''s\n# no\n'\n", { a: "b c d\ne\n", f: "it's # no " }],
  ["a: [b # c\n, 'd # e\nf', \"]\n[\" # ]\n]\n", { a: ["b", "d # e f", "] ["] }],
  ["a:\n  - [b,\tc]\n  - {\n\td: 'e\tf'\n\t}\n", { a: [["b", "c"], { d: "e\tf" }] }],
  [
    "a: |\n  [b\n  c: 'd\ne: [f\n]\ng: h\n  [i\n  ]\nj: 'k\nl'\n",
    { a: "[b\nc: 'd\n", e: ["f"], g: "h [i ]", j: "k l" },
  ],
  ['{"__proto__": 1, 5: x, true: y}', JSON.parse('{"__proto__": 1, "5": "x", "true": "y"}')],
])("reads %j", (text, value) => {
  expect(parse(text)).toMatchObject({ problems: [] });
  expect(parse(text).value).toStrictEqual(value);
});

const schema = CORE_SCHEMA.withTags(mergeTag);

const merged = `x-a: &a { b: 1, c: [&d x, *d] }
alerts:
  - <<: *a
    b: 2
  -
  - "q": 'it''s'
    <<: [{ e: 1 }, *a]
    empty: # comment
    block: |
      text
`;

it("gives each value and key its place", () => {
  const { value, places, problems } = parse(merged);
  expect(problems).toEqual([]);
  expect(value).toEqual(load(merged, { schema }));
  const at = (...path: (string | number)[]) =>
    [places?.ofKey(path), places?.ofValue(path)].map((place) => `${place?.line ?? 0}:${place?.column ?? 0}`);
  expect(at()).toEqual(["1:1", "1:1"]);
  expect(at("alerts", 0)).toEqual(["3:5", "3:5"]);
  expect(at("alerts", 0, "b")).toEqual(["4:5", "4:8"]);
  expect(at("alerts", 0, "c", 1)).toEqual(["1:27", "1:27"]);
  expect(at("alerts", 0, "none", 1)).toEqual(["3:5", "3:5"]);
  expect(at("alerts", 1)).toEqual(["5:4", "5:4"]);
  expect(at("alerts", 2, "q")).toEqual(["6:5", "6:10"]);
  expect(at("alerts", 2, "e")).toEqual(["7:12", "7:15"]);
  expect(at("alerts", 2, "b")).toEqual(["1:11", "1:14"]);
  expect(at("alerts", 2, "empty")).toEqual(["8:5", "8:12"]);
  expect(at("alerts", 2, "block")).toEqual(["9:5", "9:12"]);
});

it.each([
  ["a: |\n  x\n", "1:4"],
  ["a: >-  # comment\n  x\n", "1:4"],
  ["a: |2+\n   x\n", "1:4"],
  ["a: | \t\n  x", "1:4"],
  ["- |\n  |\n", "1:3"],
  ["'| a': |\n  x\n", "1:8"],
  ["a: >\n\n\n  x\n", "1:4"],
  ["a: &x |\n  x\n", "1:7"],
  ["a: &x\n  b\n", "2:3"],
  ["a: &x [b]\n", "1:7"],
  ["a: &x {b: c}\n", "1:7"],
  ['"a": "b"\n', "1:6"],
  ["a: &x\nb: 1\n", "1:6"],
  ["a: &x\n-b: 1\n", "1:6"],
  ["a: &x # c\nb: 1\n", "1:6"],
  ["- &x\n- b\n", "1:5"],
  ["a:   # c\nb: 1\n", "1:6"],
  ["{a: , b: 1}\n", "1:5"],
  ["['a',]: 1\n- \n", "1:1"],
  ["- 'x': 1\n- \n", "1:3"],
  ["-   # c\n- b\n", "1:5"],
  ["- [a]\n-\n", "1:3"],
  ["? a\n", "1:4"],
  ["a: &x b\nc: *x\n", "1:7"],
])("the first value of %j is at %s", (text, expected) => {
  const { value, places } = parse(text);
  const [step = ""] = Array.isArray(value) ? [0] : Object.keys(value ?? {});
  const place = places?.ofValue([step]);
  expect(`${place?.line ?? 1}:${place?.column ?? 1}`).toBe(expected);
});

it("a value without an event is after its key or dash", () => {
  const { places } = parse("a: [{b: }, ['x', ]]\nc: {'d': }\ne:\n  -\n  - f: [g]\n    h:\n");
  const at = (...path: (string | number)[]) => {
    const place = places?.ofValue(path);
    return `${place?.line ?? 0}:${place?.column ?? 0}`;
  };
  expect([at("a", 0, "b"), at("c", "d"), at("e", 0), at("e", 1, "h")]).toEqual(["1:9", "2:10", "4:4", "6:7"]);
});

it("an empty text has the file as its place", () => {
  const { value, places, problems } = parse("# nothing\n");
  expect({ value, problems }).toEqual({ value: undefined, problems: [] });
  expect([places?.ofValue(["a"]), places?.ofKey(["a"])]).toEqual([{ file: "a.yaml" }, { file: "a.yaml" }]);
});

it("reads what the library reads", () => {
  const scalars = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const values = fc.object({ values: [scalars], maxDepth: 3, withNullPrototype: false });
  fc.assert(
    fc.property(values, fc.constantFrom(-1, 0, 2), (value, flowLevel) => {
      const text = dump(value, { flowLevel, schema });
      const { value: read, problems } = parse(text);
      expect(problems).toEqual([]);
      expect(read ?? {}).toEqual(load(text, { schema }));
    }),
  );
});
