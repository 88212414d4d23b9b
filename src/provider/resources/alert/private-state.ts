/**
 * The private state of an alert, stored beside its state: its kind (the state of an incomplete alert shows none), its id (a
 * replacement is planned a second time without a prior state), a key of the resource, values and alerts that its writes replaced,
 * and its siblings.
 * For one propagation window a read may still show what was replaced. That is neither drift nor an unmanaged alert.
 */
import * as z from "zod";
import { type EnvironmentSession, type RemovedAlert } from "../../../engine";
import {
  compare,
  configOf,
  type DesiredAlert,
  type LiveAlert,
  settingsOf,
  withLiveSpelling,
} from "../../../reconcile";
import { type AlertKind } from "../../../service";
import { type JsonValue, type Private } from "../../../tfplugin";
import { formatIds, parseIds } from "./siblings";
import { readContent, storedContent, writeContent } from "./stored-content";

const replacedValue = z.object({
  /** Unix milliseconds of the write that replaced it. */
  at: z.number(),
  alert: storedContent,
});

const storedSchema = z.object({
  id: z.number(),
  kind: z.enum(["event", "threshold"]),
  owner: z.string().optional(),
  replaced: z.array(replacedValue).default([]),
  deleted: z.array(z.object({ id: z.number(), at: z.number() })).default([]),
  /** Stored key of {@link PrivateState.isMismatch}. */
  strange: z.boolean().default(false),
  unconfirmed: z.boolean().default(false),
  siblings: z.string().default(""),
});

const plannedSchema = z.object({ planned_at: z.number(), keeps_alert: z.boolean().default(false) });

/** What the plan of a deletion decided. It reaches the deletion of the approved alert. */
export interface PlannedDeletion {
  /** When the deletion was planned, in Unix milliseconds. */
  readonly plannedAt: number;
  /** Whether another resource keeps the alert, so that only the state changes. */
  readonly keepsAlert: boolean;
}

export interface ReplacedValue {
  /** Unix milliseconds of the write that replaced it. */
  readonly at: number;
  readonly alert: DesiredAlert;
}

export interface PrivateState {
  readonly id: number;
  readonly kind: AlertKind;
  /** Distinguishes the resource from others whose state contains the same alert. */
  readonly owner: string | undefined;
  readonly replaced: readonly ReplacedValue[];
  /** Deleted alerts that this one replaced, and that a list may still show. */
  readonly deleted: readonly RemovedAlert[];
  /**
   * The live alert has neither the name nor the configuration of the state: it belongs to another environment, or its last
   * apply was killed. Only the plan, which knows the desired alert, can distinguish them.
   */
  readonly isMismatch: boolean;
  /** Whether another resource may manage the alert, which was adopted from a list that may have been stale. */
  readonly isUnconfirmed: boolean;
  /** Ids of alerts that entered the state with it. */
  readonly siblings: readonly number[];
}

export function readPrivate(value: Private): PrivateState | undefined {
  const parsed = storedSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { id, kind, owner, replaced, deleted, strange, unconfirmed, siblings } = parsed.data;
  return {
    id,
    kind,
    owner,
    isMismatch: strange,
    isUnconfirmed: unconfirmed,
    replaced: replaced.flatMap(readReplaced),
    deleted,
    siblings: parseIds(siblings),
  };
}

export function writePrivate(
  alert: Pick<PrivateState, "id" | "kind"> & Partial<PrivateState>,
): Record<string, JsonValue> {
  const { id, kind, owner, replaced = [], deleted = [], siblings = [] } = alert;
  const { isMismatch = false, isUnconfirmed = false } = alert;
  return {
    id,
    kind,
    ...(owner === undefined ? {} : { owner }),
    ...(replaced.length === 0
      ? {}
      : { replaced: replaced.map(({ at, alert }) => ({ at, alert: writeContent(alert) })) }),
    ...(deleted.length === 0 ? {} : { deleted: deleted.map(({ id, at }) => ({ id, at })) }),
    ...(isMismatch ? { strange: true } : {}),
    ...(isUnconfirmed ? { unconfirmed: true } : {}),
    ...(siblings.length === 0 ? {} : { siblings: formatIds(siblings) }),
  };
}

