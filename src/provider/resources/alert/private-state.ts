/**
 * The private state of an alert, stored beside its state. It contains the kind, which the state of an incomplete alert lacks, and the id,
 * because a replacement is planned a second time without a prior state. It has the ids that the strings of the state mean. The plan adds what
 * it decided. A damaged member counts as absent.
 */
import { randomBytes } from "node:crypto";
import { isMapping, omitUndefined } from "../../../diagnostics";
import { type LiveAlert } from "../../../reconcile";
import {
  type AlertKind,
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

export interface PrivateState {
  /** Undefined for an alert to be created. */
  readonly id?: number | undefined;
  readonly kind?: AlertKind | undefined;
  /** Distinguishes the resource from others whose state contains the same alert. */
  readonly owner?: string | undefined;
  /** For one propagation window a read may still show them, which is not drift. */
  readonly replaced: readonly ReplacedValue[];
  /**
   * The live alert has neither the name nor the configuration of the state: it belongs to another environment, or its last
   * apply was killed. Only the plan, which knows the desired alert, can distinguish them.
   */
  readonly mismatch?: boolean | undefined;
  /** Alerts that entered the state in the same run (read-ahead.ts). */
  readonly idsToReadAhead?: readonly number[] | undefined;
  readonly references: ReferencedIds;
}

/** What a plan decided. It reaches the write of the approved change, and from Terraform 1.16 on the plan that an apply repeats. */
interface Planned {
  /** In Unix milliseconds. Undefined for an update. */
  readonly planned_at?: number | undefined;
  /** The live alert that the creation adopts. */
  readonly adopts?: LiveAlert | undefined;
}

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
  const { id, kind, owner, replaced, mismatch, idsToReadAhead, references } = stored;
  const isIds = isArrayOf(idsToReadAhead, isNumber) && idsToReadAhead.length <= maxStoredIds;
  return {
    id: isNumber(id) ? id : undefined,
    kind: kind === "event" || kind === "threshold" ? kind : undefined,
    owner: typeof owner === "string" ? owner : undefined,
    replaced: Array.isArray(replaced) ? replaced.flatMap(readReplaced) : [],
    mismatch: typeof mismatch === "boolean" ? mismatch : undefined,
    idsToReadAhead: isIds ? idsToReadAhead : undefined,
    references: byKind((key) => {
      const ids = isMapping(references) ? references[key] : undefined;
      return new Map(isArrayOf(ids, isTextWithId) ? ids : []);
    }),
  };
}

export function readPlanned(value: Private): Planned {
  const { planned_at, adopts } = isMapping(value) ? value : {};
  return { planned_at: isNumber(planned_at) ? planned_at : undefined, adopts: readLive(adopts) };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isTextWithId(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isNumber(value[1]);
}

function isArrayOf<T>(value: unknown, isElement: (element: unknown) => element is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isElement);
}

function readReplaced(value: unknown): ReplacedValue[] {
  const live = readLive(value);
  return live !== undefined && isMapping(value) && isNumber(value.at) ? [{ at: value.at, live }] : [];
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

/** In the service's format. Undefined for a damaged one. */
function readLive(stored: unknown): LiveAlert | undefined {
  if (!isMapping(stored)) return undefined;
  try {
    const alert = readAlert(stored.alert);
    return { alert, config: readAlertConfig(stored.config, alert.kind) };
  } catch (error) {
    if (error instanceof MalformedResponseError) return undefined;
    throw error;
  }
}
