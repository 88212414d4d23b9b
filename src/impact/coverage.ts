/** Warnings of what no alert covers: alerts that notify nobody, destinations that a plan silences, and host types without `crit`. */
import { type Problem, toNfc } from "../diagnostics";
import { type PlanDescription } from "../plan-document";
import {
  type AlertDefinition,
  type Change,
  configOf,
  idWithName,
  isWriting,
  type PartialLiveAlert,
  placeOfField,
  type PlanContents,
} from "../reconcile";
import { type Alert, type AlertConfig } from "../service";

/** Returns a warning for each active alert without destinations, unless its live destinations are kept. */
export function checkNotifications(definitions: readonly AlertDefinition[]): Problem[] {
  return definitions
    .filter(
      ({ destinations, disabled, ignore = [] }) =>
        destinations.length === 0 && !disabled && !ignore.includes("destinations"),
    )
    .map((definition) => ({
      severity: "warning",
      what: "The alert has no destinations, so it notifies nobody.",
      where: placeOfField(definition),
      remedy: "Add a destination, as listed by dbmon destinations.",
    }));
}

/**
 * Warnings for destinations that no active alert notifies after the plan, and host types that no active `crit` alert watches.
 * @param live with the configurations that {@link alertsToReadForCoverage} selects
 */
export function checkCoverage(
  plan: PlanContents & Pick<PlanDescription, "names">,
  live: readonly PartialLiveAlert[],
): Problem[] {
  return [
    ...lostDestinations(plan, live)
      .map((id) => idWithName(id, plan.names?.destinations?.[String(id)]))
      .map((destination) => warning(`After an apply, no active alert notifies destination ${destination}.`)),
    ...lostCriticalHosts(plan, live).map((hosts) =>
      warning(`After an apply, no active alert with level crit watches ${hosts}.`),
    ),
  ];
}

/**
 * The unmanaged alerts whose configurations {@link checkCoverage} needs: they may still watch a host type that the changed
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

/** Needs no configurations: an alert of any condition can notify its destinations. */
function lostDestinations(plan: PlanContents, live: readonly PartialLiveAlert[]): number[] {
  const changed = changedIds(plan);
  const active = live.map(({ alert }) => alert).filter(({ disabled }) => !disabled);
  const desired = plan.changes.flatMap((change) =>
    change.action === "delete" || change.desired.disabled ? [] : [change.desired],
  );
  const notified = new Set(
    [...active.filter(({ id }) => !changed.has(id)), ...desired].flatMap(({ destinations }) => destinations),
  );
  const lost = active.flatMap(({ destinations }) => destinations).filter((id) => !notified.has(id));
  return [...new Set(lost)].sort((a, b) => a - b);
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
type HostFilter = Pick<AlertConfig, "hosts" | "host_types">;

/** The hosts of an alert that is active and critical. Empty for another one. */
function watchedBy({ alert, config }: WatchingAlert): HostFilter[] {
  const condition = config?.condition;
  const isCritical = condition?.kind === "threshold" && condition.alert_level === "crit";
  return config !== undefined && isCritical && !alert.disabled ? [config] : [];
}

/** The union of host filters. */
class WatchedHosts {
  readonly includesAll: boolean;
  /** In NFC. */
  readonly types: ReadonlySet<string>;

  constructor(filters: readonly HostFilter[]) {
    this.includesAll = filters.some(({ hosts, host_types }) => hosts.length === 0 && host_types.length === 0);
    this.types = new Set(filters.flatMap(({ host_types }) => host_types.map(toNfc)));
  }

  includesType(type: string): boolean {
    return this.includesAll || this.types.has(type);
  }
}

function changedIds({ changes }: PlanContents): ReadonlySet<number> {
  return new Set(changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])));
}

function warning(what: string): Problem {
  return { severity: "warning", what, remedy: "If this is not intended, change the definitions." };
}
