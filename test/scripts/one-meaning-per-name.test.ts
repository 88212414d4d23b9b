/** The lint rule against names with two meanings: which exports of src/ it reports. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
  const results = JSON.parse(stdout) as { messages: { line: number; message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}

it("reports a function, a class and a constant that another file exports, with that file", () => {
  const taken = (line: number, name: string) =>
    `${line}: src/a/one.js exports ${name} too. Rename one of them, so that each name says how they differ.`;
  expect(
    lint({
      "src/a/one.js": "export function read() {}\nexport class Problem {}\nexport const limit = 1;\n",
      "src/b/two.js": "export const limit = 2;\nexport class Problem {}\nexport function read() {}\n",
    }),
  ).toEqual([taken(1, "limit"), taken(2, "Problem"), taken(3, "read")]);
});

it("accepts local names", () => {
  expect(
    lint({
      "src/a/one.js": "export function read() {}\n",
      "src/b/two.js": "function read() {}\nexport const write = () => read();\n",
    }),
  ).toEqual([]);
});
