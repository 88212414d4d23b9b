/** Matches and plans alerts in one step, with all configurations read. */
import {
  alertsToRead,
  type DesiredAlert,
  type LiveAlert,
  match,
  matchWithoutRenames,
  type Plan,
  plan,
  type PlanOptions,
  planRemoval,
  type PlanSelection,
} from "../../src/reconcile";
import { type Alert } from "../../src/service";

const asRead = (live: LiveAlert) => live;

export function planFor(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  options?: PlanOptions,
): Plan {
  return plan(match(desired, live), asRead, options);
}

export function planRemovalFor(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  options?: PlanOptions,
): Plan {
  return planRemoval(matchWithoutRenames(desired, live), asRead, options);
}

export function alertsToReadFor(
  desired: readonly DesiredAlert[],
  alerts: readonly Alert[],
  selection?: PlanSelection,
): Alert[] {
  const listed = alerts.map((alert) => ({ alert }));
  return alertsToRead(match(desired, listed), selection);
}
