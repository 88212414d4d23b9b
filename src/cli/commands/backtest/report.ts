/** The report of `dbmon backtest`. */
import { quote } from "../../../diagnostics";
import { formatPeriod } from "../../../impact";
import { readOrigin } from "../../../plan-document";
import { type BacktestFinding, backtestWithHistory, formatFieldValues, type Report } from "../../../reports";
import { type BacktestDocument } from "./document";

type TestedAlert = BacktestDocument["alerts"][number];

export function backtestReport(document: BacktestDocument): Report {
  const { alerts, problems, backtest } = document;
  return {
    kind: "back-test",
    title: "Back-test",
    ...readOrigin(document),
    findings: alerts.map((alert) => findingOf(alert, document)),
    history: backtest,
    problems,
    ...(document.suggestion === undefined ? {} : { notes: suggestionNotes(document) }),
  };
}

function findingOf(alert: TestedAlert, document: BacktestDocument): BacktestFinding {
  const { name, where } = alert;
  return {
    kind: "back-test",
    name,
    severity: "none",
    backtest: backtestWithHistory(alert, document),
    where,
  };
}

type SuggestionDocument = NonNullable<BacktestDocument["suggestion"]>;

/** Text of the table of a suggestion: a row for each duration of a threshold alert, or for each policy of an event alert. */
export function suggestionRows({ suggestion, names = {} }: BacktestDocument) {
  const { triggers = [], policies = [] } = suggestion ?? {};
  return [
    ...triggers.map((row) => ({
      setting: names.durations?.[row.duration] ?? `duration ${row.duration}`,
      ...{ trigger: row.trigger, firings: row.firings, result: missedText(row) },
    })),
    ...policies.map(({ policy, firings, meets_limit: isMet }) => ({
      setting: names.policies?.[policy] ?? `policy ${policy}`,
      ...{ trigger: undefined, firings, result: isMet ? "yes" : "no" },
    })),
  ];
}

function missedText({
  missed_seconds: seconds,
  is_missed_unresolved: isUnresolved,
}: SuggestionDocument["triggers"][number]): string {
  if (seconds === 0) return "none";
  return `${isUnresolved ? "at least " : ""}${formatPeriod(seconds)}`;
}

/** What the suggestion changes, and what that means. */
export function suggestionSentences({ suggestion, names }: BacktestDocument): string[] {
  if (suggestion === undefined) return [];
  const { alert, limit, fields, difference } = suggestion;
  const changes = fields.map((field) => {
    const { from = "none", to = "none" } = formatFieldValues(field, names);
    return `${String(field.path.at(-1))}: ${from} -> ${to}`;
  });
  const what = changes.length === 0 ? "the definition needs no change" : changes.join(", ");
  return [
    `Suggestion for ${quote(alert)} and --max-firings ${limit}: ${what}.`,
    ...(difference === null ? [] : [difference]),
  ];
}

function suggestionNotes(document: BacktestDocument): string[] {
  const isEvent = document.suggestion?.triggers.length === 0;
  return [
    ...suggestionRows(document).map(({ setting, trigger, firings, result }) =>
      isEvent
        ? `${setting}: ${firings} firings, meets the limit: ${result}`
        : `${setting}: trigger ${trigger}, ${firings} firings, longest missed incident: ${result}`,
    ),
    ...suggestionSentences(document),
  ];
}
