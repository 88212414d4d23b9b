/** Thresholds of examples, templates and pages have the unit of their metric: a CPU metric in microseconds never has a trigger of 90. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const sources = ["README.md", ...["docs", "examples", "templates", "src/constructs"].flatMap(filesIn)];

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(md|ts|tf|yaml)$/.test(name) && !/generated|cdktf\.out/.test(name))
    .map((name) => join(folder, name));
}

/** The numbers of `trigger` and `reset` in the block around each metric in microseconds. */
const thresholds = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const blocks = text.match(/\{[^{}]*_us"?[^{}]*\}|threshold:\n( +)alert_level.*\n(?:\1.*\n)*/g) ?? [];
  return blocks
    .filter((block) => /metric.*_us\b/.test(block))
    .flatMap((block) => [...block.matchAll(/\b(?:trigger|reset)\b[\s=:]+([^,\n}]+)/g)])
    .flatMap(([, value = ""]) => value.replaceAll("_", "").match(/\b\d+(\.\d+)?\b/g) ?? [])
    .map((value) => ({ file, value: Number(value) }));
});

it("of metrics in microseconds are at least 10 milliseconds", () => {
  expect(thresholds.length).toBeGreaterThan(40);
  expect(thresholds.filter(({ value }) => value < 10_000)).toEqual([]);
});
