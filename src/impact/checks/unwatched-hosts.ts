/** Hosts that an active alert with level `crit` watches before a plan, and none after it. */
import { type Change, configOf, isWriting, type PartialLiveAlert, type PlanContents } from "../../reconcile";
import { type Alert, type AlertScope, includesAllHosts, typesInScope } from "../../service";
import { changedIds, type Check, unintended } from "./check";

export const checkUnwatchedHosts: Check = ({ planned }) =>
  planned === undefined
    ? []
    : lostCriticalHosts(planned.plan, planned.live).map((hosts) =>
        unintended(`After an apply, no active alert with level crit watches ${hosts}.`),
      );

/**
 * The unmanaged alerts whose configurations {@link checkUnwatchedHosts} needs: they may still watch a host type that the changed
 * alerts stop watching. Empty if the changed alerts lose no host type.
 */
export function alertsToReadForCoverage(plan: PlanContents, live: readonly PartialLiveAlert[]): Alert[] {
  if (lostCriticalHosts(plan, live).length === 0) return [];
  const changed = changedIds(plan);
  return live
    .filter(
      ({ alert, config }) =>
        !changed.has(alert.id) && config === undefined && !alert.disabled && alert.kind === "threshold",
    )
    .map(({ alert }) => alert);
}

/** Descriptions of the types that `crit` alerts name, and of all hosts, that a `crit` alert watches before the plan and none after it. */
function lostCriticalHosts(plan: PlanContents, live: readonly PartialLiveAlert[]): string[] {
  const { changes } = plan;
  const liveOf = (change: Change) => (change.action === "create" ? [] : watchedBy(change.live));
  // Only a change can lose hosts, and most changes affect no critical alert.
  if (changes.filter(isWriting).flatMap(liveOf).length === 0) return [];
  const changed = changedIds(plan);
  const unchanged = live.filter(({ alert }) => !changed.has(alert.id)).flatMap(watchedBy);
  const before = new WatchedHosts([...unchanged, ...changes.flatMap(liveOf)]);
  const after = new WatchedHosts([
    ...unchanged,
    ...changes.flatMap((change) =>
      change.action === "delete"
        ? []
        : watchedBy({ alert: change.desired, config: configOf(change.desired) }),
    ),
  ]);
  const types = [...before.types].filter((type) => !after.includesType(type));
  return [
    ...(before.includesAll && !after.includesAll ? ["all hosts"] : []),
    ...types.map((type) => `hosts of type ${type}`),
  ].sort();
}

type WatchingAlert = Pick<PartialLiveAlert, "config"> & {
  readonly alert: Pick<PartialLiveAlert["alert"], "disabled">;
};

/** The hosts of an alert that is active and critical. Empty for another one. */
function watchedBy({ alert, config }: WatchingAlert): AlertScope[] {
  const condition = config?.condition;
  const isCritical = condition?.kind === "threshold" && condition.alert_level === "crit";
  return config !== undefined && isCritical && !alert.disabled ? [config] : [];
}

/** The union of scopes. */
class WatchedHosts {
  readonly includesAll: boolean;
  /** In NFC. */
  readonly types: ReadonlySet<string>;

  constructor(scopes: readonly AlertScope[]) {
    this.includesAll = scopes.some(includesAllHosts);
    this.types = new Set(scopes.flatMap(typesInScope));
  }

  includesType(type: string): boolean {
    return this.includesAll || this.types.has(type);
  }
}
