/** How severe an alert or an event is, the least first. Specification: "Alert configuration" and "Event". */
export const alertLevels = ["info", "warn", "crit"] as const;
export type AlertLevel = (typeof alertLevels)[number];
