/** The kinds of objects that the control endpoints add to an environment. docs/emulator.md lists the fields. */
import { createHash } from "node:crypto";
import * as z from "zod";
import {
  alertDurationWire,
  alertLevels,
  alertPolicyWire,
  type DestinationWire,
  destinationWire,
  type EventWire,
  type HostWire,
  hostWire,
  integrationWire,
  queryDigestWire,
  type QuerySampleWire,
  querySampleWire,
  queryTagWire,
} from "../../service";
import { type EvaluatorInput } from "../alert-evaluation";
import { type MetricRecord } from "../evaluator/records";
import { badField } from "../http/input";
import { checkHostReference, unknownReference } from "../rules/checks";
import { makeEvent } from "../rules/make-event";
import { type EnvironmentStore, type ObjectStore, type StoredDigest } from "../store/store";

interface AddContext {
  readonly store: EnvironmentStore;
  readonly evaluator: EvaluatorInput;
  /** Seconds since the Unix epoch. */
  readonly now: number;
}

const seconds = z.int().nonnegative();
const optionalId = { id: z.int().positive().optional() };
const named = { ...optionalId, name: z.string().min(1) };
const host = z.int().positive();
const hostOrName = z.union([host, z.string().min(1)]);

const hostInput = hostWire.extend({
  ...named,
  type: z.string().min(1),
  uuid: hostWire.shape.uuid.optional(),
  created: seconds.optional(),
  updated: seconds.optional(),
  lastSeen: seconds.optional(),
  deleted: seconds.default(0),
  parent: seconds.default(0),
  bindings: hostWire.shape.bindings.default([]),
  description: z.string().default(""),
  status: z.int().default(1),
  tags: z.array(z.string()).default([]),
  os: z.string().default("Linux"),
  arch: z.string().default("x86_64"),
  discovered: z.int().default(0),
});

const destinationInput = destinationWire.extend({
  ...named,
  config: destinationWire.shape.config.default({}),
  status: z.int().default(1),
  updated: z.int().optional(),
});

const digestInput = queryDigestWire.extend({
  firstSeen: seconds.optional(),
  lastSeen: seconds.optional(),
  hosts: z.array(host).default([]),
  tags: z.array(queryTagWire).default([]),
});

const sampleInput = querySampleWire.extend({
  host,
  db: z.string().default(""),
  user: z.string().default(""),
  origin: z.string().default(""),
  applicationName: z.string().default(""),
  ts: seconds.optional(),
  latency: z.number().nonnegative().default(0),
  text: z.string().default(""),
  truncated: z.boolean().default(false),
  plan: z.unknown().default(null),
  FailedRules: z.unknown().default(null),
  connectionId: z.string().default(""),
});

const eventInput = z.looseObject({
  type: z.string().min(1),
  start: z.int().positive().optional(),
  message: z.string().min(1).optional(),
  host: hostOrName.exactOptional(),
  level: z.enum(alertLevels).default("info"),
  duration: seconds.default(0),
});

const metricInput = z.strictObject({
  host: hostOrName,
  metric: z.string().min(1),
  value: z.number(),
  ts: z.int().default(0),
});

const integrationInput = integrationWire.extend(named);
const policyInput = alertPolicyWire.extend({ ...named, seconds });
const durationInput = alertDurationWire.extend({ ...named, seconds });

/** The input schema of each kind, and the function that stores an object. It throws an ApiError if the input conflicts with others. */
export const controlObjectKinds = {
  hosts: { schema: hostInput, add: addHost },
  destinations: { schema: destinationInput, add: addDestination },
  policies: {
    schema: policyInput,
    add: (input: z.output<typeof policyInput>, { store }: AddContext) => putInCatalog(store.policies, input),
  },
  durations: {
    schema: durationInput,
    add: (input: z.output<typeof durationInput>, { store }: AddContext) =>
      putInCatalog(store.durations, input),
  },
  integrations: {
    schema: integrationInput,
    add: (input: z.output<typeof integrationInput>, { store }: AddContext) =>
      putInCatalog(store.integrations, input),
  },
  digests: { schema: digestInput, add: addDigest },
  samples: { schema: sampleInput, add: addSample },
  events: { schema: eventInput, add: addEvent },
  metrics: { schema: metricInput, add: addMetric },
} as const;

