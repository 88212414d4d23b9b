/** The lint rule against names with two meanings: which exports of src/ it reports. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(__dirname, "../..");
const rule = pathToFileURL(join(root, "scripts/eslint/one-meaning-per-name.mjs")).href;
const config = `
import { oneMeaningPerName } from ${JSON.stringify(rule)};
export default [
  {
    files: ["src/**/*.js"],
    plugins: { dbmon: { rules: { "one-meaning-per-name": oneMeaningPerName } } },
    rules: { "dbmon/one-meaning-per-name": "error" },
  },
];
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "one-meaning-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The reports as "FILE:LINE: MESSAGE". Of two files with one name, the one that ESLint happens to read last has the report. */
function lint(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries({ ...files, "eslint.config.mjs": config })) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const eslint = join(root, "node_modules/eslint/bin/eslint.js");
  const { stdout } = spawnSync(process.execPath, [eslint, "--format", "json", ...Object.keys(files)], {
    cwd: folder,
    encoding: "utf8",
  });
  const results = JSON.parse(stdout) as { filePath: string; messages: { line: number; message: string }[] }[];
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${relative(realpathSync(folder), filePath)}:${line}: ${message}`),
  );
}

it("reports a function, a class and a constant that two files export, in one of them with the other", () => {
  const source = "export function read() {}\nexport class Problem {}\nexport const limit = 1;\n";
  const reports = (file: string, other: string) =>
    ["read", "Problem", "limit"].map(
      (name, line) =>
        `${file}:${line + 1}: ${other} exports ${name} too. Rename one of them, so that each name says how they differ.`,
    );
  const found = lint({ "src/a/one.js": source, "src/b/two.js": source });
  expect([reports("src/a/one.js", "src/b/two.js"), reports("src/b/two.js", "src/a/one.js")]).toContainEqual(
    found,
  );
});

it("accepts local names", () => {
  expect(
    lint({
      "src/a/one.js": "export function read() {}\n",
      "src/b/two.js": "function read() {}\nexport const write = () => read();\n",
    }),
  ).toEqual([]);
});
