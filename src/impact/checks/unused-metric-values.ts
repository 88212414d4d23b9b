/** Reports files with values of metrics that test nothing. */
import { formatCount, hintForName, joinFirst, quote } from "../../diagnostics";
import { type NameCounts, type UnusedMetric } from "../metric-values";
import { type CheckProblem, defineCheck } from "./check";

const maxListed = 5;

export const unusedMetricValues = defineCheck({
  name: "unused-metric-values",
  needs: ["metrics"],
  check: ({ metrics }) => {
    const { file, severity, valueCount, tested, missing, unused, hostNames, isLimited } = metrics;
    const { unknownHosts, unreadMetrics, knowsLive } = metrics;
    const where = { file };
    const problem = (what: string, remedy: string): CheckProblem => ({ severity, what, where, remedy });
    if (valueCount === 0)
      return [problem("The file has no values of metrics.", "Add values, or remove --metrics.")];
    if (tested.length === 0) return [];
    const ignored: CheckProblem[] = [];
    for (const [counts, name, names, limited] of [
      [unknownHosts, "hosts that the service does not have", hostNames, isLimited],
      [unreadMetrics, `metrics that no ${knowsLive ? "alert" : "definition"} reads`, tested, false],
    ] as const) {
      const [first = ""] = counts.counts.keys();
      const what = `The file has values of ${name}: ${listCounts(counts)}. They were ignored.`;
      const one: CheckProblem = {
        severity: limited ? "error" : "warning",
        what,
        where,
        remedy: hintForName(first, names),
      };
      if (counts.total > 0) ignored.push(one);
    }
    if (missing.length === tested.length) {
      const listed = joinFirst(tested, maxListed, quote);
      const what = `No value in the file is of a metric of the tested alerts: ${listed}.`;
      return [problem(what, "Add values of these metrics, or remove --metrics."), ...ignored];
    }
    return [...unused.map((metric) => problem(...describeUnused(metric))), ...ignored];
  },
});

/** `"db-9" (12 values), "db-8" (1 value)`, the most frequent first. */
function listCounts({ counts, total }: NameCounts): string {
  const shown = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxListed);
  const rest = shown.reduce((left, [, count]) => left - count, total);
  const listed = shown.map(([name, count]) => `${quote(name)} (${formatCount(count, "value")})`);
  return [...listed, ...(rest === 0 ? [] : [`others (${formatCount(rest, "value")})`])].join(", ");
}

function describeUnused({
  metric,
  inPeriod,
  used,
  from,
  until,
}: UnusedMetric): [what: string, remedy: string] {
  if (used > 0) {
    const what = `No value of ${quote(metric)} in the period is from a host that an alert on this metric watches.`;
    return [what, "Add values of hosts that the alerts watch."];
  }
  if (inPeriod === 0) {
    return [
      `No value of ${quote(metric)} is in the period of the back-test. The values are from ${from} to ${until}.`,
      "Set --since and --until to a period with values.",
    ];
  }
  return [
    `No value of ${quote(metric)} in the period is a number from a host of the service.`,
    "Add values of hosts of the service.",
  ];
}
