/**
 * The words and limits that a command's flags are read with: a second door of this room, for who needs neither the forms of nouns
 * nor what they are checked with.
 */
export { type AlertLevel, alertLevels } from "./alert-level";
export { isQueryId } from "./query-id";
export { maximumDigests } from "./query-limit";
