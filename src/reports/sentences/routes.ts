/** Sentences about who is notified, before and after a plan. */
import { formatCount, joinFirst, quote } from "../../diagnostics";
import { type RouteChange, type RouteChanges } from "../../plan-document";

/** Hosts, host types or destinations of one line. */
const maxNames = 20;
const maxLines = 100;

type RoutedHosts = Pick<RouteChange, "scope" | "host_types"> & { readonly hosts?: readonly RouteObject[] };
interface RouteObject {
  readonly id?: number;
  readonly name?: string;
}

export const routesTitle = "Notifications";

type RouteRow = readonly [target: string, cause: string, before: string, after: string];

/** The difference that a plan makes. */
export function routeRows({ changes, excluded_alerts: excluded }: RouteChanges): RouteRow[] {
  const nobody = excluded === 0 ? undefined : nobodyByDefinitions;
  const format = (destinations: RouteChange["before"]) => formatDestinations(destinations, nobody, maxNames);
  return changes
    .slice(0, maxLines)
    .map((change) => [
      formatTarget(change),
      formatCause(change),
      format(change.before),
      format(change.after),
    ]);
}

/** `db-2: crit: #db-alerts -> nobody`, if no other alert can notify anybody. */
export function routeLines(routes: RouteChanges): string[] {
  return routeRows(routes).map(
    ([target, cause, before, after]) => `${target}: ${cause}: ${before} -> ${after}`,
  );
}

/** Sentences after the rows. */
export function routeNotes(routes: RouteChanges): string[] {
  const { changes, omitted_changes: unlisted = 0, excluded_alerts: excluded } = routes;
  const omitted = changes.length + unlisted - Math.min(changes.length, maxLines);
  return [
    ...(omitted > 0 ? [`and ${omitted} more (--json lists ${unlisted > 0 ? "more" : "all"})`] : []),
    ...(excluded === 0
      ? []
      : [
          `Not included: ${formatCount(excluded, "active unmanaged alert")} whose configurations were not read.`,
        ]),
  ];
}

/** `db-1, db-2`, `hosts of type mysql`, `other hosts`, `all hosts` or `global events`. */
export function formatTarget({ scope, hosts = [], host_types: types = [] }: RoutedHosts): string {
  if (scope === "hosts") return joinFirst(hosts, maxNames, (host) => formatObject(host, "host"));
  return scope === "host_types" ? `hosts of type ${joinFirst(types, maxNames)}` : scope.replace("_", " ");
}

/** `crit` or `event "code deployment"`. */
export function formatCause({ level, event }: Pick<RouteChange, "level" | "event">): string {
  return level ?? `event ${quote(event ?? "")}`;
}

/** Where live alerts that are not included may notify destinations. */
export const nobodyByDefinitions = "nobody by these definitions";

export function formatDestinations(
  destinations: readonly RouteObject[],
  nobody = "nobody",
  max = Infinity,
): string {
  if (destinations.length === 0) return nobody;
  return joinFirst(destinations, max, (destination) => formatObject(destination, "destination"));
}

function formatObject({ id, name }: RouteObject, kind: string): string {
  return name ?? `${kind} ${id ?? "?"}`;
}
