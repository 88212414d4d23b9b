/** Renders GitHub Flavored Markdown with an independent parser. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

// The parser is an ES module, which jest cannot load.
const script = `
  import { micromark } from "micromark";
  import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
  import { text } from "node:stream/consumers";
  const options = { allowDangerousHtml: true, extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] };
  process.stdout.write(micromark(await text(process.stdin), options));
`;

export function toHtml(markdown: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: resolve(__dirname, "../.."),
    input: markdown,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}
