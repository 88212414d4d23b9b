import { quote } from "../../diagnostics";
import { type RuleExceptions } from "../../plan-document";
import { pluralize } from "../model/report";

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
