/** Checks that the alerts of definitions notify somebody. */
import { type Problem } from "../diagnostics";
import { type AlertDefinition, placeOfField } from "./alert-definition";

/** Returns a warning for each active alert without destinations, unless its live destinations are kept. */
export function checkNotifications(definitions: readonly AlertDefinition[]): Problem[] {
  return definitions
    .filter(
      ({ destinations, disabled, ignore = [] }) =>
        destinations.length === 0 && !disabled && !ignore.includes("destinations"),
    )
    .map((definition) => ({
      severity: "warning",
      what: "The alert has no destinations, so it notifies nobody.",
      where: placeOfField(definition),
      remedy: "Add a destination, as listed by dbmon destinations.",
    }));
}
