/** Adds the emulator's limits of sizes, which the specification does not state, to the schemas of request bodies. */
import { limits, maxLengths } from "../../src/emulator/rules/checks";
import { type Components, type Json } from "./json-schema";

const text = (field: string) => ({ maxLength: maxLengths.get(field) });
const list = (elements: Json = {}) => ({ maxItems: limits.listLength, items: elements });

const alert = {
  name: text("name"),
  annotations: text("annotations"),
  destinations: list(),
};
const filters = { hosts: list(), host_types: list(text("host_types")) };

/** By component and property. */
const bodyLimits: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  AlertCreation: alert,
  AlertInput: alert,
  EventAlertConfigInput: { ...filters, categories: list(text("categories")) },
  EventCreation: { type: text("type"), message: text("message") },
  ThresholdAlertConfigInput: { ...filters, metric: text("metric") },
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
