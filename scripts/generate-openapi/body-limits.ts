/** Adds the emulator's limits of sizes, which the specification does not state, to the schemas of request bodies. */
import { limits } from "../../src/emulator/rules/checks";
import { type Components, type Json } from "./json-schema";

const text = (maxLength: number) => ({ maxLength });
const list = (elements: Json = {}) => ({ maxItems: limits.listLength, items: elements });

const alert = {
  name: text(limits.nameLength),
  annotations: text(limits.annotationsLength),
  destinations: list(),
};
const filters = { hosts: list(), host_types: list(text(limits.hostTypeLength)) };

/** By component and property. */
const bodyLimits: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  AlertCreation: alert,
  AlertInput: alert,
  EventAlertConfigInput: { ...filters, categories: list(text(limits.categoryLength)) },
  EventCreation: { type: text(limits.eventTypeLength), message: text(limits.messageLength) },
  ThresholdAlertConfigInput: { ...filters, metric: text(limits.metricLength) },
};

export function addBodyLimits(components: Components): void {
  for (const [name, limited] of Object.entries(bodyLimits)) {
    const component = objectIn(components.get(name));
    const properties = objectIn(component.properties);
    const withLimits = Object.entries(limited).map(([property, limit]) => [
      property,
      merge(objectIn(properties[property]), limit),
    ]);
    components.set(name, { ...component, properties: { ...properties, ...Object.fromEntries(withLimits) } });
  }
}

function merge(schema: Json, { items, ...limit }: Json): Json {
  const elements = items === undefined ? {} : { items: { ...objectIn(schema.items), ...objectIn(items) } };
  return { ...schema, ...limit, ...elements };
}

function objectIn(value: unknown): Json {
  if (typeof value !== "object" || value === null)
    throw new Error("A limit is of a field that does not exist.");
  return { ...value };
}
