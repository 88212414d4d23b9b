/** Checks a page for accessibility with axe. */
import { readFileSync } from "node:fs";
import { type Page } from "playwright-core";
import * as z from "zod";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** @param excluded tag of rules that are not run. Experimental rules report some elements that are correct. @returns a text for each violation */
export async function findViolations(page: Page, excluded = "experimental"): Promise<string[]> {
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(`
    const rules = axe.getRules().filter(({ tags }) => !tags.includes("wcag2aaa") && !tags.includes("${excluded}"));
    axe.run({ runOnly: { type: "rule", values: rules.map(({ ruleId }) => ruleId) } }).then(({ violations }) => violations)
  `);
  return violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}
