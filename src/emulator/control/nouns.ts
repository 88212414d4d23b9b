/**
 * What tests and people can add to an environment beyond what the service's own interface can: for each noun, what has to
 * be given, and what becomes of it. docs/emulator.md, "Control".
 */
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
  queryTagWire,
  type QuerySampleWire,
  querySampleWire,
} from "../../service";
import { badField } from "../http/api-error";
import { type EvaluatorInput } from "../monitor";
import { makeEvent } from "../rules/make-event";
import { checkHostReference } from "../rules/references";
import { type MetricValue } from "../store/firing-stores";
import { type StoredDigest } from "../store/query-stores";
import { type EditableCatalog, type EnvironmentStore } from "../store/store";

/** Where an object is added, and when. */
export interface Adding {
  readonly store: EnvironmentStore;
  readonly happening: EvaluatorInput;
  /** Seconds since the Unix epoch. */
  readonly now: number;
}

export interface ControlNoun<Schema extends z.ZodType, T> {
  readonly schema: Schema;
  /** @throws ApiError for what does not fit the environment */
  readonly add: (given: z.output<Schema>, adding: Adding) => T;
}

const noun = <Schema extends z.ZodType, T>(
  schema: Schema,
  add: ControlNoun<Schema, T>["add"],
): ControlNoun<Schema, T> => ({ schema, add });

const seconds = z.int().nonnegative();
const optionalId = { id: z.int().positive().optional() };
const named = { ...optionalId, name: z.string().min(1) };
const host = z.int().positive();

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
  // A key without a value could be neither shown nor found.
  tags: z.array(queryTagWire.extend({ values: z.array(z.string()).min(1) })).default([]),
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
  host: host.exactOptional(),
  level: z.enum(alertLevels).default("info"),
  duration: seconds.default(0),
});

const metricInput = z.strictObject({
  host,
  metric: z.string().min(1),
  value: z.number(),
  ts: z.int().default(0),
});

export const controlNouns = {
  hosts: noun(hostInput, addHost),
  destinations: noun(destinationInput, addDestination),
  policies: noun(alertPolicyWire.extend({ ...named, seconds }), (given, { store }) =>
    keep(store.policies, given),
  ),
  durations: noun(alertDurationWire.extend({ ...named, seconds }), (given, { store }) =>
    keep(store.durations, given),
  ),
  integrations: noun(integrationWire.extend(named), (given, { store }) => keep(store.integrations, given)),
  digests: noun(digestInput, addDigest),
  samples: noun(sampleInput, addSample),
  events: noun(eventInput, addEvent),
  metrics: noun(metricInput, addMetric),
} as const;

export type ControlNounName = keyof typeof controlNouns;
/** What has to be given to add an object of a noun. */
export type ControlInput<N extends ControlNounName> = z.input<(typeof controlNouns)[N]["schema"]>;
/** What is there afterwards. */
export type ControlObject<N extends ControlNounName> = ReturnType<(typeof controlNouns)[N]["add"]>;

function keep<T extends { readonly id: number }>(
  catalog: EditableCatalog<T>,
  given: Omit<T, "id"> & { id?: number | undefined },
): T {
  const { id = catalog.nextId(), ...rest } = given;
  // The type of "T without its id, and its id" is T, which the compiler does not see for a type parameter.
  const element = { id, ...rest } as unknown as T;
  catalog.put(id, element);
  return element;
}

function addHost(given: z.output<typeof hostInput>, { store, happening, now }: Adding): HostWire {
  const isNew = given.id === undefined || store.hosts.get(given.id) === undefined;
  if (given.type === "os" && given.bindings.length > 0) {
    throw badField(["bindings"], "belongs to a database: a host of the type os listens nowhere");
  }
  if (given.parent !== 0) checkHostReference(["parent"], given.parent, store);
  const added: HostWire = keep(store.hosts, {
    ...given,
    uuid: given.uuid ?? createHash("sha256").update(given.name).digest("hex").slice(0, 32),
    created: given.created ?? now,
    updated: given.updated ?? now,
    lastSeen: given.lastSeen ?? now,
  });
  if (isNew && added.deleted === 0) {
    const message = `An agent started on ${added.name}.`;
    happening.raise(makeEvent({ start: now, type: "Agent Startup", message, host: added.id }));
  }
  return added;
}

function addDestination(given: z.output<typeof destinationInput>, { store, now }: Adding): DestinationWire {
  if (store.integrations.get(given.integration) === undefined) {
    throw badField(["integration"], `names no integration: there is none with the id ${given.integration}`);
  }
  return keep(store.destinations, { ...given, updated: given.updated ?? now });
}

function addDigest(given: z.output<typeof digestInput>, { store, now }: Adding): StoredDigest {
  given.hosts.forEach((id, index) => {
    checkHostReference(["hosts", index], id, store);
  });
  const firstSeen = given.firstSeen ?? Math.min(given.lastSeen ?? now, now);
  const lastSeen = given.lastSeen ?? Math.max(firstSeen, now);
  if (lastSeen < firstSeen) throw badField(["lastSeen"], "is before firstSeen");
  const digest = { ...given, firstSeen, lastSeen };
  store.digests.put(digest);
  return digest;
}

function addSample(given: z.output<typeof sampleInput>, { store, now }: Adding): QuerySampleWire {
  checkHostReference(["host"], given.host, store);
  const sample = {
    ...given,
    query: BigInt(given.query).toString(10),
    ts: given.ts ?? now,
    text: Buffer.from(given.text).toString("base64"),
  };
  store.samples.add(sample);
  return sample;
}

function addEvent(given: z.output<typeof eventInput>, { store, happening, now }: Adding): EventWire {
  if (given.host !== undefined) checkHostReference(["host"], given.host, store);
  const event = makeEvent({ ...given, start: given.start ?? now, message: given.message ?? given.type });
  happening.raise(event);
  return event;
}

function addMetric(given: z.output<typeof metricInput>, { store, happening, now }: Adding): MetricValue {
  checkHostReference(["host"], given.host, store);
  const value = { ...given, ts: given.ts > 0 ? given.ts : now + given.ts };
  const latest = store.metrics.get(value.host, value.metric)?.ts ?? 0;
  if (value.ts > now) throw badField(["ts"], `is ${value.ts}, which is in the future: it is ${now}`);
  if (value.ts < latest) throw badField(["ts"], `is ${value.ts}, before the latest value, of ${latest}`);
  happening.record(value);
  return value;
}
