/** Checks that a page is valid HTML with an independent validator. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import * as z from "zod";

// The validator is an ES module, which jest cannot load.
const script = `
  import { HtmlValidate } from "html-validate";
  import { text } from "node:stream/consumers";
  const rules = { "void-style": "off", "long-title": "off", "no-trailing-whitespace": "off" };
  const validator = new HtmlValidate({ extends: ["html-validate:recommended"], rules });
  const { results } = await validator.validateString(await text(process.stdin));
  process.stdout.write(JSON.stringify(results.flatMap(({ messages }) => messages.slice(0, 20))));
`;

const findings = z.array(z.object({ ruleId: z.string(), message: z.string(), line: z.int() }));

/** @returns what is invalid: `12: element-permitted-content ...` */
export function findInvalidHtml(page: string): string[] {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: resolve(__dirname, "../.."),
    input: page,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return findings
    .parse(JSON.parse(output))
    .map(({ line, ruleId, message }) => `${line}: ${ruleId} ${message}`);
}
