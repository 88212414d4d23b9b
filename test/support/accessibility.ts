/** Checks a page for accessibility with axe. */
import { readFileSync } from "node:fs";
import { type Page } from "playwright-core";
import * as z from "zod";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** Runs all rules except those of level AAA, also the experimental ones. @returns a text for each violation */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(`
    const rules = axe.getRules().filter(({ tags }) => !tags.includes("wcag2aaa"));
    axe.configure({ rules: rules.map(({ ruleId }) => ({ id: ruleId, enabled: true })) });
    axe.run().then(({ violations }) => violations)
  `);
  return violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}
