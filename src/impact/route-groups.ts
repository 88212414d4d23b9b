/** Groups targets with equal routes, for `dbmon routes`. */
import { type RoutedCause } from "../alerting";
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
  const groups = new Map<
    string,
    { readonly targets: RouteTarget[]; readonly routes: readonly CauseRoute[] }
  >();
  for (const target of targets) {
    const expected = causes.filter(({ kind }) => kind === "event" || target.kind !== "global_events");
    const routes = select(table.routesAt(target), expected, isFiltered);
    if (routes.length === 0) continue;
    const key = JSON.stringify([target.kind === "global_events", routes]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { targets: [target], routes });
    else group.targets.push(target);
  }
  return [...groups.values()];
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
