/**
 * The private state of an alert, stored beside its state. It contains the kind, which the state of an incomplete alert lacks, and the id,
 * because a replacement is planned a second time without a prior state. It has the ids that the strings of the state mean. The plan adds what
 * it decided. A damaged member counts as absent.
 */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { isMapping, omitUndefined } from "../../../diagnostics";
import { type LiveAlert } from "../../../reconcile";
import {
  MalformedResponseError,
  readAlert,
  readAlertConfig,
  writeAlert,
  writeAlertConfig,
} from "../../../service";
import { type JsonValue, type Private } from "../../../tfplugin";
import { type ReplacedValue } from "../../stale-reads";
import { byKind, type ReferencedIds } from "./references";

function optional<T extends z.ZodType>(type: T) {
  return type.optional().catch(undefined);
}

/** In the service's format. */
const liveAlert = z.object({ alert: z.unknown(), config: z.unknown().optional() });

const replacedValue = liveAlert.extend({ at: z.number() });

const idsByText = optional(z.array(z.tuple([z.string(), z.number()]))).transform(
  (entries = []): ReadonlyMap<string, number> => new Map(entries),
);
const references = z.object(byKind(() => idsByText));

const storedSchema = z.object({
  /** Undefined for an alert to be created. */
  id: optional(z.number()),
  kind: optional(z.enum(["event", "threshold"])),
  /** Distinguishes the resource from others whose state contains the same alert. */
  owner: optional(z.string()),
  /** For one propagation window a read may still show them, which is not drift. */
  replaced: optional(z.array(replacedValue)).transform((values = []): readonly ReplacedValue[] =>
    values.flatMap(({ at, ...stored }) => {
      const live = readLive(stored);
      return live === undefined ? [] : [{ at, live }];
    }),
  ),
  /**
   * The live alert has neither the name nor the configuration of the state: it belongs to another environment, or its last
   * apply was killed. Only the plan, which knows the desired alert, can distinguish them.
   */
  mismatch: optional(z.boolean()),
  /** Ids of alerts that entered the state in the same run. A refresh prefetches their configurations (docs/decisions/0007). */
  idsToReadAhead: optional(z.string()).transform((text = "") => parseIds(text)),
  references: optional(references).transform((stored): ReferencedIds => stored ?? references.parse({})),
});

/** What a plan decided. It reaches the write of the approved change, and from Terraform 1.16 on the plan that an apply repeats. */
const plannedSchema = z.object({
  /** In Unix milliseconds. Undefined for an update. */
  planned_at: optional(z.number()),
  /** The live alert that the creation adopts. */
  adopts: optional(liveAlert).transform((stored) => stored && readLive(stored)),
});

export type PrivateState = z.output<typeof storedSchema>;
type Planned = z.output<typeof plannedSchema>;

export function readAlertPrivate(value: Private): PrivateState {
  return storedSchema.parse(isMapping(value) ? value : {});
}

export function readPlanned(value: Private): Planned {
  return plannedSchema.parse(isMapping(value) ? value : {});
}

export function writeAlertPrivate(state: Partial<PrivateState & Planned>): Record<string, JsonValue> {
  const {
    id,
    kind,
    owner,
    replaced = [],
    mismatch,
    idsToReadAhead = [],
    references = {},
    planned_at,
    adopts,
  } = state;
  // A text without an entry is an id.
  const named = Object.entries<ReadonlyMap<string, number>>(references).filter(([, ids]) => ids.size > 0);
  return omitUndefined({
    id,
    kind,
    owner,
    replaced:
      replaced.length === 0 ? undefined : replaced.map(({ at, live }) => ({ at, ...writeLive(live) })),
    mismatch: mismatch === true ? true : undefined,
    idsToReadAhead:
      idsToReadAhead.length === 0 ? undefined : formatIds(idsToReadAhead.slice(-maxIdsToReadAhead)),
    references:
      named.length === 0 ? undefined : Object.fromEntries(named.map(([key, ids]) => [key, [...ids]])),
    planned_at,
    adopts: adopts && writeLive(adopts),
  });
}

/** A random key for a resource that starts to manage an alert. */
export function createOwner(): string {
  return randomBytes(6).toString("base64url");
}

/** Unknown fields are left out, because Terraform stores them. */
function writeLive({ alert, config }: LiveAlert): Record<string, JsonValue> {
  const stored = {
    alert: writeAlert({ ...alert, unknownFields: {} }),
    ...(config === undefined ? {} : { config: writeAlertConfig(config) }),
  };
  // The types of the service's format allow unknown fields of any type, of which there are none.
  return JSON.parse(JSON.stringify(stored)) as Record<string, JsonValue>;
}

function readLive(stored: { readonly alert: unknown; readonly config?: unknown }): LiveAlert | undefined {
  try {
    const alert = readAlert(stored.alert);
    return { alert, config: readAlertConfig(stored.config, alert.kind) };
  } catch (error) {
    if (error instanceof MalformedResponseError) return undefined;
    throw error;
  }
}

/** Enough for the first few requests to name most alerts of a large stack. */
const maxIdsToReadAhead = 32;

/** Compact, because Terraform stores it for each alert: "1-14,17". */
function formatIds(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}

/** Ignores what {@link formatIds} does not write, and bounds the number of ids. */
function parseIds(text: string): readonly number[] {
  const ranges = text.matchAll(/(?:^|,)(\d+)(?:-(\d+))?/g);
  return [...ranges].slice(0, maxIdsToReadAhead).flatMap(([, from = "", to = from]) => {
    const count = Math.min(Number(to) - Number(from) + 1, maxIdsToReadAhead);
    return Array.from({ length: Math.max(count, 0) }, (_, index) => Number(from) + index);
  });
}
