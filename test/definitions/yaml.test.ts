/** The YAML of definitions: the core schema of YAML 1.2, with merge keys. */
import { CORE_SCHEMA, dump, load, mergeTag } from "js-yaml";
import fc from "fast-check";
import { parseYaml } from "../../src/definitions";
import { type Problem } from "../../src/diagnostics";

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
