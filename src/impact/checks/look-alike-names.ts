import { groupBy, quote, toNfc, toPlainName } from "../../diagnostics";
import { type AuditCheck } from "./audit-check";

/** Reports alerts whose names differ only in space, case, Unicode form or hidden characters from that of an older alert. */
export const lookAlikeNames: AuditCheck = {
  name: "look-alike-names",
  check: ({ alerts }) =>
    [
      ...groupBy(alerts, ({ alert: { name } }) =>
        toNfc(toPlainName(name).toLowerCase()).replace(/\s+/g, " "),
      ).values(),
    ].flatMap((group) => {
      const [first, ...others] = group.map(({ alert }) => alert).sort((a, b) => a.id - b.id);
      return others.map((alert) => ({
        severity: "warning",
        name: alert.name,
        what: `looks like ${quote(first?.name ?? "")} (id ${first?.id}).`,
        alert,
        evidence: ["the names differ only in spaces, case, Unicode form or hidden characters"],
        remedy: "Rename one of them.",
      }));
    }),
};
