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
import { DiagnosticsError, type JsonValue, type Private } from "../../../tfplugin";
import { maxStoredIds } from "../../read-ahead";
import { type ProviderSession } from "../../session";
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
  /** Alerts that entered the state in the same run (read-ahead.ts). */
  idsToReadAhead: optional(z.array(z.number()).max(maxStoredIds).readonly()),
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

/** Version 0 stored no version. */
const privateVersion = 1;

/** @throws DiagnosticsError for a later version */
export function readAlertPrivate(value: Private): PrivateState {
  const stored = isMapping(value) ? value : {};
  const { version } = stored;
  if (typeof version === "number" && version > privateVersion)
    throw new DiagnosticsError({
      summary: `The private state of an alert has the version ${version}`,
      detail: `A newer version of the provider wrote it (supported: up to ${privateVersion}). Upgrade the provider.`,
    });
  return storedSchema.parse(stored);
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
    idsToReadAhead,
    references = {},
    planned_at,
    adopts,
  } = state;
  return omitUndefined({
    version: privateVersion,
    id,
    kind,
    owner,
    replaced:
      replaced.length === 0 ? undefined : replaced.map(({ at, live }) => ({ at, ...writeLive(live) })),
    mismatch: mismatch === true ? true : undefined,
    idsToReadAhead,
    references: writeReferences(references),
    planned_at,
    adopts: adopts && writeLive(adopts),
  });
}

/** A text without an entry is an id. */
function writeReferences(references: Partial<ReferencedIds>): JsonValue | undefined {
  const named = Object.entries<ReadonlyMap<string, number>>(references).filter(([, ids]) => ids.size > 0);
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([key, ids]) => [key, [...ids]]));
}

/** The private state of an alert that enters the state. */
export function writeNewAlertPrivate(
  { readAhead }: ProviderSession,
  state: Omit<Partial<PrivateState>, "id"> & { readonly id: number },
): Record<string, JsonValue> {
  return writeAlertPrivate({ ...state, idsToReadAhead: readAhead.enter(state.id) });
}

/** Of an alert whose private state has no owner, because an early version wrote it or it is damaged. */
export const noOwner = "";

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
