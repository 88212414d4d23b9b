/** Renders GitHub Flavored Markdown with an independent parser, and checks pages with an independent validator of HTML. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import * as z from "zod";

const renderMarkdown = `
  import { micromark } from "micromark";
  import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
  import { text } from "node:stream/consumers";
  const options = { allowDangerousHtml: true, extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] };
  process.stdout.write(micromark(await text(process.stdin), options));
`;

const validateHtml = `
  import { HtmlValidate } from "html-validate";
  import { text } from "node:stream/consumers";
  const rules = { "void-style": "off", "long-title": "off", "no-trailing-whitespace": "off" };
  const validator = new HtmlValidate({ extends: ["html-validate:recommended"], rules });
  const { results } = await validator.validateString(await text(process.stdin));
  process.stdout.write(JSON.stringify(results.flatMap(({ messages }) => messages.slice(0, 20))));
`;

/** Runs an ES module, which jest cannot load. */
function runModule(script: string, input: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: resolve(__dirname, "../.."),
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}

export function toHtml(markdown: string): string {
  return runModule(renderMarkdown, markdown);
}

const findings = z.array(z.object({ ruleId: z.string(), message: z.string(), line: z.int() }));

/** @returns what is invalid: `12: element-permitted-content ...` */
export function findInvalidHtml(page: string): string[] {
  return findings
    .parse(JSON.parse(runModule(validateHtml, page)))
    .map(({ line, ruleId, message }) => `${line}: ${ruleId} ${message}`);
}
