import { placeOfField } from "../../reconcile";
import { type AuditCheck, findingOf } from "./audit-check";
import { defineCheck } from "./check";

/** Warns of each active alert without destinations, unless its live destinations are kept. */
export const nobodyNotified = defineCheck({
  name: "nobody-notified",
  needs: ["notifying"],
  check: ({ notifying }) =>
    notifying
      .filter(
        ({ destinations, disabled, ignore = [] }) =>
          destinations.length === 0 && !disabled && !ignore.includes("destinations"),
      )
      .map((definition) => ({
        severity: "warning",
        what: "The alert has no destinations, so it notifies nobody.",
        where: placeOfField(definition),
        remedy: "Add a destination, as listed by dbmon list destinations.",
      })),
});

/** Reports active alerts without destinations that exist. */
export const nobodyNotifiedLive: AuditCheck = {
  name: "nobody-notified",
  check: ({ active, alerts }) => {
    const referring = new Set(alerts.flatMap(({ alert }) => (alert.destinations.length > 0 ? alert.id : [])));
    return active
      .filter(({ destinations }) => destinations.length === 0)
      .map((alert) =>
        findingOf(alert, {
          severity: "error",
          what: referring.has(alert.id) ? "has only destinations that are deleted." : "has no destination.",
          remedy: "Add a destination, as listed by dbmon list destinations.",
        }),
      );
  },
};
