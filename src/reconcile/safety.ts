/**
 * What makes a plan dangerous: how much it deletes, and what would be watched by nobody afterwards. Asked of a whole plan
 * before anything of it is carried out.
 */
import { type Problem } from "../diagnostics";
import { type AlertConfig, type AlertSettings } from "../service";
import { type LiveAlert } from "./desired-alert";
import { type Plan } from "./plan";

/** How much may be deleted: so many alerts, or a share of the live ones, from 0 to 1. */
export interface DeletionLimit {
  readonly count?: number | undefined;
  readonly share?: number | undefined;
}

/** Both hold, however few alerts there are; whoever means more has to say so. */
export const defaultDeletionLimit = { count: 10, share: 0.25 } as const;

/** An error where the plan deletes more than it may. @param liveCount how many alerts the environment holds */
export function checkDeletions(
  { changes }: Plan,
  liveCount: number,
  { count, share }: DeletionLimit = defaultDeletionLimit,
): Problem[] {
  const deletions = changes.filter(({ action }) => action === "delete").length;
  if (deletions === 0) return [];
  const tooMany = count !== undefined && deletions > count;
  const tooLarge = share !== undefined && deletions > share * liveCount;
  if (!tooMany && !tooLarge) return [];
  const limit = tooMany ? `${count} alerts` : `${Math.round((share ?? 0) * 100)}% of them`;
  return [
    {
      severity: "error",
      what: `The plan deletes ${deletions} of the ${liveCount} live alerts, and at most ${limit} may be deleted.`,
      remedy: "Look at what goes. Where it is meant, allow it: --max-deletes with a number or a share.",
    },
  ];
}

/** An alert that watches, before or after the plan. */
interface Watching {
  readonly settings: Pick<AlertSettings, "disabled" | "destinations">;
  /** Undefined where it was not read: it may watch anything. */
  readonly config: AlertConfig | undefined;
}

/** Warnings for destinations that no alert would notify any more, and host types that no `crit` alert would watch. */
export function checkCoverage(plan: Plan, live: readonly LiveAlert[]): Problem[] {
  const before = live.map(({ alert, config }): Watching => ({ settings: alert, config })).filter(isActive);
  const after = watchingAfter(plan, live).filter(isActive);
  return [
    ...lost(before, after, destinationsOf)
      .sort((a, b) => a - b)
      .map((id) => warning(`No active alert would notify the destination ${id} any more.`)),
    ...lost(before, after, criticalTypesOf, everyType)
      .sort()
      .map((type) => warning(`No active alert of the level crit would watch hosts of ${type} any more.`)),
  ];
}

function watchingAfter({ changes }: Plan, live: readonly LiveAlert[]): Watching[] {
  const changed = new Set<number>();
  for (const change of changes) {
    if (change.action === "delete") changed.add(change.live.id);
    else if (change.action !== "create") changed.add(change.live.alert.id);
  }
  const left = live.filter(({ alert }) => !changed.has(alert.id));
  const desired = changes.flatMap((change) => (change.action === "delete" ? [] : [change.desired]));
  return [
    ...left.map(({ alert, config }) => ({ settings: alert, config })),
    ...desired.map((alert) => ({ settings: alert, config: alert })),
  ];
}

function isActive({ settings }: Watching): boolean {
  return !settings.disabled;
}

/**
 * What some alert before had and none after has; an alert whose configuration is not known may have anything.
 * @param all stands for everything
 */
function lost<T>(
  before: readonly Watching[],
  after: readonly Watching[],
  of: (alert: Watching) => readonly T[] | "unknown",
  all?: T,
): T[] {
  const kept = new Set<T>();
  for (const alert of after) {
    const covered = of(alert);
    if (covered === "unknown") return [];
    for (const one of covered) kept.add(one);
  }
  if (all !== undefined && kept.has(all)) return [];
  const had = before.flatMap((alert) => {
    const covered = of(alert);
    return covered === "unknown" ? [] : covered;
  });
  return [...new Set(had)].filter((one) => !kept.has(one));
}

function destinationsOf({ settings }: Watching): readonly number[] {
  return settings.destinations;
}

/** An alert without host filters watches hosts of every type. */
const everyType = "every type";

function criticalTypesOf({ config }: Watching): readonly string[] | "unknown" {
  if (config === undefined) return "unknown";
  const { condition } = config;
  if (condition.kind !== "threshold" || condition.alertLevel !== "crit") return [];
  const isForAll = config.hosts.length === 0 && config.hostTypes.length === 0;
  return isForAll ? [everyType] : config.hostTypes.map((type) => `the type ${type}`);
}

function warning(what: string): Problem {
  return { severity: "warning", what, remedy: "Is that meant?" };
}
