import { type AlertLevel as Level } from "../service";

/**
 * Severity of a threshold alert, and of the event that the service generates when it fires. Specification: "Alert configuration".
 * @example
 * Aspects.of(this).add(new RequireDestination(AlertLevel.CRIT));
 */
export const AlertLevel = { INFO: "info", WARN: "warn", CRIT: "crit" } as const;
export type AlertLevel = Level;
