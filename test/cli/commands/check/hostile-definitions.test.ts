/** `dbmon check` reports invalid and malicious files with their lines, and continues with the other files. */
import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench } from "../../../support/command";
import { dbmonCommand } from "../../../support/programs";

const bench = commandBench();

const one = "alerts:\n  - { name: NAME, policy: 1, disabled: true, event: { categories: [x] } }\n";
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** Files with the start of their first problem after the file name. Undefined for a valid file. */
const files: readonly (readonly [name: string, text: string | Uint8Array, problem: string | undefined])[] = [
  // Syntax.
  ["tab", "alerts:\n\t- name: A\n", ":2:1: Invalid YAML: a tab is used for indentation."],
  [
    "dash",
    "alerts:\n  - name: a\n   policy: 1\n",
    ":3:4: Invalid YAML: this line does not fit the lines above it.",
  ],
  ["indent", "alerts:\n  - name: a\n    event:\n        a: 1\n      b: 2\n", ":5:7: Invalid YAML: this line"],
  [
    "no-colon",
    "alerts:\n  - name: a\n    policy 1\n    b: 2\n",
    ":3:5: Invalid YAML: this line is not a key",
  ],
  ["no-space", "alerts:\n  - name:a\n    policy: 1\n", ":2:5: Invalid YAML: this line is not a key"],
  [
    "single",
    "alerts:\n  - name: 'a\n    policy: 1\n",
    ":2:11: Invalid YAML: the string that starts here with '",
  ],
  [
    "double",
    'alerts:\n  - name: "a\n    policy: 1\n',
    ':2:11: Invalid YAML: the string that starts here with "',
  ],
  ["list-open", "alerts: [\n  {name: a}\n", ":1:9: Invalid YAML: the bracket that opens here is not closed"],
  ["map-open", "alerts:\n  - {name: a\n  - b\n", ":2:5: Invalid YAML: the bracket that opens here"],
  ["closing", "alerts: ]\n", ':1:9: Invalid YAML: the bracket "]" has no opening bracket.'],
  ["comma", "alerts: [{name: a policy: 1}]\n", ":1:17: Invalid YAML: a comma is missing"],
  ["colon", "alerts:\n  - name: CPU: high\n", ":2:11: Invalid YAML: the line has a second colon"],
  [
    "nested",
    "alerts:\n  - name: a\n      policy: 1\n",
    ":2:11: Invalid YAML: this line is not a key with a value, or the line below it",
  ],
  ["at", "alerts:\n  - name: @x\n", ':2:11: Invalid YAML: a string starts with "@"'],
  ["star", "alerts:\n  - name: *\n", ':2:11: Invalid YAML: a string starts with "*", which is reserved'],
  ["anchors", "alerts: &a &b []\n", ":1:12: Invalid YAML: the value ended before this character"],
  [
    "escape",
    'alerts:\n  - name: "a\\qb"\n',
    ':2:13: Invalid YAML: "\\\\q" is not a valid escape in double quotes.',
  ],
  [
    "apostrophe",
    "alerts:\n  - name: 'it's'\n",
    ":2:15: Invalid YAML: the value ended before this character.",
  ],
  ["block", "alerts:\n  - name: >x\n      a\n", ":2:12: Invalid YAML: the value ended before this character"],
  ["inline", "alerts: - name: A\n", ":1:9: Invalid YAML: a sequence starts on the same line as its key"],
  ["tag", "alerts:\n  - name: !secret x\n", ':2:11: Invalid YAML: "!secret" is a tag'],
  ["include", "alerts: !include other.yaml\n", ':1:9: Invalid YAML: "!include" is a tag'],
  ["old-yaml", `%YAML 1.1\n---\n${one}`, ":1:1: Invalid YAML: the line is not a directive of YAML 1.2."],
  [
    "bell",
    "alerts:\n  - name: A\u0007\n",
    ":2:12: Invalid YAML: the file contains the control character U+0007.",
  ],
  ["bell-comment", "# \u0007\nalerts: []\n", ":1:3: Invalid YAML: the file contains the control character"],
  [
    "delete",
    'alerts:\n  - name: "A\u007f"\n',
    ":2:13: Invalid YAML: the file contains the control character U+007F.",
  ],
  [
    "c1",
    "alerts:\n  - name: |\n      \u009b\n",
    ":3:7: Invalid YAML: the file contains the control character U+009B.",
  ],
  [
    "bell.json",
    '{"alerts": ["\u0007"]}',
    ":1:14: Invalid JSON: the file contains the control character U+0007.",
  ],
  [
    "value",
    "alerts:\n  - hosts: [${host}, b]\n",
    ":2:13: Invalid YAML: ${host} in brackets is not in quotes.",
  ],
  ["value-map", "alerts: [{ policy: ${p} }]\n", ":1:20: Invalid YAML: ${p} in brackets is not in quotes."],
  [
    "many",
    `alerts: [${"1,".repeat(2_100_000)}]\n`,
    ":1:1: The file has more than 2,000,000 keys, values and lines.",
  ],
  [
    "unclosed.json",
    `{\n  "alerts": [\n${'    { "name": "A", "policy": 1 },\n'.repeat(20_000)}`,
    ":2:13: Invalid JSON: the bracket that opens here",
  ],
  [
    "block-quotes",
    "alerts:\n  - annotations: |\n      it's [a\n      - \"b\n    hosts: [a\n    policy: 1\n",
    ":5:12: Invalid YAML: the bracket that opens",
  ],
  ["directive", "%FOO\nalerts: []\n", ":1:1: Invalid YAML: the line is not a directive of YAML 1.2"],
  [
    "conflict",
    "alerts:\n<<<<<<< HEAD\n  - a\n=======\n  - b\n>>>>>>> b\n",
    ":2:1: Invalid YAML: the file contains merge conflict markers",
  ],
  [
    "template",
    "alerts:\n  - name: {{ name }}\n",
    ":2:12: A key must be a string, not a mapping or a sequence.",
  ],
  [
    "documents",
    `${one}---\n${one}`,
    ":3:1: The file has more than one YAML document. The next one starts here.",
  ],
  ["twice", "alerts:\n  - name: A\n    name: B\n", ':3:5: Duplicate key "name", first defined on line 2.'],
  ["no-key", "alerts:\n  - : x\n", ":2:5: The key is empty."],
  ["bytes", "alerts:\n  - name: !!binary aGk=\n", ':2:11: Invalid YAML: "!!binary" is a tag'],
  ["open.json", '{"alerts": [', ":1:12: Invalid JSON: the bracket that opens here"],
  ["comment.json", '// c\n{"alerts": []}', ":1:1: Invalid JSON: a comment must start with #."],
  ["more.json", '{"alerts": []} x', ":1:16: Invalid JSON: the value ended before this character."],
  // Structure.
  ["empty", "", ": The file is empty."],
  ["comment", "# nothing here\n", ": The file is empty."],
  ["null", "null\n", ": The file is empty."],
  ["no-list", "alerts:\n", ":1:8: alerts is null."],
  ["none", "alerts: []\n", ":1:9: The sequence alerts is empty."],
  ["text", "hello\n", ':1:1: The top level must be a mapping, not the string "hello".'],
  ["list", "- name: A\n", ":1:1: The top level must be a mapping, not a sequence."],
  ["one-map", "alerts:\n  name: A\n", ":2:3: alerts must be a sequence, not a mapping."],
  ["bare", "name: A\npolicy: 1\n", ":1:1: Unknown top-level key name."],
  ["member", "alerts:\n  -\n", ":2:4: An alert must be a mapping, not null."],
  ["word", "alerts:\n  - CPU high\n", ':2:5: An alert must be a mapping, not the string "CPU high".'],
  // Encodings and bytes.
  ["latin1", latin1("alerts:\n  - name: caf\xe9\n"), ":2:14: The file is not valid UTF-8."],
  ["utf16", utf16(one), ": The file is UTF-16, not UTF-8."],
  ["png", latin1("\x89PNG\r\n\x1a\n\0\0\0"), ": The file is binary: it contains NUL bytes."],
  [
    "escapes",
    'alerts:\n  - name: "\\e[31m"\n    "\\e[2J": 1\n',
    ':2:5: "\\u001b[31m": Missing required key policy.',
  ],
  [
    "old-mac",
    "alerts:\r  - name: A\r    policy: '1'\r",
    ':3:13: "A": policy must be a name or an ID, not the string "1"',
  ],
  [
    "windows",
    crlf("alerts:\n  - name: A\n    policy: '1'\n"),
    ':3:13: "A": policy must be a name or an ID, not the string "1"',
  ],
  // Malicious.
  [
    "brackets",
    `alerts: ${"[".repeat(100_000)}`,
    ":1:108: Mappings and sequences are nested more than 100 levels deep.",
  ],
  ["dashes", `${"- ".repeat(100_000)}x`, ":1:201: Mappings and sequences are nested more than 100 levels"],
  ["braces", "{a: ".repeat(100_000), ":1:394: Mappings and sequences are nested more than 100 levels"],
  ["questions", "? ".repeat(100_000), ":1:200: Mappings and sequences are nested more than 100 levels"],
  ["loop", "alerts: &a [*a]\n", ":1:13: The alias *a is inside the value that it refers to."],
  ["proto.json", '{"alerts": [], "__proto__": 1}', ":1:16: Unknown top-level key __proto__."],
  ["constructor.json", '{"alerts": [{"constructor": 1}]}', ":1:13: Missing required key name."],
  // Unusual but valid.
  ["mark", `\ufeff${one}`, undefined],
  ["start", `---\n${one}`, undefined],
  ["end", `${one}...\n`, undefined],
  ["end-mark", `${one}---\n`, undefined],
  [
    "tabs.json",
    '{\n\t"alerts": [\n\t\t{"name": "NAME", "policy": 1, "destinations": [1], "event": {"categories": ["x"]}}\n\t]\n}',
    undefined,
  ],
  ["long", one.replace("NAME", `NAME${"x".repeat(100_000)}`), undefined],
];

