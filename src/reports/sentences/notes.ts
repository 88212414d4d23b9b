import { formatCount, formatProblemPlace, type Problem, quote } from "../../diagnostics";
import { recordedNotes } from "../../impact";
import { type RuleExceptions } from "../../plan-document";
import { type Report } from "../model/report";

/** A longer list would hide the summary. */
const maxListed = 20;

/** Sentences between the findings and the summary. */
export function reportNotes({ notes = [], exceptions = [], fixed = [], history }: Report): string[] {
  return [...recordedNotes(history), ...notes, ...exceptionNotes(exceptions), ...fixed.map(fixedNote)];
}

function exceptionNotes(exceptions: RuleExceptions): string[] {
  const listed = exceptions
    .slice(0, maxListed)
    .map(({ rule, alert, reason }) => `${quote(alert)} need not satisfy the rule ${quote(rule)}: ${reason}`);
  const omitted = exceptions.length - listed.length;
  return omitted > 0
    ? [...listed, `${formatCount(omitted, "more exception")} of rules (--json lists all)`]
    : listed;
}

function fixedNote(problem: Problem): string {
  const place = formatProblemPlace(problem);
  return `fixed: ${place === "" ? "" : `${place}: `}${problem.what}`;
}
