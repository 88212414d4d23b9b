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
    ...(document.suggestion === undefined
      ? {}
      : {
          notes: [
            ...suggestionRows(document).map((row) =>
              Object.entries(row)
                .map(([column, cell]) => `${column}: ${cell}`)
                .join(", "),
            ),
            ...suggestionSentences(document),
          ],
        }),
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

/** The table of a suggestion, by column: a row for each duration of a threshold alert, or for each policy of an event alert. */
export function suggestionRows({
  suggestion,
  names = {},
}: BacktestDocument): readonly Readonly<Record<string, string | number>>[] {
  const { triggers = [], policies = [] } = suggestion ?? {};
  return [
    ...triggers.map(
      ({ duration, trigger, firings, missed_seconds: missed, is_missed_unresolved: isLonger }) => ({
        duration: names.durations?.[duration] ?? `duration ${duration}`,
        trigger,
        firings,
        "longest missed incident":
          missed === 0 ? "none" : `${isLonger ? "at least " : ""}${formatPeriod(missed)}`,
      }),
    ),
    ...policies.map(({ policy, firings, meets_limit: isMet }) => ({
      policy: names.policies?.[policy] ?? `policy ${policy}`,
      firings,
      "meets the limit": isMet ? "yes" : "no",
    })),
  ];
}

export function suggestionSentences({ suggestion, names, alerts: [tested] }: BacktestDocument): string[] {
  if (suggestion === undefined) return [];
  const { alert, limit, triggers, policies, fields, difference } = suggestion;
  if (triggers.length === 0 && !policies.some((row) => row.meets_limit)) return [];
  const changes = fields.map((field) => {
    const { from = "none", to = "none" } = formatFieldValues(field, names);
    return `${String(field.path.at(-1))}: ${from} -> ${to}`;
  });
  const what = changes.length === 0 ? "the definition needs no change" : changes.join(", ");
  return [
    `Suggestion for ${quote(alert)} and --max-firings ${limit}: ${what}.`,
    ...(difference === null ? [] : [difference]),
    ...(tested?.backtest?.disabled === true
      ? ["The alert is disabled. The suggestion is for the enabled alert."]
      : []),
  ];
}
