/** Replaces a section of a page whose figures a script measures. */
import { readFileSync, writeFileSync } from "node:fs";
import * as prettier from "prettier";

/**
 * @param heading of level 2, which the page has
 * @param content replaces what follows the heading, up to the next heading of level 2
 */
export async function writeSection(page: string, heading: string, content: string): Promise<void> {
  const sections = readFileSync(page, "utf8").split(/^(?=## )/m);
  const index = sections.findIndex((section) => section.startsWith(`## ${heading}\n`));
  if (index === -1) throw new Error(`${page} has no section "${heading}".`);
  sections[index] = `## ${heading}\n\n${content}\n\n`;
  const options = { ...(await prettier.resolveConfig(page)), filepath: page };
  writeFileSync(page, await prettier.format(sections.join(""), options));
}
