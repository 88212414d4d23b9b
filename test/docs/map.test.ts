/** docs/README.md is the map by task: it links to every page, besides those of commands, which docs/cli/README.md lists. */
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
  const folders = [
    "",
    "guides",
    "internals",
    "resources",
    "data-sources",
    "list-resources",
    "functions",
    "actions",
  ];
  const pages = folders.flatMap(pagesIn).filter((page) => page !== "README.md");
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !map.includes(`](${page})`))).toEqual([]);
});

it("shows every picture in a page", () => {
  const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  const text = ["../README.md", ...pages].map((page) => readFileSync(join(docs, page), "utf8")).join("\n");
  expect(readdirSync(join(docs, "images")).filter((name) => !text.includes(`images/${name}`))).toEqual([]);
});

it("has at most 250 words", () => {
  expect(map.split(/\s+/).length).toBeLessThanOrEqual(250);
});