/** Kinds of objects that `EnvironmentControl.add` accepts. */
export type ControlObjectKind = keyof typeof controlObjectKinds;
export type ControlInput<K extends ControlObjectKind> = z.input<(typeof controlObjectKinds)[K]["schema"]>;
/** The added object of a kind, with all fields. */
export type ControlObject<K extends ControlObjectKind> = ReturnType<(typeof controlObjectKinds)[K]["add"]>;

/** Adds an object, or replaces the object with the same ID. Assigns the next free ID if the input has none. */
function putInCatalog<T extends { readonly id: number }>(
  catalog: ObjectStore<T>,
  input: Omit<T, "id"> & { id?: number | undefined },
): T {
  const { id = catalog.nextId(), ...rest } = input;
  // For a type parameter T, TypeScript does not infer that Omit<T, "id"> with an ID is T.
  const element = { id, ...rest } as unknown as T;
  catalog.put(element);
  return element;
}

function addHost(input: z.output<typeof hostInput>, { store, evaluator, now }: AddContext): HostWire {
  const isNew = input.id === undefined || store.hosts.get(input.id) === undefined;
  if (input.type === "os" && input.bindings.length > 0) {
    throw badField(["bindings"], "is only valid for databases. Omit it for a host of type os");
  }
  if (input.parent !== 0) checkHostReference(["parent"], input.parent, store);
  const added: HostWire = putInCatalog(store.hosts, {
    ...input,
    uuid: input.uuid ?? createHash("sha256").update(input.name).digest("hex").slice(0, 32),
    created: input.created ?? now,
    updated: input.updated ?? now,
    lastSeen: input.lastSeen ?? now,
  });
  if (isNew && added.deleted === 0) {
    const message = `Agent started on ${added.name}.`;
    evaluator.raise(makeEvent({ start: now, type: "Agent Startup", message, host: added.id }));
  }
  return added;
}

function addDestination(
  input: z.output<typeof destinationInput>,
  { store, now }: AddContext,
): DestinationWire {
  if (store.integrations.get(input.integration) === undefined) {
    throw unknownReference(["integration"], "integration", input.integration);
  }
  return putInCatalog(store.destinations, { ...input, updated: input.updated ?? now });
}

function addDigest(input: z.output<typeof digestInput>, { store, now }: AddContext): StoredDigest {
  input.hosts.forEach((id, index) => {
    checkHostReference(["hosts", index], id, store);
  });
  const firstSeen = input.firstSeen ?? Math.min(input.lastSeen ?? now, now);
  const lastSeen = input.lastSeen ?? Math.max(firstSeen, now);
  if (lastSeen < firstSeen) throw badField(["lastSeen"], "is before firstSeen");
  const digest = { ...input, firstSeen, lastSeen };
  store.digests.put(digest);
  return digest;
}

function addSample(input: z.output<typeof sampleInput>, { store, now }: AddContext): QuerySampleWire {
  checkHostReference(["host"], input.host, store);
  const sample = {
    ...input,
    query: BigInt(input.query).toString(10),
    ts: input.ts ?? now,
    text: Buffer.from(input.text).toString("base64"),
  };
  store.samples.add(sample);
  return sample;
}

/** @throws ApiError 400 if no live host has the ID or the name */
function hostId(reference: number | string, store: EnvironmentStore): number {
  const named = store.hosts.list().find(({ name }) => name === reference);
  const id = typeof reference === "number" ? reference : named?.id;
  if (id === undefined) throw badField(["host"], "is the name of no host");
  checkHostReference(["host"], id, store);
  return id;
}

function addEvent(input: z.output<typeof eventInput>, { store, evaluator, now }: AddContext): EventWire {
  const { host: reference, start = now, message = input.type, ...rest } = input;
  const onHost = reference === undefined ? {} : { host: hostId(reference, store) };
  const event = makeEvent({ ...rest, ...onHost, start, message });
  evaluator.raise(event);
  return event;
}

function addMetric(input: z.output<typeof metricInput>, { store, evaluator, now }: AddContext): MetricRecord {
  const value = { ...input, host: hostId(input.host, store), ts: input.ts > 0 ? input.ts : now + input.ts };
  const latest = store.metrics.get(value.host, value.metric)?.ts ?? 0;
  if (value.ts > now) throw badField(["ts"], `is ${value.ts}, which is after the current time ${now}`);
  if (value.ts < latest)
    throw badField(["ts"], `is ${value.ts}, which is before the latest value at ${latest}`);
  evaluator.record(value);
  return value;
}
