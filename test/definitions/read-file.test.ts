/** Text files: their encodings, sizes and errors. */
import { closeSync, openSync, truncateSync } from "node:fs";
import { readTextFile } from "../../src/definitions";
import { type Problem } from "../../src/diagnostics";
import { definitionsFolder, formatProblem } from "./definitions-folder";

const folder = definitionsFolder();
const mebibyte = 1024 * 1024;

function read(file: string, kind: "definitions" | "stack" = "definitions", size = 0) {
  const problems: Problem[] = [];
  const text = readTextFile(file, kind, size, problems);
  return { text, problems: problems.map((problem) => formatProblem(problem).replace(file, "F")) };
}

it.each([
  ["\ufeffa\ufeff: b\r\nc\rd\n", "a\ufeff: b\nc\nd\n"],
  ["", ""],
  ["\u00fe\u00ff", "\u00fe\u00ff"],
  [`x\u{1f6a8}${"y".repeat(600_000)}`, `x\u{1f6a8}${"y".repeat(600_000)}`],
])("reads UTF-8, with line feeds and without a byte order mark, %#", (content, text) => {
  expect(read(folder.write("a.yaml", content))).toEqual({ text, problems: [] });
});

it.each([
  ["a\xff\xfe", "F:1:2: The file is not valid UTF-8. Save it as UTF-8."],
  ["\xff\xfea", "F: The file is UTF-16, not UTF-8. Save it as UTF-8."],
  ["ab\n\nc\xe9d", "F:3:2: The file is not valid UTF-8. Save it as UTF-8."],
  ["\xe9", "F:1:1: The file is not valid UTF-8. Save it as UTF-8."],
  ["a\0", "F: The file is binary: it contains NUL bytes. Name a YAML or JSON file."],
])("reports the bytes %j", (bytes, problem) => {
  const file = folder.write("a.yaml", Buffer.from(bytes, "latin1"));
  expect(read(file)).toEqual({ text: undefined, problems: [problem] });
});

it.each([
  ["definitions", 16 * mebibyte, "(16 MiB, maximum: 16 MiB)", "(maximum: 16 MiB)"],
  ["stack", 128 * mebibyte, "(128 MiB, maximum: 128 MiB)", "(maximum: 128 MiB)"],
] as const)("limits the size of %s, also if the file grows", (kind, limit, known, unknown) => {
  const file = folder.write("a.yaml", "");
  const tooLarge = (size: string) =>
    `F: The file is too large ${size}. Split it into several files in one folder.`;
  expect(read(file, kind, limit + 1).problems).toEqual([tooLarge(known)]);
  expect(read(file, kind, limit)).toEqual({ text: "", problems: [] });
  truncateSync(file, limit + 1);
  expect(read(file, kind, 1).problems).toEqual([tooLarge(unknown)]);
  truncateSync(file, limit);
  expect(read(file, kind, 1).problems).toEqual([
    "F: The file is binary: it contains NUL bytes. Name a YAML or JSON file.",
  ]);
});

it("reports a file that cannot be read, and closes the others", () => {
  const nextDescriptor = () => {
    const descriptor = openSync(__filename, "r");
    closeSync(descriptor);
    return descriptor;
  };
  const before = nextDescriptor();
  const remedy = "Check the path and its permissions.";
  expect(read(folder.path("none")).problems).toEqual([
    `F: Cannot read the file: no such file or folder. ${remedy}`,
  ]);
  expect(read(folder.path("")).problems).toEqual([`F: Cannot read the file: it is a folder. ${remedy}`]);
  read(folder.write("a.yaml", "a"));
  expect(nextDescriptor()).toBe(before);
});
