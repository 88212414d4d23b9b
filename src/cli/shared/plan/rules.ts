/** The rules of the configuration. */
import { quote } from "../../../diagnostics";
import { type RuleExceptions } from "../../../plan-document";
import { type CompiledRules } from "../../../rules";
import { type Target } from "../environments/target";
import { pluralize } from "../report/report";

/**
 * Loads the library of expressions only if the configuration has rules.
 *
 * @param target undefined without a configuration
 * @returns undefined without rules
 */
export async function compileRules(target: Target | undefined): Promise<CompiledRules | undefined> {
  const { rules = [] } = target?.config ?? {};
  if (rules.length === 0) return undefined;
  const { CompiledRules } = await import("../../../rules/index.js");
  return CompiledRules.compile(rules, target?.environment?.name);
}

/** A longer list would hide the summary. */
const maxListed = 20;

/** The exceptions as notes of a report. */
export function exceptionNotes(exceptions: RuleExceptions = []): string[] {
  const listed = exceptions
    .slice(0, maxListed)
    .map(({ rule, alert, reason }) => `${quote(alert)} need not satisfy the rule ${quote(rule)}: ${reason}`);
  const omitted = exceptions.length - listed.length;
  return omitted > 0
    ? [...listed, `${pluralize(omitted, "more exception")} of rules (--json lists all)`]
    : listed;
}
