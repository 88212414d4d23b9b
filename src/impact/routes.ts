/** Who is notified: the destinations of each level and category, by host. `alerting` decides which alerts a cause fires. */
import { type ConfiguredAlert, type RoutedCause, routesTo } from "../alerting";
import { compareTexts, toNfc } from "../diagnostics";
import { type AlertLevel, alertLevels, type Host, includesAllHosts, typesInScope } from "../service";

/** An alert with its name, live or desired. A desired alert may have no ID. */
export type RoutedAlert = Omit<ConfiguredAlert, "id"> & { readonly name: string };

/**
 * Where a cause can occur. Without the hosts of the environment, the hosts that alerts name, the types that alerts name, and the other
 * hosts stand for all hosts.
 */
export type RouteTarget =
  | {
      readonly kind: "host";
      readonly id: number;
      readonly name?: string | undefined;
      /** Undefined if it is unknown. Alerts that only name the type are then left out. */
      readonly type?: string | undefined;
    }
  | { readonly kind: "host_type"; readonly type: string }
  | { readonly kind: "other_hosts" }
  | { readonly kind: "global_events" };

/** Destinations for a cause on a target. */
export interface CauseRoute {
  readonly cause: RoutedCause;
  /** IDs in ascending order. Empty if the cause notifies nobody. */
  readonly destinations: readonly number[];
  /** Names of the alerts that fire. */
  readonly alerts: readonly string[];
}

/** The levels of threshold alerts, highest first. */
export const levelsByImportance: readonly AlertLevel[] = [...alertLevels].reverse();

/**
 * Finds the routes of alerts.
 * @example
 * const table = new RouteTable(alerts);
 * table.routesAt({ kind: "host", id: 2, type: "mysql" }).map(({ destinations }) => destinations);
 */
export class RouteTable {
  /** Of the enabled alerts, sorted. */
  readonly categories: readonly string[];
  readonly #alerts: readonly RoutedAlert[];
  readonly #unfiltered: number[] = [];
  readonly #byHost = new Map<number, number[]>();
  readonly #byType = new Map<string, number[]>();
  readonly #routes = new Map<string, readonly CauseRoute[]>();

