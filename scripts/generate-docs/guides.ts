/** Links to the guides for docs/index.md, with the titles of their front matter. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load as parse } from "js-yaml";
import * as z from "zod";

const frontMatter = z.object({ page_title: z.string() });

export function guideLinks(folder: string): string {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => {
      const head = /^---\n([^]*?)\n---\n/.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? "";
      const { page_title: title } = frontMatter.parse(parse(head));
      return { title, line: `- [${title}](guides/${file})` };
    })
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ line }) => line)
    .join("\n");
}
