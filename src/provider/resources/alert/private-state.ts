/**
 * The private state of an alert, stored beside its state: its kind (the state of an incomplete alert shows none), its id (a replacement is
 * planned a second time without a prior state), a key of the resource, values that its writes replaced, and its siblings. The plan adds
 * when it was made, and the live alert that it adopts.
 */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import {
  allHosts,
  alertAttributes,
  type AlertCondition,
  type AlertKind,
  attributesOf,
  conditionOf,
  scopeOf,
} from "../../../service";
import { type JsonValue, type Private } from "../../../tfplugin";
import { formatIds, parseIds } from "../../siblings";
import { type ReplacedValue } from "../../stale-reads";
import { type DestinationNames } from "./computed-values";

const {
  renamed_from: _renamedFrom,
  ignore: _ignore,
  muted_until: _mutedUntil,
  ...attributes
} = alertAttributes;

/** The content of an alert. An incomplete alert has no condition. */
const storedContent = z.object({
  ...attributes,
  event: z.object({ categories: z.array(z.string()) }).optional(),
});

const kind = z.enum(["event", "threshold"]);

const storedSchema = z.object({
  id: z.number(),
  kind,
  owner: z.string().optional(),
  replaced: z.array(z.object({ at: z.number(), alert: storedContent })).default([]),
  mismatch: z.boolean().default(false),
  siblings: z.string().default(""),
});

const plannedSchema = z.object({
  planned_at: z.number().optional(),
  adopts: storedContent.extend({ id: z.number(), kind }).optional(),
  destination_names: z.record(z.string(), z.string()).nullable().optional(),
});

export interface PrivateState {
  readonly id: number;
  readonly kind: AlertKind;
  /** Distinguishes the resource from others whose state contains the same alert. */
  readonly owner: string | undefined;
  /** For one propagation window a read may still show them. That is no drift. */
  readonly replaced: readonly ReplacedValue[];
  /**
   * The live alert has neither the name nor the configuration of the state: it belongs to another environment, or its last
   * apply was killed. Only the plan, which knows the desired alert, can distinguish them.
   */
  readonly isMismatch: boolean;
  /** Ids of alerts that entered the state with it. */
  readonly siblings: readonly number[];
}

/** @returns a key for a resource that starts to manage an alert */
export function createOwner(): string {
  return randomBytes(6).toString("base64url");
}

/** @returns undefined if it is missing, as for an alert to be created, or was damaged */
export function readPrivate(value: Private): PrivateState | undefined {
  const { data } = storedSchema.safeParse(value);
  if (data === undefined) return undefined;
  return {
    id: data.id,
    kind: data.kind,
    owner: data.owner,
    replaced: data.replaced.flatMap(({ at, alert }) => {
      const { condition, ...content } = readContent(alert);
      return condition === undefined ? [] : [{ at, alert: { ...content, condition } }];
    }),
    isMismatch: data.mismatch,
    siblings: parseIds(data.siblings),
  };
}

export function writePrivate(
  alert: Pick<PrivateState, "id" | "kind"> & Partial<PrivateState>,
): Record<string, JsonValue> {
  const { id, kind, owner, replaced = [], siblings = [], isMismatch = false } = alert;
  return {
    id,
    kind,
    ...(owner === undefined ? {} : { owner }),
    ...(replaced.length === 0
      ? {}
      : { replaced: replaced.map(({ at, alert }) => ({ at, alert: writeContent(alert) })) }),
    ...(isMismatch ? { mismatch: true } : {}),
    ...(siblings.length === 0 ? {} : { siblings: formatIds(siblings) }),
  };
}

/** What a plan decided. It reaches the write of the approved change, and from Terraform 1.16 on the plan that an apply repeats. */
interface Planned {
  /** In Unix milliseconds. Undefined for an update. */
  readonly plannedAt?: number | undefined;
  /** The live alert that the creation adopts. */
  readonly adopts?: LiveAlert | undefined;
  readonly destinationNames?: DestinationNames | undefined;
}

/** Adds what the plan decided to the stored private state. */
export function writePlanned(
  privateState: Parameters<typeof writePrivate>[0] | undefined,
  { plannedAt, adopts, destinationNames }: Planned,
): JsonValue {
  return {
    ...(privateState === undefined ? {} : writePrivate(privateState)),
    ...(plannedAt === undefined ? {} : { planned_at: plannedAt }),
    ...(adopts === undefined ? {} : { adopts: writeLive(adopts) }),
    ...(destinationNames === undefined ? {} : { destination_names: destinationNames }),
  };
}

/** @returns undefined if the client did not send the private state of a plan */
export function readPlanned(value: Private): Planned | undefined {
  const { data } = plannedSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { planned_at: plannedAt, adopts, destination_names: destinationNames } = data;
  return { plannedAt, adopts: adopts && readLive(adopts), destinationNames };
}

const noConfig = { ...allHosts, condition: undefined };

function writeLive({ alert, config }: LiveAlert): JsonValue {
  const content = writeContent({ ...alert, ...noConfig, ...config });
  return { id: alert.id, kind: alert.kind, ...content };
}

function readLive({
  id,
  kind,
  ...content
}: z.output<typeof storedContent> & Pick<PrivateState, "id" | "kind">): LiveAlert {
  const { condition, ...alert } = readContent(content);
  const { name, annotations, policy, disabled, destinations } = alert;
  return {
    alert: { name, annotations, policy, disabled, destinations, id, kind, unknownFields: {} },
    config: condition && { ...scopeOf(alert), condition, unknownFields: {} },
  };
}

type AlertContent = Omit<DesiredAlert, "condition"> & { readonly condition: AlertCondition | undefined };

function readContent({ event, threshold, ...rest }: z.output<typeof storedContent>): AlertContent {
  return { ...rest, condition: conditionOf(event, threshold) };
}

function writeContent(alert: AlertContent): Record<string, JsonValue> {
  const { name, policy, annotations, disabled, destinations, condition } = alert;
  const sets = { destinations: [...destinations], ...scopeOf(alert) };
  const { event, threshold } = condition === undefined ? {} : attributesOf(condition);
  return {
    ...{ name, policy, annotations, disabled, ...sets },
    ...(event === undefined ? {} : { event: { ...event } }),
    ...(threshold === undefined ? {} : { threshold: { ...threshold } }),
  };
}
