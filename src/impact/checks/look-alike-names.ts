import { groupBy, quote, toNfc, toPlainName } from "../../diagnostics";
import { placeOfField } from "../../reconcile";
import { type AuditCheck, findingOf } from "./audit-check";
import { defineCheck } from "./check";

/** Reports alerts whose names differ only in space, case, Unicode form or hidden characters from that of an older alert. */
export const lookAlikeNamesLive: AuditCheck = {
  name: "look-alike-names",
  check: ({ alerts }) =>
    groupsOf(
      alerts.map(({ alert }) => alert),
      ({ name }) => name,
    ).flatMap((group) => {
      const [first, ...others] = group.sort((a, b) => a.id - b.id);
      const what = `looks like ${quote(first?.name ?? "")} (id ${first?.id}).`;
      const evidence = ["the names differ only in spaces, case, Unicode form or hidden characters"];
      return others.map((alert) => findingOf(alert, { severity: "warning", what, evidence, remedy }));
    }),
};

/** Equal names are an error of the definitions. */
export const lookAlikeNames = defineCheck({
  name: "look-alike-names",
  needs: ["named"],
  check: ({ named }) =>
    groupsOf(named, ({ name }) => name).flatMap(([first, ...others]) =>
      others
        .filter(({ name }) => toNfc(name) !== toNfc(first?.name ?? ""))
        .map((definition) => ({
          severity: "warning",
          what: `The name looks like ${quote(first?.name ?? "")}.`,
          where: placeOfField(definition, ["name"]),
          remedy,
        })),
    ),
});

const remedy = "Rename one of them.";

function groupsOf<T>(alerts: readonly T[], nameOf: (alert: T) => string): T[][] {
  const keyOf = (alert: T) => toNfc(toPlainName(nameOf(alert)).toLowerCase()).replace(/\s+/g, " ");
  return [...groupBy(alerts, keyOf).values()];
}
