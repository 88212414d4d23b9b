/** Limits that the specification does not state, and checks of requests: sizes, and references to existing objects. */
import { type FieldStep } from "../../diagnostics";
import { type AlertConfigWire, type AlertCreation } from "../../service";
import { badField } from "../http/input";
import { type EnvironmentStore } from "../store/store";

/** Limits that the specification does not state. docs/internals/emulator.md lists them. */
export const limits = {
  bodyBytes: 1024 * 1024,
  /** Bytes of an oversize body that are read and discarded, so that the client can read the 413 response. */
  drainedBytes: 16 * 1024 * 1024,
  controlBodyBytes: 64 * 1024 * 1024,
  bodyDepth: 32,
  listLength: 1000,
  /** Of the query parameter `filter`, because longer patterns exceed the limit of SQLite. */
  filterLength: 10_000,
  /** Items of the query parameter `tags`. */
  tagItems: 100,
  defaultSamples: 100,
  maxSamples: 1000,
  maxEvents: 20_000,
} as const;

/** In characters, by the field that contains the string or a list of strings. */
export const maxLengths: ReadonlyMap<string, number> = new Map([
  ["name", 255],
  ["annotations", 10_000],
  ["metric", 512],
  ["host_types", 64],
  ["categories", 255],
  ["type", 255],
  ["message", 10_000],
]);

/** @throws ApiError 400 if one of the fields has a text or a list that is too long */
export function checkSizes(object: Readonly<Record<string, unknown>>, fields: readonly string[]): void {
  for (const field of fields) {
    const value = object[field];
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    if (elements.length > limits.listLength)
      throw badField([field], `has more than ${limits.listLength} elements`);
    elements.forEach((element, index) => {
      checkLength(field, element, index);
    });
    checkLength(field, value);
  }
}

/** Counts code points, like `maxLength` in JSON Schema. */
function checkLength(field: string, text: unknown, ...index: number[]): void {
  const maxLength = maxLengths.get(field) ?? Infinity;
  if (typeof text === "string" && text.length > maxLength && Array.from(text).length > maxLength)
    throw badField([field, ...index], `is longer than ${maxLength} characters`);
}

/** @throws ApiError 400 if the policy or a destination does not exist */
export function checkAlertReferences(alert: AlertCreation, environment: EnvironmentStore): void {
  if (environment.policies.get(alert.policy) === undefined) {
    throw unknownReference(["policy"], "alert policy", alert.policy);
  }
  alert.destinations.forEach((id, index) => {
    if (environment.destinations.get(id) === undefined) {
      throw unknownReference(["destinations", index], "destination", id);
    }
  });
}

/** @throws ApiError 400 if a host or the duration does not exist */
export function checkConfigReferences(config: AlertConfigWire, environment: EnvironmentStore): void {
  config.hosts.forEach((id, index) => {
    checkHostReference(["hosts", index], id, environment);
  });
  const { duration } = config;
  if (typeof duration === "number" && environment.durations.get(duration) === undefined) {
    throw unknownReference(["duration"], "alert duration", duration);
  }
}

/** @throws ApiError 400 if the host does not exist or is deleted */
export function checkHostReference(
  field: readonly FieldStep[],
  id: number,
  environment: EnvironmentStore,
): void {
  const host = environment.hosts.get(id);
  if (host === undefined) throw unknownReference(field, "host", id);
  if (host.deleted !== 0) throw badField(field, `refers to host ${id}, which is deleted`);
}

/** @param kind what the ID should refer to, for example `alert policy` */
export function unknownReference(field: readonly FieldStep[], kind: string, id: number) {
  return badField(field, `refers to ${kind} ${id}, which does not exist`);
}
