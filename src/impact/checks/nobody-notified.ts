import { placeOfField } from "../../reconcile";
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
