/** docs/README.md is the map by task: it links to every page that no generator writes. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const docs = resolve(__dirname, "../../docs");
const map = readFileSync(join(docs, "README.md"), "utf8");

function pagesIn(folder: string): string[] {
  return readdirSync(join(docs, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

it("links to every guide and page", () => {
  const pages = ["", "guides", "internals"].flatMap(pagesIn).filter((page) => page !== "README.md");
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !map.includes(`](${page})`))).toEqual([]);
});

it("has at most 350 words", () => {
  expect(map.split(/\s+/).length).toBeLessThanOrEqual(350);
});