/** Adds what the plan of a deletion decided. */
export function withPlannedDeletion(
  privateState: PrivateState | undefined,
  { plannedAt, keepsAlert }: PlannedDeletion,
): Record<string, JsonValue> {
  return {
    ...(privateState === undefined ? {} : writePrivate(privateState)),
    planned_at: plannedAt,
    ...(keepsAlert ? { keeps_alert: true } : {}),
  };
}

/** Undefined if it was not recorded. */
export function readPlannedDeletion(value: Private): PlannedDeletion | undefined {
  const { data } = plannedSchema.safeParse(value);
  return data && { plannedAt: data.planned_at, keepsAlert: data.keeps_alert };
}

function readReplaced({ at, alert }: z.output<typeof replacedValue>): ReplacedValue[] {
  const { condition, ...content } = readContent(alert);
  return condition === undefined ? [] : [{ at, alert: { ...content, condition } }];
}

/** The values that a read started at `asOf` (Unix milliseconds) may still show. */
export function stillVisible<T extends { readonly at: number }>(
  values: readonly T[],
  { run }: EnvironmentSession,
  asOf: number,
): readonly T[] {
  return values.filter(({ at }) => run.mayBeStale(asOf, at));
}

/** Hides alerts that earlier runs deleted and that a list may still show. */
export function hideDeleted({ live }: EnvironmentSession, privateState: PrivateState | undefined): void {
  for (const { id, at } of privateState?.deleted ?? []) live.hideDeleted(id, at);
}

/** The replaced values that are still visible, plus the live alerts that the writes of this run replaced. */
export function addReplaced(
  values: readonly ReplacedValue[],
  replaced: readonly LiveAlert[],
  session: EnvironmentSession,
): readonly ReplacedValue[] {
  const now = session.run.clock.now();
  const added = replaced.flatMap(({ alert, config }) =>
    config === undefined ? [] : [{ at: now, alert: { ...alert, ...config } }],
  );
  return [...stillVisible(values, session, now), ...added];
}

/** Whether a read at `asOf` (Unix milliseconds) may show what the last write of this state replaced. */
export function isUnsettled({ run }: EnvironmentSession, writtenAt: string | null, asOf: number): boolean {
  if (writtenAt === null) return false;
  const at = Date.parse(writtenAt);
  // A time in the future comes from another machine's clock.
  return at <= asOf + run.propagationWindowMs && run.mayBeStale(asOf, at);
}

/**
 * Corrects a read that may be stale: a part that shows a replaced value, or a missing configuration, is taken from `known`, the
 * alert as the state or the plan describes it. A configuration that `known` lacks was never written, and is not assumed.
 */
export function withoutStaleReads(
  live: LiveAlert,
  known: LiveAlert,
  replaced: readonly ReplacedValue[],
): LiveAlert {
  const isStale = (part: "settings" | "config") =>
    replaced.some(({ alert }) => {
      const comparison = compare(alert, live);
      return !comparison.kindChanged && comparison[part].length === 0;
    });
  if (known.config === undefined)
    return {
      ...live,
      alert: isStale("settings") ? { ...known.alert, unknownFields: live.alert.unknownFields } : live.alert,
    };
  const spelled = withLiveSpelling({ ...known.alert, ...known.config }, live);
  const unknownFields = live.config?.unknownFields ?? {};
  return {
    alert: isStale("settings") ? { ...live.alert, ...settingsOf(spelled) } : live.alert,
    config:
      live.config === undefined || isStale("config") ? { ...configOf(spelled), unknownFields } : live.config,
  };
}
