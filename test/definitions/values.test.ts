/** Values, environments and overrides: the resolved alerts as a definitions file, or the problems. */
import {
  type DefinitionScope,
  expandDocument,
  formatDefinitions,
  noEnvironments,
  parseDefinitionsFile,
  parseYaml,
  readDefinitionSources,
  resolveDefinitions,
  valueNamesOf,
} from "../../src/definitions";
import { type Problem } from "../../src/diagnostics";
import { definitionsFolder, formatProblem, readCases } from "./definitions-folder";

const folder = definitionsFolder();

const valueAt = (value: string | number | boolean, column: number) => ({
  value,
  text: String(value),
  place: { file: "dbmon.yaml", line: 9, column },
});

const scope: DefinitionScope = {
  environment: "staging",
  environmentNames: ["staging", "production-eu", "production-us"],
  values: new Map([
    ["pager", valueAt("DBA mail", 5)],
    ["limit", valueAt(60, 20)],
    ["flag", valueAt(true, 30)],
    ["word", valueAt("fast", 40)],
    ["a-b_1", valueAt("dash", 50)],
  ]),
};

const eventAlert = (lines: string) =>
  `alerts:\n  - name: A\n    policy: 1\n    event: { categories: [deploy] }\n${lines}`;
const thresholdAlert = (lines: string) =>
  `alerts:\n  - name: A\n    policy: 1\n    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 5, duration: 2, reset: 4 }\n${lines}`;

function resolve(text: string, selected: DefinitionScope): string | string[] {
  const { alerts, problems } = parseDefinitionsFile(text, "a.yaml", selected);
  if (problems.length === 0) return formatDefinitions(alerts.map((definition) => ({ definition })));
  return problems.map((problem) => formatProblem(problem).replace("a.yaml:", ""));
}

const scopes: Readonly<Record<string, DefinitionScope>> = {
  "no environments": noEnvironments,
  "no values": { ...scope, values: new Map() },
  unselected: { ...scope, environment: undefined },
};

type Row = [
  text: string | { readonly event: string } | { readonly threshold: string },
  expected: string | string[],
  scope?: string,
];

it.each(readCases<Row>("values"))(
  "row %# of values.json gives its alerts or problems: %j",
  (lines, expected, name = "") => {
    const text =
      typeof lines === "string"
        ? lines
        : "event" in lines
          ? eventAlert(lines.event)
          : thresholdAlert(lines.threshold);
    expect(resolve(text, scopes[name] ?? scope)).toEqual(expected);
  },
);

it("the strings of a file that values expand are limited", () => {
  const long = { ...scope, values: new Map([["long", valueAt("x".repeat(16 * 1024 * 1024), 1)]]) };
  const text = (count: number) => eventAlert(`    annotations: "${"${long}".repeat(count)}"\n`);
  const problemsOf = (definitions: string) => {
    return parseDefinitionsFile(definitions, "a.yaml", long).problems.map(formatProblem);
  };
  const limited = "The values expand the strings of the file to more than 64 million characters.";
  const expected = `a.yaml:5:18: "A", field annotations: ${limited} Use shorter values, or split the file.`;
  expect(problemsOf(text(5))).toEqual([expected]);
  expect(problemsOf(text(4))).toEqual([]);
  const twice = text(3) + text(2).replace("alerts:\n", "").replace("name: A", "name: B");
  expect(problemsOf(twice)).toEqual([expected.replace("5:", "9:").replace('"A"', '"B"')]);
});

it("values are resolved at any depth that a file can have", () => {
  const nested = (depth: number) =>
    eventAlert(`    annotations: ${"[".repeat(depth)}"\${nope}"${"]".repeat(depth)}\n`);
  expect(resolve(nested(90), scope)).toEqual([expect.stringContaining('The value "nope" is not defined')]);
});

