/** Compares who is notified before and after a plan. */
import { type RoutedCause } from "../alerting";
import { groupBy, omitUndefined } from "../diagnostics";
import { type ObjectNames, type RouteChange, type RouteChanges } from "../plan-document";
import { type AlertLevel, type Host } from "../service";
import { type AlertsOfPlan } from "./alerts-of-plan";
import {
  causeKey,
  type CauseRoute,
  compareCauses,
  levelsByImportance,
  routedAlerts,
  RouteTable,
  type RouteTarget,
  routeTargets,
} from "./routes";

/** Selects causes. Without levels and categories, all are selected. */
export interface CauseSelection {
  readonly levels?: readonly AlertLevel[] | undefined;
  readonly categories?: readonly string[] | undefined;
}

export interface RouteGroup {
  readonly targets: readonly RouteTarget[];
  /** Levels that notify nobody are included, and categories if they are selected. */
  readonly routes: readonly CauseRoute[];
}

/** The routes of each target, grouped where they are equal. */
export function groupRoutes(
  table: RouteTable,
  targets: readonly RouteTarget[],
  { levels, categories }: CauseSelection = {},
): RouteGroup[] {
  const isFiltered = levels !== undefined || categories !== undefined;
  const causes: RoutedCause[] = [
    ...(isFiltered ? (levels ?? []) : levelsByImportance).map((level) => ({
      kind: "threshold" as const,
      level,
    })),
    ...(categories ?? []).map((category) => ({ kind: "event" as const, category })),
  ];
  const routed = targets.map((target) => {
    const expected = causes.filter(({ kind }) => kind === "event" || target.kind !== "global_events");
    return { target, routes: select(table.routesAt(target), expected, isFiltered) };
  });
  const groups = groupBy(
    routed.filter(({ routes }) => routes.length > 0),
    ({ target, routes }) => JSON.stringify([target.kind === "global_events", routes]),
  );
  return [...groups.values()].map((group) => ({
    targets: group.map(({ target }) => target),
    routes: group[0]?.routes ?? [],
  }));
}

/** The routes of the expected causes, empty where there are none, and all others unless they are filtered. */
function select(
  routes: readonly CauseRoute[],
  expected: readonly RoutedCause[],
  isFiltered: boolean,
): readonly CauseRoute[] {
  const byCause = new Map(routes.map((route) => [causeKey(route.cause), route]));
  const selected = expected.map(
    (cause) => byCause.get(causeKey(cause)) ?? { cause, destinations: [], alerts: [] },
  );
  const keys = new Set(expected.map(causeKey));
  const others = isFiltered ? [] : routes.filter(({ cause }) => !keys.has(causeKey(cause)));
  return [...selected, ...others].sort((a, b) => compareCauses(a.cause, b.cause));
}

export type RouteScope = Pick<RouteChange, "scope" | "hosts" | "host_types">;

export function describeTargets(targets: readonly RouteTarget[], all: readonly RouteTarget[]): RouteScope[] {
  const onHosts = targets.filter(({ kind }) => kind !== "global_events");
  const isEverywhere = onHosts.length === all.filter(({ kind }) => kind !== "global_events").length;
  if (isEverywhere && onHosts.some(({ kind }) => kind === "other_hosts")) {
    return [{ scope: "all_hosts" }, ...scopesOf(targets.filter(({ kind }) => kind === "global_events"))];
  }
  return scopesOf(targets);
}

function scopesOf(targets: readonly RouteTarget[]): RouteScope[] {
  const hosts = targets.flatMap((target) =>
    target.kind === "host" ? [withName(target.id, target.name)] : [],
  );
  const types = targets.flatMap((target) => (target.kind === "host_type" ? [target.type] : []));
  const has = (kind: RouteTarget["kind"]) => targets.some((target) => target.kind === kind);
  return [
    ...(hosts.length === 0 ? [] : [{ scope: "hosts" as const, hosts }]),
    ...(types.length === 0 ? [] : [{ scope: "host_types" as const, host_types: types }]),
    ...(has("other_hosts") ? [{ scope: "other_hosts" as const }] : []),
    ...(has("global_events") ? [{ scope: "global_events" as const }] : []),
  ];
}

export interface RouteObjects {
  /** Undefined if the hosts were not read. Then the result has the hosts and host types that alerts list. */
  readonly hosts?: readonly Host[] | undefined;
  readonly names?: ObjectNames | undefined;
}

/** Returns undefined if the plan does not change who is notified. Merges equal differences of several hosts into one change. */
export function compareRoutes(
  alerts: AlertsOfPlan,
  { hosts, names = {} }: RouteObjects,
): RouteChanges | undefined {
  const [before, after] = [routedAlerts(alerts.before), routedAlerts(alerts.after)];
  const [tableBefore, tableAfter] = [new RouteTable(before), new RouteTable(after)];
  const targets = routeTargets([...before, ...after], hosts, names.hosts);
  const found = targets.flatMap((target) =>
    differences(tableBefore.routesAt(target), tableAfter.routesAt(target)).map((difference) => ({
      ...difference,
      target,
    })),
  );
  if (found.length === 0) return undefined;
  const groups = groupBy(found, ({ target, cause, from, to }) =>
    JSON.stringify([target.kind === "global_events", causeKey(cause), from, to]),
  );
  const named = (ids: readonly number[]) => ids.map((id) => withName(id, names.destinations?.[String(id)]));
  let size = 0;
  const written = [...groups.values()].filter(([first]) => {
    size += (first?.from.length ?? 0) + (first?.to.length ?? 0);
    return size <= maxDestinations;
  });
  const omitted = groups.size - written.length;
  const changes = written.flatMap((group) => {
    const scopes = describeTargets(
      group.map(({ target }) => target),
      targets,
    );
    return group.slice(0, 1).flatMap(({ cause, from, to }) =>
      scopes.map((scope) => ({
        ...scope,
        ...(cause.kind === "event" ? { event: cause.category } : { level: cause.level }),
        before: named(from),
        after: named(to),
      })),
    );
  });
  return {
    changes,
    ...(omitted === 0 ? {} : { omitted_changes: omitted }),
    excluded_alerts: alerts.excluded,
  };
}

/** Of all changes. Each category of an alert is a change that lists all destinations of the alert. */
const maxDestinations = 100_000;

interface RouteDifference {
  readonly cause: CauseRoute["cause"];
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

function withName(id: number, name: string | undefined) {
  return { id, ...omitUndefined({ name }) };
}
