/** Limits that the specification does not state, and checks of requests: sizes, and references to existing objects. */
import { type FieldStep } from "../../diagnostics";
import { type AlertConfigWire, type AlertCreation, type EventCreation } from "../../service";
import { badField } from "../http/input";
import { type EnvironmentStore } from "../store/store";

/** Limits that the specification does not state. docs/emulator.md lists them. */
export const limits = {
  bodyBytes: 1024 * 1024,
  /** Bytes of an oversize body that are read and discarded, so that the client can read the 413 response. */
  drainedBytes: 16 * 1024 * 1024,
  controlBodyBytes: 64 * 1024 * 1024,
  bodyDepth: 32,
  nameLength: 255,
  annotationsLength: 10_000,
  metricLength: 512,
  hostTypeLength: 64,
  categoryLength: 255,
  listLength: 1000,
  eventTypeLength: 255,
  messageLength: 10_000,
  /** Items of the query parameter `tags`. */
  tagItems: 100,
  defaultSamples: 100,
  maxSamples: 1000,
  maxEvents: 20_000,
} as const;

/** @throws ApiError 400 */
export function checkAlertSizes(alert: AlertCreation): void {
  checkLength("name", alert.name, limits.nameLength);
  checkLength("annotations", alert.annotations, limits.annotationsLength);
  checkCount("destinations", alert.destinations);
}

/** @throws ApiError 400 */
export function checkConfigSizes(config: AlertConfigWire): void {
  checkCount("hosts", config.hosts);
  checkStrings("host_types", config.host_types, limits.hostTypeLength);
  if (Array.isArray(config.categories)) checkStrings("categories", config.categories, limits.categoryLength);
  if (typeof config.metric === "string") checkLength("metric", config.metric, limits.metricLength);
}

/** @throws ApiError 400 */
export function checkEventSizes(event: EventCreation): void {
  checkLength("type", event.type, limits.eventTypeLength);
  checkLength("message", event.message, limits.messageLength);
}

function checkStrings(field: string, elements: readonly unknown[], maxLength: number): void {
  checkCount(field, elements);
  elements.forEach((element, index) => {
    if (typeof element === "string" && isLonger(element, maxLength)) throw tooLong([field, index], maxLength);
  });
}

function checkLength(field: string, text: string, maxLength: number): void {
  if (isLonger(text, maxLength)) throw tooLong([field], maxLength);
}

/** Counts code points, like `maxLength` in JSON Schema. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && Array.from(text).length > maxLength;
}

function checkCount(field: string, elements: readonly unknown[]): void {
  if (elements.length > limits.listLength) {
    throw badField([field], `has more than ${limits.listLength} elements`);
  }
}

function tooLong(path: readonly (string | number)[], maxLength: number) {
  return badField(path, `is longer than ${maxLength} characters`);
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