function expand(text: string) {
  const problems: Problem[] = [];
  const parsed = parseYaml(text, "a.yaml", problems);
  const expanded = parsed && expandDocument(parsed, scope, problems);
  return { ...expanded, problems: problems.map(formatProblem) };
}

it("values are replaced in the strings and keys of a document", () => {
  const text = '"${word}": { x: ["${limit}", 5], "${limit}": [2, true] }\n"$${word}": null\n';
  const { value, places, problems } = expand(text);
  expect(problems).toEqual([]);
  expect(value).toEqual({ fast: { x: [60, 5], "60": [2, true] }, "${word}": null });
  const paths = [["fast"], ["fast", "60", 1], ["fast", "x", 0], ["${word}"], ["none"]];
  expect(paths.map((path) => places?.ofValue(path).column)).toEqual([12, 50, 18, 13, 1]);
  expect(paths.map((path) => places?.ofKey(path).column)).toEqual([1, 50, 18, 1, 1]);
  expect(expand("a: b\n").places?.ofKey(["a"])).toEqual({ file: "a.yaml", line: 1, column: 1 });
});

it("problems with values have their places in the file", () => {
  const text = '"${word}": 1\nfast: "${nope}"\nc: { "${word}": { "${limit}": "${1}" } }\n"${}": [{}]\n';
  expect(expand(text)).toEqual({
    problems: [
      'a.yaml:2:1: field fast: Duplicate key "fast" after its values are replaced. Remove one of them.',
      'a.yaml:2:7: field fast: The value "nope" is not defined. Add it to the values of the environment in dbmon.yaml, or write a literal ${ as $${. Available: "a-b_1", "flag", "limit", "pager", "word".',
      'a.yaml:3:31: field c.fast.60: The text contains "${1}", which is not the name of a value. Write a value as ${name}, with letters, digits, _ and -. Write a literal ${ as $${.',
      'a.yaml:4:1: field "${}": The text contains "${}", which is not the name of a value. Write a value as ${name}, with letters, digits, _ and -. Write a literal ${ as $${.',
    ],
  });
});

it("valueNamesOf returns the names of all values that the sources use", () => {
  folder.write(
    "a.yaml",
    `x-shared: &s ["\${limit}"]\n${eventAlert("    destinations: *s\n    hosts: *s\n")}`,
  );
  folder.write("b.yaml", eventAlert('    "${key}": "$${no} ${word}${nope}"\n    annotations: "${1}"\n'));
  folder.write("s/cdk.tf.json", '{"resource": {"dbmon_alert": {"a": {"name": "${stack}"}}}}');
  const sources = readDefinitionSources(["a.yaml", "b.yaml", "s"].map(folder.path));
  expect([...valueNamesOf(sources)]).toEqual(["limit", "word", "nope"]);
});

it("alerts with errors are listed by their resolved names", () => {
  const text = eventAlert(
    '    disabled: maybe\n  - name: "${word} B"\n    event: {}\n  - { name: "${nope}" }\n  - 5\n',
  );
  folder.write("a.yaml", text);
  const { alerts, invalidAlerts, problems } = resolveDefinitions(
    readDefinitionSources([folder.path("a.yaml")]),
    scope,
  );
  expect(alerts).toEqual([]);
  expect(invalidAlerts.flatMap((invalid) => invalid.problems)).toEqual(problems);
  expect(invalidAlerts.map(({ name, place, problems }) => [name, place.line, problems.length])).toEqual([
    ["A", 2, 1],
    ["fast B", 6, 2],
    ["${nope}", 8, 1],
    [undefined, 9, 1],
  ]);
});

it("definitions with the same name in separate environments are separate alerts", () => {
  const both = `${eventAlert("    environments: [staging]\n")}  - { name: A, policy: 2, event: { categories: [x] }, environments: ["production-*"] }\n`;
  expect(resolve(both, scope)).toContain("policy: 1");
  expect(resolve(both, { ...scope, environment: "production-eu" })).toContain("policy: 2");
});
