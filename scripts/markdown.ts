/** Renders GitHub Flavored Markdown with an independent parser, for tests and pictures. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const renderMarkdown = `
  import { micromark } from "micromark";
  import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
  import { text } from "node:stream/consumers";
  const options = { allowDangerousHtml: true, extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] };
  process.stdout.write(micromark(await text(process.stdin), options));
`;

export function toHtml(markdown: string): string {
  return runModule(renderMarkdown, markdown);
}

/** Runs an ES module, which CommonJS cannot load. @param input its standard input @returns what it prints */
export function runModule(script: string, input: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: resolve(__dirname, ".."),
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}
