/** Files that are no definitions, or are made to do harm: `dbmon check` tells each in words of its own, with its line, and goes on. */
import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandBench } from "./command";

const bench = commandBench();
const main = resolve(__dirname, "../../dist/cli/main.js");

const one = "alerts:\n  - { name: NAME, policy: 1, event: { categories: [x] } }\n";
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** Each file with how its first complaint goes on after its name; none where it is read. */
const files: readonly (readonly [name: string, text: string | Uint8Array, complaint: string | undefined])[] =
  [
    // Syntax.
    ["tab", "alerts:\n\t- name: A\n", ":2:1: The file is not YAML: a tab is used for indentation."],
    [
      "dash",
      "alerts:\n  - name: a\n   policy: 1\n",
      ":3:1: The file is not YAML: the indentation of this line",
    ],
    [
      "indent",
      "alerts:\n  - name: a\n    event:\n        a: 1\n      b: 2\n",
      ":5:1: The file is not YAML: the indent",
    ],
    [
      "no-colon",
      "alerts:\n  - name: a\n    policy 1\n    b: 2\n",
      ":3:5: The file is not YAML: this line is no key",
    ],
    ["no-space", "alerts:\n  - name:a\n    policy: 1\n", ":2:5: The file is not YAML: this line is no key"],
    [
      "single",
      "alerts:\n  - name: 'a\n    policy: 1\n",
      ":2:11: The file is not YAML: the text that begins here with '",
    ],
    [
      "double",
      'alerts:\n  - name: "a\n    policy: 1\n',
      ':2:11: The file is not YAML: the text that begins here with "',
    ],
    [
      "list-open",
      "alerts: [\n  {name: a}\n",
      ":1:9: The file is not YAML: the bracket that opens here is not closed",
    ],
    ["map-open", "alerts:\n  - {name: a\n  - b\n", ":2:5: The file is not YAML: the bracket that opens here"],
    ["closing", "alerts: ]\n", ':1:9: The file is not YAML: the bracket "]" closes none.'],
    ["comma", "alerts: [{name: a policy: 1}]\n", ":1:17: The file is not YAML: a comma is missing"],
    ["colon", "alerts:\n  - name: CPU: high\n", ":2:11: The file is not YAML: a second colon"],
    [
      "nested",
      "alerts:\n  - name: a\n      policy: 1\n",
      ":2:11: The file is not YAML: the line below this value",
    ],
    ["at", "alerts:\n  - name: @x\n", ':2:11: The file is not YAML: a text begins with "@"'],
    ["star", "alerts:\n  - name: *\n", ":2:11: The file is not YAML: & and * begin the name of an anchor"],
    ["anchors", "alerts: &a &b []\n", ":1:12: The file is not YAML: a value has more than one anchor"],
    [
      "escape",
      'alerts:\n  - name: "a\\qb"\n',
      ':2:13: The file is not YAML: in double quotes, "\\\\q" means nothing.',
    ],
    [
      "apostrophe",
      "alerts:\n  - name: 'it's'\n",
      ":2:15: The file is not YAML: the value has ended before this.",
    ],
    ["block", "alerts:\n  - name: >x\n      a\n", ":2:12: The file is not YAML: after | or > nothing"],
    ["inline", "alerts: - name: A\n", ":1:9: The file is not YAML: a dash begins a member"],
    ["tag", "alerts:\n  - name: !secret x\n", ':2:11: The file is not YAML: "!secret" is a tag'],
    ["include", "alerts: !include other.yaml\n", ':1:9: The file is not YAML: "!include" is a tag'],
    ["directive", "%FOO\nalerts: []\n", ":1:1: The file is not YAML: the line is a directive"],
    [
      "conflict",
      "alerts:\n<<<<<<< HEAD\n  - a\n=======\n  - b\n>>>>>>> b\n",
      ":2:1: The file is not YAML: it holds the markers",
    ],
    ["template", "alerts:\n  - name: {{ name }}\n", ":2:12: A map or a list stands where a key belongs."],
    [
      "documents",
      `${one}---\n${one}`,
      ":3:1: The file holds several YAML documents: another begins here, with ---.",
    ],
    [
      "twice",
      "alerts:\n  - name: A\n    name: B\n",
      ':3:5: The key "name" stands twice in one map, first in line 2.',
    ],
    ["no-key", "alerts:\n  - : x\n", ":2:5: A key is missing here."],
    ["bytes", "alerts:\n  - name: !!binary aGk=\n", ":2:20: This value is neither a text"],
    ["open.json", '{"alerts": [', ":1:12: The file is not JSON: the bracket that opens here"],
    ["comment.json", '// c\n{"alerts": []}', ":1:1: The file is not JSON: a comment does not begin so."],
    ["more.json", '{"alerts": []} x', ":1:16: The file is not JSON: the value has ended before this."],
    // What the file is.
    ["empty", "", ": The file is empty."],
    ["comment", "# nothing here\n", ": The file is empty."],
    ["null", "null\n", ": The file is empty."],
    ["no-list", "alerts:\n", ":1:8: field alerts: alerts has no value."],
    ["none", "alerts: []\n", ":1:9: The list of alerts is empty: the file defines none."],
    ["text", "hello\n", ":1:1: The file is a text, and has to be a map with the key alerts."],
    ["list", "- name: A\n", ":1:1: The file is a list, and has to be a map with the key alerts."],
    ["one-map", "alerts:\n  name: A\n", ":2:3: field alerts: alerts has to be a list."],
    ["bare", "name: A\npolicy: 1\n", ':1:1: field name: The file has an unknown key, "name".'],
    ["member", "alerts:\n  -\n", ":2:4: A member of the list is empty."],
    ["word", "alerts:\n  - CPU high\n", ":2:5: An alert is a map: its attributes with their values."],
    // Encodings and bytes.
    [
      "latin1",
      latin1("alerts:\n  - name: caf\xe9\n"),
      ":2:14: The file is not UTF-8: this character is in another encoding.",
    ],
    ["utf16", utf16(one), ": The file is UTF-16."],
    ["png", latin1("\x89PNG\r\n\x1a\n\0\0\0"), ": The file is no text: it holds zero bytes."],
    [
      "escapes",
      'alerts:\n  - name: "\\e[31m"\n    "\\e[2J": 1\n',
      ':2:5: "\\u001b[31m", field policy: policy is missing.',
    ],
    ["old-mac", "alerts:\r  - name: A\r    policy: x\r", ':3:13: "A", field policy: policy is the text "x"'],
    [
      "windows",
      crlf("alerts:\n  - name: A\n    policy: x\n"),
      ':3:13: "A", field policy: policy is the text "x"',
    ],
    // Made to do harm.
    [
      "brackets",
      `alerts: ${"[".repeat(100_000)}`,
      ":1:108: More than 100 maps and lists stand in one another here.",
    ],
    ["dashes", `${"- ".repeat(100_000)}x`, ":1:200: More than 100 maps and lists"],
    ["braces", "{a: ".repeat(100_000), ":1:398: More than 100 maps and lists"],
    ["questions", "? ".repeat(100_000), ":1:200: More than 100 maps and lists"],
    ["loop", "alerts: &a [*a]\n", ":1:13: The alias *a stands inside of what it means"],
    [
      "proto.json",
      '{"alerts": [], "__proto__": 1}',
      ':1:16: field __proto__: The file has an unknown key, "__proto__".',
    ],
    ["constructor.json", '{"alerts": [{"constructor": 1}]}', ":1:13: field name: name is missing."],
    // What only looks odd.
    ["mark", `\ufeff${one}`, undefined],
    ["start", `---\n${one}`, undefined],
    ["end", `${one}...\n`, undefined],
    ["end-mark", `${one}---\n`, undefined],
    [
      "old-yaml",
      `%YAML 1.1\n---\nx-d: &d { disabled: no }\n${one.replace("policy", "<<: *d, policy")}`,
      undefined,
    ],
    [
      "tabs.json",
      '{\n\t"alerts": [\n\t\t{"name": "NAME", "policy": 1, "event": {"categories": ["x"]}}\n\t]\n}',
      undefined,
    ],
    ["long", one.replace("NAME", `NAME${"x".repeat(100_000)}`), undefined],
  ];

