/**
 * Alert configurations: the hosts and the condition of an alert. They are read and written separately from the alert, and their fields
 * depend on the alert's kind. Specification: "Alert configuration". Facts CONFIG-1 to CONFIG-5.
 */
import * as z from "zod";
import { getOrAdd, toNfc } from "../../diagnostics";
import { hasAny, MalformedResponseError, type Parsed, specifiedObject, unwrap } from "../fields";
import { includesText } from "../text";
import { type AlertKind } from "./alert";
import { conditionFields, fieldsOfKind, fieldsParser, scopeFields } from "./fields";

/** The categories are an unordered set. */
export interface EventCondition extends Parsed<typeof conditionFields.event> {
  readonly kind: "event";
}

export interface ThresholdCondition extends Parsed<typeof conditionFields.threshold> {
  readonly kind: "threshold";
}

export type AlertCondition = EventCondition | ThresholdCondition;

export interface AlertConfig extends AlertScope {
  readonly condition: AlertCondition;
}

export interface LiveAlertConfig extends AlertConfig {
  /** Fields that the specification does not define. Writes send them back unchanged. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

const eventFields = { ...scopeFields, ...conditionFields.event };
const thresholdFields = { ...scopeFields, ...conditionFields.threshold };

export const eventConfigWire = specifiedObject(eventFields);

export const thresholdConfigWire = specifiedObject(thresholdFields);

export const alertConfigWire = z.union([thresholdConfigWire, eventConfigWire]);
export type AlertConfigWire = z.output<typeof eventConfigWire> | z.output<typeof thresholdConfigWire>;

const parseEventConfig = fieldsParser(eventFields);
const parseThresholdConfig = fieldsParser(thresholdFields);

const fieldsOfKinds: readonly string[] = Object.values(fieldsOfKind).flat();

/**
 * The configuration object of a response. Undefined if no configuration was ever written: no body, null, or an object without fields of
 * either kind.
 * @throws MalformedResponseError for a list, a text or an error, because it must not count as absent
 */
function configObject(value: unknown, subject: string): object | undefined {
  if (value === undefined || value === null) return undefined;
  const config = unwrap(value, fieldsOfKinds);
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new MalformedResponseError(`${subject}: not an object`);
  if (hasAny(config, fieldsOfKinds)) return config;
  for (const member of ["error", "message", "errors"]) {
    if (member in config || member in Object(value)) {
      throw new MalformedResponseError(`${subject}: unexpected member ${member}`);
    }
  }
  return undefined;
}

/** Whether the response contains a configuration of either kind. @throws MalformedResponseError */
export function isAlertConfig(value: unknown, subject = "alert configuration"): boolean {
  return configObject(value, subject) !== undefined;
}

/**
 * The configuration of an alert of the given kind; undefined if it was never written.
 * @throws MalformedResponseError for a partial configuration, or one of the other kind
 */
export function readAlertConfig(
  value: unknown,
  kind: AlertKind,
  subject = "alert configuration",
): LiveAlertConfig | undefined {
  const config = configObject(value, subject);
  if (config === undefined) return undefined;
  const other: AlertKind = kind === "event" ? "threshold" : "event";
  if (!hasAny(config, fieldsOfKind[kind]) && hasAny(config, fieldsOfKind[other])) {
    throw new MalformedResponseError(`${subject}: expected kind ${kind}, found ${other}`);
  }
  if (kind === "event") {
    const { values, unknownFields } = parseEventConfig(config, subject);
    const { hosts, host_types, ...condition } = values;
    return { hosts, host_types, condition: { kind, ...condition }, unknownFields };
  }
  const { values, unknownFields } = parseThresholdConfig(config, subject);
  const { hosts, host_types, ...condition } = values;
  return { hosts, host_types, condition: { kind, ...condition }, unknownFields };
}

export function writeAlertConfig(
  config: AlertConfig,
  unknownFields: Readonly<Record<string, unknown>> = {},
): AlertConfigWire {
  const { condition } = config;
  const scope = { ...unknownFields, ...scopeOf(config) };
  if (condition.kind === "event") return { ...scope, categories: [...condition.categories] };
  const { kind: _, ...fields } = condition;
  return { ...scope, ...fields };
}

/** The listed hosts and all hosts of the types, or all hosts if both are empty. Definitions refer to hosts by name too. */
export interface AlertScope<HostReference = number> {
  /** IDs of hosts, an unordered set. */
  readonly hosts: readonly HostReference[];
  /** Database types, an unordered set. */
  readonly host_types: readonly string[];
}

export const allHosts: AlertScope<never> = { hosts: [], host_types: [] };

export function hostsOfTypes(...types: readonly string[]): AlertScope<never> {
  return { hosts: [], host_types: types };
}

export function scopeOf<HostReference>({ hosts, host_types }: AlertScope<HostReference>): {
  hosts: HostReference[];
  host_types: string[];
} {
  return { hosts: [...hosts], host_types: [...host_types] };
}

/** The host types of the scope, in NFC. */
export function typesInScope({ host_types }: AlertScope<unknown>): string[] {
  return host_types.map(toNfc);
}

export function includesAllHosts({ hosts, host_types }: AlertScope<unknown>): boolean {
  return hosts.length === 0 && host_types.length === 0;
}

/**
 * Whether an alert with the scope applies to the host.
 *
 * @param host undefined for a global event, to which only a scope of all hosts applies
 */
export function isInScope(
  scope: AlertScope,
  host: { readonly id: number; readonly type: string } | undefined,
): boolean {
  if (includesAllHosts(scope)) return true;
  return (
    host !== undefined && (includesId(scope.hosts, host.id) || includesText(scope.host_types, host.type))
  );
}

const longLists = new WeakMap<readonly number[], ReadonlySet<number>>();

/** Indexes a long list once, because it is asked for many hosts. */
function includesId(ids: readonly number[], id: number): boolean {
  return ids.length < 20 ? ids.includes(id) : getOrAdd(longLists, ids, () => new Set(ids)).has(id);
}
