/** Checks the maximum sizes of strings and lists, which the specification does not state. */
import { type AlertConfigWire, type AlertCreation, type EventCreation } from "../../service";
import { badField } from "../http/api-error";
import { limits } from "../limits";

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
