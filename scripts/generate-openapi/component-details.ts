/** Adds what the specification does not state to the schemas: notes on properties, and the emulator's limits of sizes in request bodies. */
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

const ofEmulator = "Not in the specification. The emulator defines it.";
const isGlobal = "Omitted for a global event.";

/** What follows the descriptions, by component and property. */
const notes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AlertDuration: { name: ofEmulator, seconds: ofEmulator },
  AlertPolicy: { name: ofEmulator, seconds: ofEmulator },
  Destination: {
    status:
      "The specification does not define them. In the emulator, 1 means that the last delivery succeeded, and 0 that it failed.",
  },
  Event: { host: isGlobal },
  EventCreation: { host: isGlobal },
  Host: {
    status: "The specification does not define it. In the emulator, 1 means seen recently, and 0 means not.",
    tags: "Only with nest=tags.",
  },
  Integration: { name: ofEmulator },
  QueryDigest: { tags: "Only for a single digest with tags=1." },
  QuerySample: {
    FailedRules: "Null if there are none.",
    latency: "The specification does not define the unit. The emulator uses seconds.",
    plan: "Null if there is none. Omitted with detail=1.",
    text: "Encoded in base64. Omitted with detail=1.",
  },
};

export function addNotes(components: Components): void {
  for (const [name, noted] of Object.entries(notes)) {
    const component = objectIn(components.get(name));
    const properties = objectIn(component.properties);
    const withNotes = Object.entries(noted).map(([property, note]) => {
      const schema = objectIn(properties[property]);
      return [property, { ...schema, description: `${String(schema.description)} ${note}` }];
    });
    components.set(name, { ...component, properties: { ...properties, ...Object.fromEntries(withNotes) } });
  }
}

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
