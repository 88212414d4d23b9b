/** Groups targets with equal routes, and names the groups. */
import { type RoutedCause } from "../alerting";
import { groupBy, omitUndefined } from "../diagnostics";
import { type RouteChange } from "../plan-document";
import { type AlertLevel } from "../service";
import {
  causeKey,
  type CauseRoute,
  compareCauses,
  levelsByImportance,
  type RouteTable,
  type RouteTarget,
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

/**
 * The routes of each target, grouped where they are equal.
 * @example
 * const table = new RouteTable(alerts);
 * groupRoutes(table, routeTargets(alerts, hosts), { levels: ["crit"] });
 */
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

/** Where a route applies. */
export type RouteScope = Pick<RouteChange, "scope" | "hosts" | "host_types">;

/**
 * @param targets with the same routes
 * @param all the targets of the environment
 */
export function describeTargets(targets: readonly RouteTarget[], all: readonly RouteTarget[]): RouteScope[] {
  const onHosts = targets.filter(({ kind }) => kind !== "global_events");
  const isEverywhere = onHosts.length === all.filter(({ kind }) => kind !== "global_events").length;
  if (isEverywhere && onHosts.some(({ kind }) => kind === "other_hosts")) {
    return [{ scope: "all_hosts" }, ...scopesOf(targets.filter(({ kind }) => kind === "global_events"))];
  }
  return scopesOf(targets);
}

function scopesOf(targets: readonly RouteTarget[]): RouteScope[] {
  const hosts = targets.flatMap((target) => (target.kind === "host" ? [writeHost(target)] : []));
  const types = targets.flatMap((target) => (target.kind === "host_type" ? [target.type] : []));
  const has = (kind: RouteTarget["kind"]) => targets.some((target) => target.kind === kind);
  return [
    ...(hosts.length === 0 ? [] : [{ scope: "hosts" as const, hosts }]),
    ...(types.length === 0 ? [] : [{ scope: "host_types" as const, host_types: types }]),
    ...(has("other_hosts") ? [{ scope: "other_hosts" as const }] : []),
    ...(has("global_events") ? [{ scope: "global_events" as const }] : []),
  ];
}

function writeHost({ id, name }: Extract<RouteTarget, { readonly kind: "host" }>) {
  return { id, ...omitUndefined({ name }) };
}
