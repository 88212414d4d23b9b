/** Warnings of what no alert covers: alerts that notify nobody, destinations that a plan silences, and host types without `crit`. */
import { type Problem, toNfc } from "../diagnostics";
import {
  type AlertDefinition,
  idWithName,
  isWriting,
  type PartialLiveAlert,
  placeOfField,
  type PlanContents,
} from "../reconcile";
import { type Alert } from "../service";
import { alertsOfPlan } from "./route-changes";
import { type RoutedAlert, RouteTable, type RouteTarget } from "./routes";

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
export function checkCoverage(plan: PlanContents, live: readonly PartialLiveAlert[]): Problem[] {
  return [
    ...lostDestinations(plan, live)
      .map((id) => idWithName(id, plan.names?.destinations?.[String(id)]))
      .map((destination) => warning(`After an apply, no active alert notifies destination ${destination}.`)),
    ...lostCriticalTargets(plan, live)
      .map(describeTarget)
      .sort()
      .map((hosts) => warning(`After an apply, no active alert with level crit watches ${hosts}.`)),
  ];
}

/**
 * The unmanaged alerts whose configurations {@link checkCoverage} needs: they may still watch a host type that the changed
 * alerts stop watching. Empty if the changed alerts lose no host type.
 */
export function alertsToReadForCoverage(plan: PlanContents, live: readonly PartialLiveAlert[]): Alert[] {
  if (lostCriticalTargets(plan, live).length === 0) return [];
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

/** The types that `crit` alerts name, and all hosts, that a `crit` alert watches before the plan and none after it. */
function lostCriticalTargets(plan: PlanContents, live: readonly PartialLiveAlert[]): RouteTarget[] {
  if (!plan.changes.some(isWriting)) return [];
  const { before, after } = alertsOfPlan(plan, live);
  const critical = before.filter(isCritical);
  const types = [...new Set(critical.flatMap(({ config }) => config.hostTypes.map(toNfc)))];
  const targets: RouteTarget[] = [
    { kind: "other_hosts" },
    ...types.map((type) => ({ kind: "host_type" as const, type })),
  ];
  const [tableBefore, tableAfter] = [new RouteTable(critical), new RouteTable(after.filter(isCritical))];
  return targets.filter(
    (target) => tableBefore.routesAt(target).length > 0 && tableAfter.routesAt(target).length === 0,
  );
}

function isCritical({ config: { condition } }: RoutedAlert): boolean {
  return condition.kind === "threshold" && condition.alertLevel === "crit";
}

function describeTarget(target: RouteTarget): string {
  return target.kind === "host_type" ? `hosts of type ${target.type}` : "all hosts";
}

function changedIds({ changes }: PlanContents): ReadonlySet<number> {
  return new Set(changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])));
}

function warning(what: string): Problem {
  return { severity: "warning", what, remedy: "If this is not intended, change the definitions." };
}