it("each is told, or read, beside all the others", async () => {
  const named = files.map(([name, text, complaint]) => {
    const file = name.includes(".") ? name : `${name}.yaml`;
    return { file, text: typeof text === "string" ? text.replaceAll("NAME", name) : text, complaint };
  });
  mkdirSync(join(bench.folder(), "d"));
  for (const { file, text } of named) writeFileSync(join(bench.folder(), "d", file), text);
  const { code, stdout, stderr } = await bench.dbmon(["check", "d"]);
  expect(code).toBe(1);
  const first = (file: string) =>
    stdout
      .split("\n")
      .find((line) => line.includes(`: d/${file}:`))
      ?.replace(/^(error|warning): d\//, "");
  const wrong = named.filter(({ file, complaint }) =>
    complaint === undefined ? first(file) !== undefined : first(file)?.startsWith(file + complaint) !== true,
  );
  expect(wrong.map(({ file, complaint }) => ({ file, complaint, told: first(file) }))).toEqual([]);
  // Nothing of a parser's own language, and nothing that moves a terminal.
  expect(stdout + stderr).not.toMatch(
    /Invalid input|expected|Map keys|sequence|scalar|implicit|undefined|\u001b/i,
  );
});

it("a file over the limit is refused by its size, and those beside it are read", async () => {
  bench.write("d/a.yaml", one);
  truncateSync(join(bench.folder(), bench.write("d/large.yaml", "")), 100 * 1024 * 1024);
  const { code, stdout, stderr } = await bench.dbmon(["check", "d"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "1 alert read: 1 error, 0 warnings.\n" });
  expect(stdout).toBe(
    "error: d/large.yaml: The file holds 100 MiB, and at most 16 MiB are read.\n  Split it into several files of one folder.\n",
  );
});

describe("standard input, named -,", () => {
  const piped = (input: string | Uint8Array, ...args: string[]) =>
    spawnSync(process.execPath, [main, "check", ...args], { cwd: bench.folder(), input, encoding: "utf8" });

  it("is read as a file is, once", () => {
    expect(piped(one, "-", "-")).toMatchObject({
      status: 0,
      stderr: "1 alert read: 0 errors, 0 warnings.\n",
    });
    const wrong = piped('{"alerts": [{"name": 5, "policy": 1, "event": {"categories": ["x"]}}]}', "-");
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain("error: <stdin>:1:22: field name: name is 5, and has to be a text.");
  });

  it("has to hold something, and not without end", () => {
    expect(piped("", "-").stdout).toContain("<stdin>: The file is empty.");
    expect(piped("x".repeat(17 * 1024 * 1024), "-").stdout).toContain(
      "<stdin>: There is more to read, and at most 16 MiB",
    );
  });
});
