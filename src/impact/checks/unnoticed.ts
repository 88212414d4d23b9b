/** Reports events for which no live alert notified anybody. */
import { formatCount, quoteIfEscaped } from "../../diagnostics";
import { formatTimestamp } from "../../service";
import { type AuditCheck, auditedHost } from "./audit-check";

export const unnoticed: AuditCheck = {
  name: "unnoticed",
  check: (facts) =>
    (facts.activity?.firings.unnoticed ?? []).map(({ type, level, host: id, count, first, last }) => {
      const host = id === undefined ? undefined : auditedHost(facts, id);
      const place = host === undefined ? "" : ` on ${quoteIfEscaped(host.name)}`;
      const since = formatTimestamp(first * 1000).slice(0, 10);
      const times = count === 1 ? `on ${since}` : `${count} times since ${since}`;
      return {
        severity: "warning",
        name: type,
        what: `(${level})${place}, ${times}: no alert notified anybody.`,
        ...(host === undefined ? {} : { host }),
        evidence: [
          `${formatCount(count, "event")} from ${formatTimestamp(first * 1000)} to ${formatTimestamp(last * 1000)}`,
        ],
        remedy: "Add an alert for this category and host, with a destination.",
      };
    }),
};
