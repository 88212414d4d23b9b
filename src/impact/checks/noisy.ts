/** Reports alerts that exceed a limit of firings in a back-test. */
import { type Problem } from "../../diagnostics";
import { formatTimestamp } from "../../service";
import { formatPeriod } from "../backtest-sentence";
import { defineCheck } from "./check";

const recordedBound = " (an upper bound: its recorded firings before the change)";

export const noisy = defineCheck({
  name: "noisy",
  needs: ["backtest"],
  check: ({ backtest: { result, limit, completeness, hasValues } }) => {
    const untested = result.untested.map(({ name, reason }): Problem => ({
      severity: hasValues ? "error" : "warning",
      what: `--max-firings ${limit.text} was not checked for the alert: ${reason}.`,
      where: { subject: name },
      remedy: "Add values of its metric for its hosts with --metrics.",
    }));
    const exceeded = result.exceeded.map(({ name, from, isUpperBound, isRecorded }): Problem => {
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
