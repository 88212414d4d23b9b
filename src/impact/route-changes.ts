/** The difference that a plan makes to who is notified. */
import { configOf, type PartialLiveAlert, type PlanContents } from "../reconcile";
import { type ObjectNames, type RouteChanges } from "../plan-document";
import { type Host } from "../service";
import { describeTargets } from "./route-scopes";
import {
  causeKey,
  type CauseRoute,
  compareCauses,
  type RoutedAlert,
  RouteTable,
  type RouteTarget,
  routeTargets,
} from "./routes";

export interface RouteObjects {
  /** Undefined if the hosts were not read. The result then names hosts that alerts list, and types of hosts. */
  readonly hosts?: readonly Host[] | undefined;
  readonly names?: ObjectNames | undefined;
}

/** The alerts before and after a plan. */
export interface AlertsOfPlan {
  readonly before: readonly RoutedAlert[];
  readonly after: readonly RoutedAlert[];
  /** Number of active live alerts in neither, because their configurations were not read. */
  readonly excluded: number;
}

/** @param live all live alerts of a supported kind, with the configurations that were read */
export function alertsOfPlan({ changes }: PlanContents, live: readonly PartialLiveAlert[]): AlertsOfPlan {
  const changed = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  const others = live.filter(({ alert }) => !changed.has(alert.id));
  const unchanged = others.flatMap(liveAlert);
  return {
    before: [
      ...unchanged,
      ...changes.flatMap((change) => (change.action === "create" ? [] : liveAlert(change.live))),
    ],
    after: [
      ...unchanged,
      ...changes.flatMap((change) =>
        change.action === "delete" ? [] : [{ ...change.desired, config: configOf(change.desired) }],
      ),
    ],
    excluded: others.filter(({ alert, config }) => config === undefined && !alert.disabled).length,
  };
}

/** Empty for an alert without a configuration, which cannot fire. */
export function liveAlert({ alert, config }: PartialLiveAlert): RoutedAlert[] {
  return config === undefined ? [] : [{ ...alert, config }];
}

/** Undefined if the plan does not change who is notified. Equal differences of several hosts are one change. */
export function compareRoutes(
  { before, after, excluded }: AlertsOfPlan,
  { hosts, names = {} }: RouteObjects,
): RouteChanges | undefined {
  const [tableBefore, tableAfter] = [new RouteTable(before), new RouteTable(after)];
  const targets = routeTargets([...before, ...after], hosts, names.hosts);
  const groups = new Map<string, RouteDifference & { readonly targets: RouteTarget[] }>();
  for (const target of targets) {
    for (const difference of differences(tableBefore.routesAt(target), tableAfter.routesAt(target))) {
      const { cause, from, to } = difference;
      const key = JSON.stringify([target.kind === "global_events", causeKey(cause), from, to]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { ...difference, targets: [target] });
      else group.targets.push(target);
    }
  }
  if (groups.size === 0) return undefined;
  const changes = [...groups.values()].flatMap((group) =>
    describeTargets(group.targets, targets).map((scope) => ({
      ...scope,
      ...(group.cause.kind === "event" ? { event: group.cause.category } : { level: group.cause.level }),
      before: group.from.map((id) => withName(id, names.destinations)),
      after: group.to.map((id) => withName(id, names.destinations)),
    })),
  );
  return { changes, excluded_alerts: excluded };
}

interface RouteDifference {
  readonly cause: CauseRoute["cause"];
  /** IDs of destinations. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function differences(before: readonly CauseRoute[], after: readonly CauseRoute[]): RouteDifference[] {
  const byCause = new Map<string, RouteDifference>();
  for (const { cause, destinations } of before) {
    byCause.set(causeKey(cause), { cause, from: destinations, to: [] });
  }
  for (const { cause, destinations } of after) {
    const { from = [] } = byCause.get(causeKey(cause)) ?? {};
    byCause.set(causeKey(cause), { cause, from, to: destinations });
  }
  return [...byCause.values()]
    .filter(({ from, to }) => from.join() !== to.join())
    .sort((a, b) => compareCauses(a.cause, b.cause));
}

function withName(id: number, names: Readonly<Record<string, string>> = {}) {
  const name = names[String(id)];
  return { id, ...(name === undefined ? {} : { name }) };
}
