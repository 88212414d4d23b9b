/** Compares who is notified before and after a plan. */
import { groupBy, omitUndefined } from "../diagnostics";
import { type ObjectNames, type RouteChanges } from "../plan-document";
import { type Host } from "../service";
import { type AlertsOfPlan } from "./alerts-of-plan";
import { describeTargets } from "./route-groups";
import { causeKey, type CauseRoute, compareCauses, routedAlerts, RouteTable, routeTargets } from "./routes";

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
  const named = (ids: readonly number[]) => ids.map((id) => withName(id, names.destinations));
  const changes = [...groups.values()].flatMap((group) => {
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
  return { changes, excluded_alerts: alerts.excluded };
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
  return { id, ...omitUndefined({ name: names[String(id)] }) };
}
