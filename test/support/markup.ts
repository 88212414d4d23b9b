/** Renders Markdown with an independent parser, and checks pages with an independent validator of HTML. */
import * as z from "zod";
import { runModule, toHtml } from "../../scripts/markdown";
import { checkNames, problemClasses, problemUrl } from "../../src/diagnostics";

export { toHtml };

const validateHtml = `
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
  return findings
    .parse(JSON.parse(runModule(validateHtml, page)))
    .map(({ line, ruleId, message }) => `${line}: ${ruleId} ${message}`);
}

/** The HTML of Markdown without code, in which nothing becomes a link, and without the links of codes, which are ours. */
export function untrustedHtml(markdown: string): string {
  const html = toHtml(markdown).replace(/<code>[^]*?<\/code>/g, "");
  return [...checkNames, ...problemClasses].reduce(
    (rest, code) => rest.replaceAll(`<a href="${problemUrl(code)}">${code}</a>`, code),
    html,
  );
}
