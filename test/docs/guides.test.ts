/** Each guide can be read and pasted on its own in ten minutes. guides.long.test.ts executes them. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const folder = resolve(__dirname, "../../docs/guides");
const guides = readdirSync(folder).sort();
const text = (guide: string) => readFileSync(join(folder, guide), "utf8");

const wordsOf = (guide: string) => text(guide).trim().split(/\s+/).length;

it.each(guides)("%s has at most 700 words with its code", (guide) => {
  expect(wordsOf(guide)).toBeLessThanOrEqual(700);
});

it("the tutorial has at most 1,500 words", () => {
  expect(wordsOf("../tutorial.md")).toBeLessThanOrEqual(1500);
});

/** The files that `dbmon init --example` creates. */
const examples = readdirSync(join(folder, "../../templates/guides")).sort();

it("each guide that creates its files names its example, and each example has a guide", () => {
  const created = guides.filter((guide) => text(guide).includes(`--example ${basename(guide, ".md")} `));
  expect(created.map((guide) => basename(guide, ".md"))).toEqual(examples);
  expect(guides.filter((guide) => /--example \S+/.test(text(guide)))).toEqual(created);
});

it.each(guides)("%s does not depend on another guide or on a checkout's files", (guide) => {
  expect(text(guide)).not.toMatch(/continues? after|^alias |dist\/cli/m);
});

/** The marker of a file is a comment, which a reader does not see. */
it.each(guides)("%s names each file before its block", (guide) => {
  const paragraphs = text(guide).split(/\n\n/);
  const unnamed = paragraphs.flatMap((paragraph, index) => {
    const name = /^<!-- file: (.+) -->$/.exec(paragraph)?.[1];
    return name === undefined || (paragraphs[index - 1] ?? "").includes(basename(name)) ? [] : [name];
  });
  expect(unnamed).toEqual([]);
});
