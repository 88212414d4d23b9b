/** Checks single definitions: whether the alert notifies anybody, and whether its mute has ended or is probably too long. */
import { muteProblems, placeOfField } from "../../reconcile";
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

export const checkMutes: Check = ({ definitions = [], now }) =>
  now === undefined ? [] : definitions.flatMap((definition) => muteProblems(definition, { now }));