  constructor(alerts: readonly RoutedAlert[]) {
    this.#alerts = alerts.filter(({ disabled }) => !disabled);
    for (const [index, { config }] of this.#alerts.entries()) {
      if (includesAllHosts(config)) this.#unfiltered.push(index);
      for (const host of config.hosts) addTo(this.#byHost, host, index);
      for (const type of typesInScope(config)) addTo(this.#byType, type, index);
    }
    const categories = this.#alerts.flatMap(({ config }) => causesOf(config.condition)).filter(isEvent);
    this.categories = [...new Set(categories.map(({ category }) => category))].sort(compareTexts);
  }

  /** The causes that fire an alert on the target: levels, highest first, then categories. */
  routesAt(target: RouteTarget): readonly CauseRoute[] {
    // Hosts that no alert lists have the routes of their type.
    const isListed = target.kind === "host" && this.#byHost.has(target.id);
    const scope =
      target.kind === "global_events" ? target.kind : `type ${"type" in target ? (target.type ?? "") : ""}`;
    const known = isListed ? undefined : this.#routes.get(scope);
    const routes = known ?? this.#findRoutes(target);
    if (!isListed) this.#routes.set(scope, routes);
    return routes;
  }

  #findRoutes(target: RouteTarget): CauseRoute[] {
    const byCause = new Map<string, { readonly cause: RoutedCause; readonly alerts: RoutedAlert[] }>();
    for (const alert of this.#alertsAt(target)) {
      for (const cause of causesOf(alert.config.condition)) {
        const key = causeKey(cause);
        const group = byCause.get(key);
        if (group === undefined) byCause.set(key, { cause, alerts: [alert] });
        else group.alerts.push(alert);
      }
    }
    return [...byCause.values()]
      .flatMap(({ cause, alerts }): CauseRoute[] => {
        const routes = routesTo(alerts, cause, hostOf(target));
        if (routes.length === 0) return [];
        const destinations = [...new Set(routes.flatMap((route) => route.destinations))];
        const names = routes.map(({ name }) => name);
        return [
          { cause, destinations: destinations.sort((a, b) => a - b), alerts: names.sort(compareTexts) },
        ];
      })
      .sort((a, b) => compareCauses(a.cause, b.cause));
  }

  /** The alerts that can fire on the target, each once. Metrics belong to hosts, so a threshold alert never fires on a global event. */
  #alertsAt(target: RouteTarget): RoutedAlert[] {
    const host = target.kind === "host" ? (this.#byHost.get(target.id) ?? []) : [];
    const type = "type" in target ? (this.#byType.get(toNfc(target.type ?? "")) ?? []) : [];
    const alerts = [...new Set([...this.#unfiltered, ...host, ...type])].flatMap(
      (index) => this.#alerts[index] ?? [],
    );
    return target.kind === "global_events"
      ? alerts.filter(({ config }) => config.condition.kind === "event")
      : alerts;
  }
}

/**
 * All targets of the environment, or without its hosts, the targets that alerts name.
 * @param hosts undefined if they are unknown
 * @param names of hosts by ID, if the hosts are unknown
 */
export function routeTargets(
  alerts: readonly RoutedAlert[],
  hosts: readonly Host[] | undefined,
  names: Readonly<Record<string, string>> = {},
): RouteTarget[] {
  if (hosts !== undefined) {
    const targets = hosts.map(({ id, name, type }) => ({ kind: "host" as const, id, name, type }));
    return [...targets.sort((a, b) => compareTexts(a.name ?? "", b.name ?? "") || a.id - b.id), globalEvents];
  }
  const ids = [...new Set(alerts.flatMap(({ config }) => config.hosts))].sort((a, b) => a - b);
  const types = [...new Set(alerts.flatMap(({ config }) => typesInScope(config)))].sort(compareTexts);
  return [
    ...ids.map((id) => ({ kind: "host" as const, id, name: names[String(id)] })),
    ...types.map((type) => ({ kind: "host_type" as const, type })),
    { kind: "other_hosts" },
    globalEvents,
  ];
}

const globalEvents: RouteTarget = { kind: "global_events" };

/** The causes that the alert fires on. */
function causesOf(condition: ConfiguredAlert["config"]["condition"]): RoutedCause[] {
  if (condition.kind === "threshold") return [{ kind: "threshold", level: condition.alert_level }];
  return condition.categories.map((category) => ({ kind: "event", category }));
}

function isEvent(cause: RoutedCause): cause is Extract<RoutedCause, { readonly kind: "event" }> {
  return cause.kind === "event";
}

export function causeKey(cause: RoutedCause): string {
  return isEvent(cause) ? `event ${cause.category}` : `level ${cause.level}`;
}

export function compareCauses(a: RoutedCause, b: RoutedCause): number {
  if (isEvent(a) || isEvent(b)) {
    return isEvent(a) && isEvent(b) ? compareTexts(a.category, b.category) : isEvent(a) ? 1 : -1;
  }
  return levelsByImportance.indexOf(a.level) - levelsByImportance.indexOf(b.level);
}

/** No host has the ID -1, and no alert names the type "". */
function hostOf(target: RouteTarget): { readonly id: number; readonly type: string } | undefined {
  switch (target.kind) {
    case "host":
      return { id: target.id, type: target.type ?? "" };
    case "host_type":
      return { id: -1, type: target.type };
    case "other_hosts":
      return { id: -1, type: "" };
    case "global_events":
      return undefined;
  }
}

function addTo<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const indexes = map.get(key);
  if (indexes === undefined) map.set(key, [index]);
  else indexes.push(index);
}
