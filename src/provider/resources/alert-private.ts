/**
 * What is kept beside the state of an alert: its kind (an incomplete alert shows none), its id (a replacement is planned a second
 * time without a prior state), what was replaced lately, and its siblings. What was replaced is values, and alerts whose place
 * this one has taken: for one propagation window a read may still show one of those, and that is neither drift nor somebody
 * else's alert.
 */
import * as z from "zod";
import { type EnvironmentSession } from "../../engine";
import { compare, configOf, type DesiredAlert, type LiveAlert, settingsOf } from "../../reconcile";
import { alertAttributes, type AlertKind, attributesOf, conditionOf } from "../../service";
import { type JsonValue, type Private } from "../../tfplugin";
import { readIds, writeIds } from "./alert-siblings";
import { type DeletedAlert } from "./planned-alerts";

const { renamed_from: _past, ignore: _left, ...attributes } = alertAttributes;
const replacedValue = z.object({
  /** Unix milliseconds of the write that replaced it. */
  at: z.number(),
  alert: z.object({ ...attributes, event: z.object({ categories: z.array(z.string()) }).optional() }),
});

const stored = z.object({
  id: z.number(),
  kind: z.enum(["event", "threshold"]),
  replaced: z.array(replacedValue).default([]),
  deleted: z.array(z.object({ id: z.number(), at: z.number() })).default([]),
  /** The live alert had neither the name nor the configuration that the state had; see {@link AlertPrivate.isStrange}. */
  strange: z.boolean().default(false),
  siblings: z.string().default(""),
});

export interface Replaced {
  /** Unix milliseconds of the write that replaced it. */
  readonly at: number;
  readonly alert: DesiredAlert;
}

export interface AlertPrivate {
  readonly id: number;
  readonly kind: AlertKind;
  readonly replaced: readonly Replaced[];
  /** Alerts in whose place it came: a list may still show them. */
  readonly deleted: readonly DeletedAlert[];
  /**
   * The live alert has neither the name nor the configuration of the state: the alert of another environment, or one of a run
   * that was killed. Only a plan, which knows what is wanted, can tell.
   */
  readonly isStrange: boolean;
  /** Ids of alerts that came into the state with it, which Terraform is likely to ask for too. */
  readonly siblings: readonly number[];
}

export function readPrivate(value: Private): AlertPrivate | undefined {
  const parsed = stored.safeParse(value);
  if (!parsed.success) return undefined;
  const { id, kind, replaced, deleted, strange, siblings } = parsed.data;
  return {
    id,
    kind,
    isStrange: strange,
    replaced: replaced.flatMap(readReplaced),
    deleted,
    siblings: readIds(siblings),
  };
}

export function writePrivate(alert: NewPrivate): JsonValue {
  const { id, kind, replaced = [], deleted = [], isStrange = false, siblings = [] } = alert;
  return {
    id,
    kind,
    ...(replaced.length === 0 ? {} : { replaced: replaced.map(writeReplaced) }),
    ...(deleted.length === 0 ? {} : { deleted: deleted.map(({ id, at }) => ({ id, at })) }),
    ...(isStrange ? { strange: true } : {}),
    ...(siblings.length === 0 ? {} : { siblings: writeIds(siblings) }),
  };
}

type NewPrivate = Pick<AlertPrivate, "id" | "kind"> & Partial<AlertPrivate>;

function readReplaced({ at, alert }: z.output<typeof replacedValue>): Replaced[] {
  const { event, threshold, host_types, ...rest } = alert;
  const condition = conditionOf(event, threshold);
  return condition === undefined ? [] : [{ at, alert: { ...rest, hostTypes: host_types, condition } }];
}

function writeReplaced({ at, alert }: Replaced): JsonValue {
  const { name, policy, annotations, disabled, destinations, hosts, hostTypes, condition } = alert;
  const sets = { destinations: [...destinations], hosts: [...hosts], host_types: [...hostTypes] };
  const { event, threshold } = attributesOf(condition);
  const kind = event === undefined ? { threshold: { ...threshold } } : { event: { ...event } };
  return { at, alert: { name, policy, annotations, disabled, ...sets, ...kind } };
}

/** What can still be seen of what was written before. */
export function stillVisible<T extends { readonly at: number }>(
  before: readonly T[],
  { run: { clock, propagationWindowMs } }: EnvironmentSession,
): readonly T[] {
  return before.filter(({ at }) => clock.now() < at + propagationWindowMs);
}

/** Tells the session which alerts a list may still show although earlier runs have deleted them. */
export function learnDeletions(environment: EnvironmentSession, known: AlertPrivate | undefined): void {
  for (const { id, at } of known?.deleted ?? []) environment.live.hideDeleted(id, at);
}

/** What was replaced before and can still be seen, and what is replaced now. */
export function replacing(
  before: readonly Replaced[],
  live: LiveAlert | undefined,
  environment: EnvironmentSession,
): readonly Replaced[] {
  const visible = stillVisible(before, environment);
  if (live?.config === undefined) return visible;
  const { alert, config } = live;
  return [...visible, { at: environment.run.clock.now(), alert: { ...alert, ...config } }];
}

/**
 * The live alert without what may be stale: each half that shows a value replaced lately, or a configuration that is not seen
 * yet, is as we know it.
 * @param known the alert as the state has it
 */
export function withoutStaleness(
  live: LiveAlert,
  known: DesiredAlert,
  replaced: readonly Replaced[],
): LiveAlert {
  const isReplaced = (half: "settings" | "config") =>
    replaced.some(({ alert }) => {
      const comparison = compare(alert, live);
      return !comparison.kindChanged && comparison[half].length === 0;
    });
  const unknownFields = live.config?.unknownFields ?? {};
  return {
    alert: isReplaced("settings") ? { ...live.alert, ...settingsOf(known) } : live.alert,
    config:
      live.config === undefined || isReplaced("config") ? { ...configOf(known), unknownFields } : live.config,
  };
}
