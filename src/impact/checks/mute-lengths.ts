/** Mutes that have ended, or that are probably too long. */
import { muteProblems } from "../../reconcile";
import { type Check } from "./check";

export const checkMuteLengths: Check = ({ definitions = [], now }) =>
  now === undefined ? [] : definitions.flatMap((definition) => muteProblems(definition, { now }));
