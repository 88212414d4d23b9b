/** Checks of a whole plan before its execution: the number of deletions, and what no alert covers afterwards. */
import { type Problem, toNfc } from "../diagnostics";
import { type Alert, type AlertConfig, type AlertSettings } from "../service";
import { type PartialLiveAlert } from "./desired-alert";
import { idWithName } from "./object-kinds";
import { type PlanContents } from "./plan";

/** Max deletions of a plan. If both limits are set, both apply. */
export interface DeletionLimit {
  readonly count?: number | undefined;
  /** Share of the live alerts, from 0 to 1. */
  readonly share?: number | undefined;
}

export const defaultDeletionLimit = { count: 10, share: 0.25 } as const;

/** An error if the plan exceeds the deletion limit. @param liveCount number of live alerts in the environment */
export function checkDeletions(
  plan: PlanContents,
  liveCount: number,
  { count, share }: DeletionLimit = defaultDeletionLimit,
): Problem[] {
  const deletions = countDeletions(plan);
  const isOverCount = count !== undefined && deletions > count;
  const isOverShare = share !== undefined && deletions > share * liveCount;
  if (deletions === 0 || (!isOverCount && !isOverShare)) return [];
  const limit = isOverCount ? String(count) : `${Math.round((share ?? 0) * 100)}%`;
  return [
    {
      severity: "error",
      what: `The plan deletes ${deletions} of the ${liveCount} live alerts, but the limit is ${limit}.`,
      remedy: "Check the deletions. To allow them, set --max-deletes to a number or a percentage.",
    },
  ];
}

/** An error if there are no definitions and alerts would be deleted: an empty file is likely a mistake. */
export function checkEmptiness(plan: PlanContents, definitionCount: number): Problem[] {
  const deletions = countDeletions(plan);
  if (definitionCount > 0 || deletions === 0) return [];
  return [
    {
      severity: "error",
      what: `There are no definitions, so the plan would delete all ${deletions} alerts that match --prune.`,
      remedy: "Check the definitions. To allow the deletions, set --max-deletes to a number or a percentage.",
    },
  ];
}

function countDeletions({ changes }: PlanContents): number {
  return changes.filter(({ action }) => action === "delete").length;
}

/** The part of an alert that decides what it covers, before or after the plan. */
interface Coverage {
  readonly settings: Pick<AlertSettings, "disabled" | "destinations">;
  /** An alert without a configuration watches no host type. */
  readonly config: AlertConfig | undefined;
}

/**
 * Warnings for destinations that no active alert notifies after the plan, and host types that no active `crit` alert watches.
 * @param live with the configurations that {@link alertsToReadForCoverage} selects
 */
export function checkCoverage(plan: PlanContents, live: readonly PartialLiveAlert[]): Problem[] {
  const before = live.map(coverageOf).filter(isActive);
  const after = coverageAfter(plan, live).filter(isActive);
  return [
    ...findLost(before, after, destinationsOf)
      .sort((a, b) => a - b)
      .map((id) => idWithName(id, plan.names?.destinations?.[String(id)]))
      .map((destination) => warning(`After this plan, no active alert notifies destination ${destination}.`)),
    ...findLost(before, after, criticalHostTypesOf, allHosts)
      .sort()
      .map((hosts) => warning(`After this plan, no active alert with level crit watches ${hosts}.`)),
  ];
}

/**
 * The unmanaged alerts whose configurations {@link checkCoverage} needs: they may still watch a host type that the changed
 * alerts stop watching. Empty if the changed alerts lose no host type.
 */
export function alertsToReadForCoverage(plan: PlanContents, live: readonly PartialLiveAlert[]): Alert[] {
  const before = live.map(coverageOf).filter(isActive);
  const after = coverageAfter(plan, live).filter(isActive);
  if (findLost(before, after, criticalHostTypesOf, allHosts).length === 0) return [];
  return withoutChange(plan, live)
    .filter(({ alert, config }) => config === undefined && !alert.disabled && alert.kind === "threshold")
    .map(({ alert }) => alert);
}

function coverageAfter(plan: PlanContents, live: readonly PartialLiveAlert[]): Coverage[] {
  const desired = plan.changes.flatMap((change) => (change.action === "delete" ? [] : [change.desired]));
  return [
    ...withoutChange(plan, live).map(coverageOf),
    ...desired.map((alert) => ({ settings: alert, config: alert })),
  ];
}

function withoutChange({ changes }: PlanContents, live: readonly PartialLiveAlert[]): PartialLiveAlert[] {
  const changed = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  return live.filter(({ alert }) => !changed.has(alert.id));
}

function coverageOf({ alert, config }: PartialLiveAlert): Coverage {
  return { settings: alert, config };
}

function isActive({ settings }: Coverage): boolean {
  return !settings.disabled;
}

/**
 * The values that an alert has before the plan, and that no alert has after it.
 * @param wildcard a value that includes all others
 */
function findLost<T>(
  before: readonly Coverage[],
  after: readonly Coverage[],
  valuesOf: (alert: Coverage) => readonly T[],
  wildcard?: T,
): T[] {
  const remaining = new Set(after.flatMap(valuesOf));
  if (wildcard !== undefined && remaining.has(wildcard)) return [];
  return [...new Set(before.flatMap(valuesOf))].filter((value) => !remaining.has(value));
}

function destinationsOf({ settings }: Coverage): readonly number[] {
  return settings.destinations;
}

/** An alert without host filters watches hosts of every type. */
const allHosts = "all hosts";

function criticalHostTypesOf({ config }: Coverage): readonly string[] {
  if (config === undefined) return [];
  const { condition } = config;
  if (condition.kind !== "threshold" || condition.alertLevel !== "crit") return [];
  const isUnfiltered = config.hosts.length === 0 && config.hostTypes.length === 0;
  return isUnfiltered ? [allHosts] : config.hostTypes.map((type) => `hosts of type ${toNfc(type)}`);
}

function warning(what: string): Problem {
  return { severity: "warning", what, remedy: "If this is not intended, change the definitions." };
}
