/** Reports alerts that exceed a limit of firings in a back-test. */
import { quoteIfEscaped } from "../../diagnostics";
import { formatTimestamp } from "../../service";
import { type AlertFirings, dayMs, startOfDay } from "../activity";
import { formatPeriod } from "../backtest-sentence";
import { type Period } from "../tally";
import {
  type AuditCheck,
  type AuditFacts,
  type AuditFinding,
  describeLength,
  findingOf,
} from "./audit-check";
import { type CheckProblem, defineCheck } from "./check";

const recordedBound = " (an upper bound: its recorded firings before the change)";

export const noisy = defineCheck({
  name: "noisy",
  needs: ["backtest"],
  check: ({ backtest: { result, limit, completeness, hasValues } }) => {
    const untested = result.untested.map(({ name, reason }): CheckProblem => ({
      severity: hasValues ? "error" : "warning",
      what: `--max-firings ${limit.text} was not checked for the alert: ${reason}.`,
      where: { subject: name },
      remedy: "Add values of its metric for its hosts with --metrics.",
    }));
    const exceeded = result.exceeded.map(({ name, from, isUpperBound, isRecorded }): CheckProblem => {
      const verb = isUpperBound ? "may have fired" : "would have fired";
      const window = `${formatPeriod(limit.windowMs / 1000)} from ${formatTimestamp(from)}`;
      const count = limit.count === 1 ? "once" : `${limit.count} times`;
      return {
        severity: "error",
        what: `The alert ${verb} more than ${count} within ${window}${isRecorded === true ? recordedBound : ""}, but the limit is --max-firings ${limit.text}.`,
        where: { subject: name },
        remedy:
          isRecorded === true
            ? "Add values of its metric with --metrics, choose a policy with a longer interval, or set a higher --max-firings."
            : "Select fewer categories or hosts, choose a policy with a longer interval, or set a higher --max-firings.",
      };
    });
    const problems = [...untested, ...exceeded];
    if (completeness === undefined || completeness.status === "complete") return problems;
    const reason = completeness.reason.replace(/\.?$/, ".");
    return [
      ...problems,
      {
        severity: "error",
        what: `--max-firings cannot be checked, because the events of the back-test are not complete: ${reason}`,
        remedy: "Run again, set a later --since, or remove --max-firings.",
      },
    ];
  },
});

/** Reports active alerts that fired often in the period, or on a day. */
export const noisyLive: AuditCheck = {
  name: "noisy",
  check: (facts) => {
    const { active, activity, noisy: limits } = facts;
    if (activity === undefined) return [];
    const counts = notificationCounts(facts);
    return active.flatMap((alert) => {
      const { count, days } = activity.firings.firingsOf(alert.id);
      const [worst = 0, most = 0] = [...days].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [];
      if (count < limits.period && most < limits.day) return [];
      const shares = alert.destinations.map((id) => [id, count / (counts.get(id) ?? count)] as const);
      const [destination, share = 0] = shares.sort((a, b) => b[1] - a[1])[0] ?? [];
      const part =
        destination === undefined
          ? ""
          : `: ${Math.round(share * 100)} % of all notifications of ${quoteIfEscaped(facts.nameOf("destination", destination))}`;
      return findingOf(alert, {
        severity: "warning",
        what: `fired ${count} times, ${most} on the worst day${part}.`,
        daily: dailyFirings(days, activity),
        evidence: [
          `${count} firings in ${describeLength(activity)}`,
          `${most} firings on ${formatTimestamp(worst).slice(0, 10)}`,
        ],
        remedy: "Choose a policy with a longer interval, fewer hosts, or a higher trigger.",
      });
    });
  },
};

function dailyFirings(days: AlertFirings["days"], period: Period): NonNullable<AuditFinding["daily"]> {
  const from = startOfDay(period.from * 1000);
  const count = 1 + (startOfDay(period.until * 1000 - 1) - from) / dayMs;
  return { from, counts: Array.from({ length: count }, (_, index) => days.get(from + index * dayMs) ?? 0) };
}

/** By the ID of the destination. */
function notificationCounts({ active, activity }: AuditFacts): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { id, destinations } of active)
    for (const destination of destinations)
      counts.set(destination, (counts.get(destination) ?? 0) + (activity?.firings.firingsOf(id).count ?? 0));
  return counts;
}
