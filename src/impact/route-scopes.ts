/** Targets as documents name them: one scope for several targets of a kind. */
import { type RouteChange } from "../plan-document";
import { type RouteTarget } from "./routes";

/** Where a route applies. */
export type RouteScope = Pick<RouteChange, "scope" | "hosts" | "host_types">;

/**
 * @param targets with the same routes
 * @param all targets: those of types and of other hosts together are all hosts
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
  return { id, ...(name === undefined ? {} : { name }) };
}
