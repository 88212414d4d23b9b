/** Sizes of texts and lists. The schemas of the service leave them open, because the specification does. */
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
  checkTexts("host_types", config.host_types, limits.hostTypeLength);
  if (Array.isArray(config.categories)) checkTexts("categories", config.categories, limits.categoryLength);
  if (typeof config.metric === "string") checkLength("metric", config.metric, limits.metricLength);
}

/** @throws ApiError 400 */
export function checkEventSizes(event: EventCreation): void {
  checkLength("type", event.type, limits.eventTypeLength);
  checkLength("message", event.message, limits.messageLength);
}

function checkTexts(field: string, texts: readonly unknown[], length: number): void {
  checkCount(field, texts);
  texts.forEach((text, index) => {
    if (typeof text === "string" && text.length > length) throw tooLong([field, index], length);
  });
}

function checkLength(field: string, text: string, length: number): void {
  if (text.length > length) throw tooLong([field], length);
}

function checkCount(field: string, elements: readonly unknown[]): void {
  if (elements.length > limits.listLength) {
    throw badField([field], `has more than ${limits.listLength} elements`);
  }
}

function tooLong(path: readonly (string | number)[], length: number) {
  return badField(path, `is longer than ${length} characters`);
}
