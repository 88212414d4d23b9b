import { placeOfField } from "../../reconcile";
import { type Check } from "./check";

/** Returns a warning for each active alert without destinations, unless its live destinations are kept. */
export const checkUnnotified: Check = ({ changed = [] }) =>
  changed
    .filter(
      ({ destinations, disabled, ignore = [] }) =>
        destinations.length === 0 && !disabled && !ignore.includes("destinations"),
    )
    .map((definition) => ({
      severity: "warning",
      what: "The alert has no destinations, so it notifies nobody.",
      where: placeOfField(definition),
      remedy: "Add a destination, as listed by dbmon list destinations.",
    }));
