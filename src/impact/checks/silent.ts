import { type AuditCheck, describeLength, findingOf } from "./audit-check";

/** Makes no claim about alerts whose firings cannot be counted. */
export const silent: AuditCheck = {
  name: "silent",
  check: ({ active, activity }) => {
    if (activity?.isComplete !== true) return [];
    const { firings } = activity;
    const length = describeLength(activity);
    return active
      .filter(({ id }) => firings.firingsOf(id).count === 0 && !firings.uncertain.has(id))
      .map((alert) =>
        findingOf(alert, {
          severity: "info",
          what: `has not fired in ${length}.`,
          together: `alerts have not fired in ${length}`,
          remedy: "Check its condition, or add an exception if it is rare by nature.",
        }),
      );
  },
};
