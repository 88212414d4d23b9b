/** Severity of an alert, and of the event that is generated when it fires. Specification: "Alert configuration". */
import { type AlertLevel as Level } from "../service";

export const AlertLevel = { INFO: "info", WARN: "warn", CRIT: "crit" } as const;
export type AlertLevel = Level;
