import { repository } from "./repository";

/**
 * The checks of alerts, each with a section in docs/checks.md. Those that need an environment or a plan are in impact/checks, those that need
 * one alert in service/alert/rules.ts, because definitions and constructs run them too.
 */
export const checkNames = [
  "destination-unused",
  "long-mute",
  "mute-ended",
  "never-fires",
  "nobody-notified",
  "noisy",
  "probable-rename",
  "reset-above-trigger",
  "rules",
  "uncovered-host",
  "unknown-category",
  "unknown-host-type",
  "unknown-metric",
  "unused-metric-values",
] as const;

export type CheckName = (typeof checkNames)[number];

/** The address of the section. */
export function checkUrl(name: CheckName): string {
  return `https://github.com/${repository}/blob/v0/docs/checks.md#${name}`;
}
