/** Alerts as expressions see them: with the keys of a definitions file, and names instead of IDs. */
import { toNfc } from "../diagnostics";
import { type ObjectNames } from "../plan-document";
import {
  type AlertDefinition,
  type AlertVersion,
  type CatalogKey,
  type DesiredAlert,
  type Reference,
  selectsHosts,
} from "../reconcile";
import { type AlertScope, attributesOf, parseTimeSpan, scopeOf, writeMute } from "../service";

export type AlertValue = Readonly<Record<string, unknown>>;

type WrittenAlert = Omit<AlertVersion, "policy" | "destinations" | "config"> &
  Partial<Pick<DesiredAlert, "renamedFrom" | "mute" | "ignore" | "hostTags" | "allowNoHosts">> & {
    readonly policy: Reference;
    readonly destinations: readonly Reference[];
    readonly config?: Pick<AlertDefinition, keyof AlertScope | "condition"> | undefined;
  };

/** @param names of the objects by ID. An object without a name has its ID @returns the alert, whose strings are in NFC */
export function alertValueOf(
  {
    name,
    annotations,
    policy,
    disabled,
    destinations,
    config,
    renamedFrom,
    mute,
    ignore,
    hostTags,
    allowNoHosts,
  }: WrittenAlert,
  names: ObjectNames = {},
): AlertValue {
  const nameOf = (key: CatalogKey, reference: Reference) =>
    names[key]?.[String(reference)] ?? String(reference);
  const { event, threshold } = config === undefined ? {} : attributesOf(config.condition);
  const scope = config && scopeOf(config);
  const value = {
    name,
    annotations,
    policy: nameOf("policies", policy),
    disabled,
    destinations: destinations.map((reference) => nameOf("destinations", reference)),
    ...scope,
    hosts: scope?.hosts.map((reference) => nameOf("hosts", reference)),
    muted: mute && writeMute(mute),
    renamed_from: renamedFrom,
    ignore,
    host_tags: hostTags,
    allow_no_hosts: allowNoHosts,
    event,
    threshold: threshold && { ...threshold, duration: nameOf("durations", threshold.duration) },
  };
  return namesAndNfc(value);
}

/** Strings in NFC, and an ID without a name as a string. */
export function namesAndNfc(value: object): AlertValue {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (typeof member === "number" && key !== "trigger" && key !== "reset") return String(member);
    return typeof member === "string" ? toNfc(member) : member;
  }) as AlertValue;
}

/** The fields of a definition whose names are known only to the service: IDs without a name, and durations by their time. */
export function unresolvedFields(definition: AlertDefinition, names: ObjectNames): string[] {
  const { policy, destinations, hosts, condition } = definition;
  const isId = (reference: Reference, key: CatalogKey) =>
    typeof reference === "number" && names[key]?.[String(reference)] === undefined;
  const isTime = (reference: Reference) => parseTimeSpan(String(reference)) !== undefined;
  return [
    ...(isId(policy, "policies") ? ["policy"] : []),
    ...(destinations.some((reference) => isId(reference, "destinations")) ? ["destinations"] : []),
    ...(selectsHosts(definition) || hosts.some((reference) => isId(reference, "hosts")) ? ["hosts"] : []),
    ...(condition.kind === "threshold" &&
    (isId(condition.duration, "durations") || isTime(condition.duration))
      ? ["threshold.duration"]
      : []),
  ];
}
