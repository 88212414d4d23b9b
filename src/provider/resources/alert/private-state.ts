/**
 * The private state of an alert, stored beside its state. It contains the kind, which the state of an incomplete alert lacks, and the id,
 * because a replacement is planned a second time without a prior state. It has the ids that the texts of the state mean. The plan adds what
 * it decided.
 */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { omitUndefined } from "../../../diagnostics";
import { type LiveAlert } from "../../../reconcile";
import {
  type AlertKind,
  MalformedResponseError,
  readAlert,
  readAlertConfig,
  writeAlert,
  writeAlertConfig,
} from "../../../service";
import { type JsonValue, type Private } from "../../../tfplugin";
import { type ReplacedValue } from "../../stale-reads";
import { type References } from "./references";

const storedSchema = z.object({
  id: z.number(),
  kind: z.enum(["event", "threshold"]),
  owner: z.string().optional(),
  replaced: z
    .array(z.object({ at: z.number(), alert: z.unknown(), config: z.unknown().optional() }))
    .default([]),
  mismatch: z.boolean().default(false),
  siblings: z.string().default(""),
});

const idsByText = z
  .array(z.tuple([z.string(), z.number()]))
  .default([])
  .transform((entries): ReadonlyMap<string, number> => new Map(entries));
const referencesSchema = z.object({
  destinations: idsByText,
  hosts: idsByText,
  policies: idsByText,
  durations: idsByText,
});

const plannedSchema = z.object({
  planned_at: z.number().optional(),
  adopts: z.object({ alert: z.unknown(), config: z.unknown().optional() }).optional(),
});

export interface PrivateState {
  readonly id: number;
  readonly kind: AlertKind;
  /** Distinguishes the resource from others whose state contains the same alert. */
  readonly owner: string | undefined;
  /** For one propagation window a read may still show them, which is not drift. */
  readonly replaced: readonly ReplacedValue[];
  /**
   * The live alert has neither the name nor the configuration of the state: it belongs to another environment, or its last
   * apply was killed. Only the plan, which knows the desired alert, can distinguish them.
   */
  readonly isMismatch: boolean;
  /** Ids of alerts that entered the state in the same run. A refresh prefetches their configurations (docs/decisions/0007). */
  readonly siblings: readonly number[];
  readonly references: References;
}

/** None for damaged private state. */
export function readReferences(value: Private): References {
  const stored = z.object({ references: referencesSchema }).safeParse(value).data;
  return stored?.references ?? referencesSchema.parse({});
}

/** Undefined if all texts are ids. */
function writeReferences(references: References | undefined): Record<string, JsonValue> | undefined {
  const kinds = Object.entries(references ?? {}).filter(([, ids]) => ids.size > 0);
  return kinds.length === 0 ? undefined : Object.fromEntries(kinds.map(([key, ids]) => [key, [...ids]]));
}

/** A random key for a resource that starts to manage an alert. */
export function createOwner(): string {
  return randomBytes(6).toString("base64url");
}

/** Undefined for an alert to be created, and for damaged private state. */
export function readPrivate(value: Private): PrivateState | undefined {
  const { data } = storedSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { mismatch: isMismatch, siblings, replaced, ...rest } = data;
  return {
    ...rest,
    owner: data.owner,
    replaced: replaced.flatMap(({ at, ...stored }) => {
      const live = readLive(stored);
      return live === undefined ? [] : [{ at, live }];
    }),
    isMismatch,
    siblings: parseIds(siblings),
    references: readReferences(value),
  };
}

export function writePrivate(
  alert: Pick<PrivateState, "id" | "kind"> & Partial<PrivateState>,
): Record<string, JsonValue> {
  const { id, kind, owner, replaced = [], siblings = [], isMismatch = false, references } = alert;
  return omitUndefined({
    id,
    kind,
    owner,
    replaced:
      replaced.length === 0 ? undefined : replaced.map(({ at, live }) => ({ at, ...writeLive(live) })),
    mismatch: isMismatch || undefined,
    siblings: siblings.length === 0 ? undefined : formatIds(siblings.slice(-maxSiblings)),
    references: writeReferences(references),
  });
}

/** What a plan decided. It reaches the write of the approved change, and from Terraform 1.16 on the plan that an apply repeats. */
interface Planned {
  /** In Unix milliseconds. Undefined for an update. */
  readonly plannedAt?: number | undefined;
  /** The live alert that the creation adopts. */
  readonly adopts?: LiveAlert | undefined;
  /** The ids of the planned texts, and of those of the prior state. */
  readonly references?: References | undefined;
}

/** Adds what the plan decided to the stored private state. */
export function writePlanned(
  privateState: Parameters<typeof writePrivate>[0] | undefined,
  { plannedAt, adopts, references = privateState?.references }: Planned,
): JsonValue {
  return omitUndefined({
    ...(privateState === undefined ? {} : writePrivate(privateState)),
    planned_at: plannedAt,
    adopts: adopts && writeLive(adopts),
    references: writeReferences(references),
  });
}

/** Undefined if the client sent no private state of a plan. */
export function readPlanned(value: Private): Omit<Planned, "references"> | undefined {
  const { data } = plannedSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { planned_at: plannedAt, adopts } = data;
  return { plannedAt, adopts: adopts && readLive(adopts) };
}

/** In the service's format. Unknown fields are left out, because Terraform stores them. */
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
const maxSiblings = 32;

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
  return [...ranges].slice(0, maxSiblings).flatMap(([, from = "", to = from]) => {
    const count = Math.min(Number(to) - Number(from) + 1, maxSiblings);
    return Array.from({ length: Math.max(count, 0) }, (_, index) => Number(from) + index);
  });
}
