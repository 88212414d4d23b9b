/** Reports files with values of metrics that test nothing. */
import { hintForName, type Problem, quote } from "../../diagnostics";
import { type UnusedMetric } from "../metric-values";
import { type CheckFacts, defineCheck } from "./check";

const maxListed = 5;

export const unusedMetricValues = defineCheck({
  name: "unused-metric-values",
  needs: ["metrics"],
  check: ({ metrics }) => findUnusedValues(metrics),
});

function findUnusedValues(metrics: CheckFacts["metrics"]): readonly Problem[] {
  const { file, severity, valueCount, tested, missing, unused, hostNames } = metrics;
  const problem = (what: string, remedy: string): Problem => ({ severity, what, where: { file }, remedy });
  if (valueCount === 0)
    return [problem("The file has no values of metrics.", "Add values, or remove --metrics.")];
  if (tested.length === 0) return [];
  if (missing.length === tested.length) {
    const listed = tested.slice(0, maxListed).map(quote).join(", ");
    const rest = tested.length > maxListed ? ` and ${tested.length - maxListed} more` : "";
    const what = `No value in the file is of a metric of the tested alerts: ${listed}${rest}.`;
    return [problem(what, "Add values of these metrics, or remove --metrics.")];
  }
  return unused.map((metric) => problem(...describeUnused(metric, hostNames)));
}

function describeUnused(
  { metric, unknownHost, used, from, until }: UnusedMetric,
  hostNames: readonly string[],
): [what: string, remedy: string] {
  if (used > 0) {
    const what = `No value of ${quote(metric)} in the period is from a host that an alert on this metric watches.`;
    return [what, "Add values of hosts that the alerts watch."];
  }
  if (unknownHost === undefined) {
    return [
      `No value of ${quote(metric)} is in the period of the back-test. The values are from ${from} to ${until}.`,
      "Set --since and --until to a period with values.",
    ];
  }
  return [
    `No value of ${quote(metric)} in the period is from a host of the service. The first unknown host is ${quote(unknownHost)}.`,
    hintForName(unknownHost, hostNames),
  ];
}
