/** `npm run lint:words`: which words it reports, where, and with which remedy. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const bannedWords = z.array(
  z.strictObject({
    not: z.array(z.string().regex(/^[a-z][a-z' -]*$/)).min(1),
    use: z.string().min(1),
    except: z.array(z.string()).optional(),
  }),
);
const list = bannedWords.parse(JSON.parse(readFileSync(join(root, "scripts/banned-words.json"), "utf8")));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-words-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function lint(...files: [name: string, text: string][]): { code: number | null; lines: string[] } {
  for (const [name, text] of files) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const script = join(root, "scripts/lint-words.ts");
  const run = spawnSync(process.execPath, [tsx, script, "."], { cwd: folder, encoding: "utf8" });
  return { code: run.status, lines: run.stderr.split("\n").filter((line) => line !== "") };
}

it("reports file, line, column, the word and its replacement, and exits with 1", () => {
  const { code, lines } = lint(
    ["a.md", "# Title\n\nThe plan tells who changed it.\n"],
    ["src/b.ts", "// Nothing is left\n// alone here.\nconst toldProblems = 1;\n"],
  );
  expect(lines).toEqual([
    'a.md:3:10: "tells" is a banned word. Use instead: report, show, state, or name what does it.',
    'src/b.ts:1:15: "left alone" is a banned word. Use instead: unmanaged, or unchanged.',
    'src/b.ts:3:7: "told" is a banned word. Use instead: report, show, state, or name what does it.',
    "3 banned words. docs/glossary.md has the terms.",
  ]);
  expect(code).toBe(1);
});

it("finds every word of the list, capitalized and as a part of a name", () => {
  const words = list.flatMap(({ not }) => not);
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const names = capitalized.filter((word) => !/[' -]/.test(word)).map((word) => `get${word}`);
  const { lines } = lint(["all.md", [...words, ...capitalized, ...names].join(".\n")]);
  expect(lines).toHaveLength(2 * words.length + names.length + 1);
});

it("accepts words inside other words, exceptions, generated code and data files", () => {
  const { code, lines } = lint(
    ["a.md", "Recommend a warehouse, an outdoor mushroom and an intellectual.\n"],
    ["b.yml", "if: ${{ !cancelled() }}\n"],
    ["generated/c.ts", "// tell\n"],
    ["data.json", '{ "tell": true }\n'],
  );
  expect(lines).toEqual([]);
  expect(code).toBe(0);
});

it("lists each word once", () => {
  const words = list.flatMap(({ not }) => not);
  expect(words).toEqual([...new Set(words)]);
});