it("each file is reported or read, independently of the others", async () => {
  const named = files.map(([name, text, problem]) => {
    const file = name.includes(".") ? name : `${name}.yaml`;
    return { file, text: typeof text === "string" ? text.replaceAll("NAME", name) : text, problem };
  });
  mkdirSync(join(bench.folder(), "d"));
  for (const { file, text } of named) writeFileSync(join(bench.folder(), "d", file), text);
  const { code, stdout, stderr } = await bench.dbmon(["check", "d"]);
  expect(code).toBe(1);
  const linesOf = (file: string) =>
    stdout
      .split("\n")
      .filter((line) => line.includes(`: d/${file}:`))
      .map((line) => line.replace(/^(error|warning): d\//, ""));
  const wrong = named.filter(({ file, problem }) =>
    problem === undefined
      ? linesOf(file).length > 0
      : !linesOf(file).some((line) => line.startsWith(file + problem)),
  );
  expect(wrong.map(({ file, problem }) => ({ file, problem, actual: linesOf(file) }))).toEqual([]);
  // No messages of the parsers, and no terminal control sequences.
  expect(stdout + stderr).not.toMatch(
    /Invalid input|expected|Map keys|block sequence|sequence item|flow sequence|scalar|implicit|undefined|\u001b/i,
  );
});

it("a file over the size limit is rejected, and other files are read", async () => {
  bench.write("d/a.yaml", one);
  truncateSync(join(bench.folder(), bench.write("d/large.yaml", "")), 100 * 1024 * 1024);
  const { code, stdout, stderr } = await bench.dbmon(["check", "d"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "1 alert checked: 1 error, 0 warnings.\n" });
  expect(stdout).toBe(
    "error: d/large.yaml: The file is too large (100 MiB, maximum: 16 MiB).\n  Split it into several files in one folder.\n",
  );
});

describe("standard input (-)", () => {
  const piped = (input: string | Uint8Array, ...args: string[]) =>
    spawnSync(...dbmonCommand("check", ...args), { cwd: bench.folder(), input, encoding: "utf8" });

  it("is read once, like a file", () => {
    expect(piped(one, "-", "-")).toMatchObject({
      status: 0,
      stderr: "1 alert checked: 0 errors, 0 warnings.\n",
    });
    const wrong = piped('{"alerts": [{"name": 5, "policy": 1, "event": {"categories": ["x"]}}]}', "-");
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain("error: <stdin>:1:22: name must be a string, not 5.");
  });

  it("is rejected if it has the events of terraform plan -json", () => {
    const event = (message: string) =>
      `{"@level":"info","@message":"${message}","@module":"terraform.ui","type":"version"}\n`;
    const { status, stdout } = piped(event("Terraform 1.14.0") + event("Plan: 1 to add"), "-");
    expect(status).toBe(1);
    expect(stdout).toBe(
      "error: <stdin>: This is a stream of events of `terraform plan -json`, not a plan.\n" +
        "  Run `terraform show -json plan.out > plan.json`, and name plan.json.\n",
    );
  });

  it("is rejected if it is empty or too large", () => {
    expect(piped("", "-").stdout).toContain("<stdin>: The file is empty.");
    expect(piped("x".repeat(17 * 1024 * 1024), "-").stdout).toContain(
      "<stdin>: The file is too large (maximum: 16 MiB).",
    );
  });
});
