/**
 * The checks of alerts, each with a section in docs/checks.md. Those that need an environment or a plan are in impact/checks, those that need
 * one alert in service/alert/rules.ts, because definitions and constructs run them too.
 */
export const checkNames = [
  "dead-runbook",
  "destination-unused",
  "disabled",
  "incomplete",
  "long-mute",
  "look-alike-names",
  "mute-ended",
  "never-fires",
  "nobody-notified",
  "noisy",
  "overlap",
  "probable-rename",
  "redundant",
  "reset-above-trigger",
  "rules",
  "silent",
  "uncovered-host",
  "unknown-category",
  "unknown-host-type",
  "unknown-metric",
  "unnoticed",
  "unused-metric-values",
] as const;

export type CheckName = (typeof checkNames)[number];
