/** lineDiff has the format of `diff -u`, and its result transforms the first text into the second. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { lineDiff } from "../../src/export";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");

it("has three context lines per change, and separate hunks for distant changes", () => {
  const numbers = Array.from({ length: 20 }, (_, index) => String(index + 1));
  const before = lines(...numbers);
  const after = lines(...numbers.map((one) => (one === "5" ? "five" : one)), "21");
  expect(lineDiff(before, after, ["a.yaml", "a.yaml (export)"])).toEqual([
    ...["--- a.yaml", "+++ a.yaml (export)"],
    ...["@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"],
    ...["@@ -18,3 +18,4 @@", " 18", " 19", " 20", "+21"],
  ]);
});

it.each([
  ["an empty file", "", lines("a"), ["@@ -0,0 +1,1 @@", "+a"]],
  ["a file that becomes empty", lines("a"), "", ["@@ -1,1 +0,0 @@", "-a"]],
  ["no newline at the end", "a", lines("a"), ["@@ -1,1 +1,1 @@", "-a", "\\ No newline at end of file", "+a"]],
])("%s", (_, before, after, hunk) => {
  expect(lineDiff(before, after, ["a", "a"]).slice(2)).toEqual(hunk);
});

it("equal contents have no difference", () => {
  expect(lineDiff("a\n", "a\n", ["a", "a"])).toEqual([]);
});

it.each([
  ["a new file", ""],
  ["a file without a newline at the end", "a\n".repeat(2000) + "b"],
])("git applies %s of many changes", (_, before) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-diff-test-"));
  const file = join(folder, "a.yaml");
  if (before !== "") writeFileSync(file, before);
  const after = lines(...Array.from({ length: 3000 }, (_, index) => String(index)));
  const names = [before === "" ? "/dev/null" : "a/a.yaml", "b/a.yaml"] as const;
  const input = lines(...lineDiff(before, after, names));
  execFileSync("git", ["apply"], { cwd: folder, input });
  expect(readFileSync(file, "utf8")).toBe(after);
  rmSync(folder, { recursive: true });
});

/** Applies a difference. */
function applyPatch(before: string, diff: readonly string[]): string {
  const old = before.split("\n").slice(0, -1);
  const patched: string[] = [];
  let next = 0;
  for (const line of diff.slice(2)) {
    const [, start = "", length = ""] = /^@@ -(\d+),(\d+) /.exec(line) ?? [];
    if (start !== "") {
      const first = Number(start) - (length === "0" ? 0 : 1);
      patched.push(...old.slice(next, first));
      next = first;
      continue;
    }
    if (!line.startsWith("+")) expect(line.slice(1)).toBe(old[next++]);
    if (!line.startsWith("-")) patched.push(line.slice(1));
  }
  return lines(...patched, ...old.slice(next));
}

it("transforms the first text into the second", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 }).map((all) => lines(...all));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyPatch(before, lineDiff(before, after, ["file", "file"]))).toBe(after);
    }),
    { numRuns: 500 },
  );
});
