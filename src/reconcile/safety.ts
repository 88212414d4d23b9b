/**
 * What makes a plan dangerous: how much it deletes, and what would be watched by nobody afterwards. Asked of a whole plan
 * before anything of it is carried out.
 */
import { type Problem } from "../diagnostics";
import { type Alert, type AlertConfig, type AlertSettings } from "../service";
import { type LiveAlert } from "./desired-alert";
import { type PlanContents } from "./plan";
import { withName } from "./referred-names";

/** How much may be deleted: so many alerts, or a share of the live ones, from 0 to 1. */
export interface DeletionLimit {
  readonly count?: number | undefined;
  readonly share?: number | undefined;
}

/** Both hold, however few alerts there are; whoever means more has to say so. */
export const defaultDeletionLimit = { count: 10, share: 0.25 } as const;

/** An error where the plan deletes more than it may. @param liveCount how many alerts the environment holds */
export function checkDeletions(
  { changes }: PlanContents,
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

/** An error where nothing is defined and alerts would be deleted because of it: an empty file is rather a slip than meant so. */
export function checkEmptiness({ changes }: PlanContents, defined: number): Problem[] {
  const deletions = changes.filter(({ action }) => action === "delete").length;
  if (defined > 0 || deletions === 0) return [];
  return [
    {
      severity: "error",
      what: `The definitions hold no alert, so the plan would delete all ${deletions} that may be pruned.`,
      remedy:
        "Where that is meant, remove them with dbmon destroy and their former definitions, or in the service.",
    },
  ];
}

/** An alert that watches, before or after the plan. */
interface Watching {
  readonly settings: Pick<AlertSettings, "disabled" | "destinations">;
  /** Undefined where it has none, or was not read: it watches nothing that is known. */
  readonly config: AlertConfig | undefined;
}

/**
 * Warnings for destinations that no alert would notify any more, and host types that no `crit` alert would watch.
 * @param live with the configurations that {@link alertsThatMayCover} named
 */
export function checkCoverage(plan: PlanContents, live: readonly LiveAlert[]): Problem[] {
  const before = live.map(watching).filter(isActive);
  const after = watchingAfter(plan, live).filter(isActive);
  return [
    ...lost(before, after, destinationsOf)
      .sort((a, b) => a - b)
      .map((id) => withName(id, plan.names?.destinations?.[String(id)]))
      .map((one) => warning(`No active alert would notify the destination ${one} any more.`)),
    ...lost(before, after, criticalTypesOf, everyType)
      .sort()
      .map((type) => warning(`No active alert of the level crit would watch hosts of ${type} any more.`)),
  ];
}

/**
 * The alerts, left alone by the plan and not read for it, that may still watch what the others would not any more. None where
 * the others lose nothing: then nobody needs to know.
 */
export function alertsThatMayCover(plan: PlanContents, live: readonly LiveAlert[]): Alert[] {
  const before = live.map(watching).filter(isActive);
  const after = watchingAfter(plan, live).filter(isActive);
  if (lost(before, after, criticalTypesOf, everyType).length === 0) return [];
  return leftAlone(plan, live)
    .filter(({ alert, config }) => config === undefined && !alert.disabled && alert.kind === "threshold")
    .map(({ alert }) => alert);
}

function watchingAfter(plan: PlanContents, live: readonly LiveAlert[]): Watching[] {
  const desired = plan.changes.flatMap((change) => (change.action === "delete" ? [] : [change.desired]));
  return [
    ...leftAlone(plan, live).map(watching),
    ...desired.map((alert) => ({ settings: alert, config: alert })),
  ];
}

function leftAlone({ changes }: PlanContents, live: readonly LiveAlert[]): LiveAlert[] {
  const changed = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  return live.filter(({ alert }) => !changed.has(alert.id));
}

function watching({ alert, config }: LiveAlert): Watching {
  return { settings: alert, config };
}

function isActive({ settings }: Watching): boolean {
  return !settings.disabled;
}

/**
 * What some alert before had and none after has.
 * @param all stands for everything
 */
function lost<T>(
  before: readonly Watching[],
  after: readonly Watching[],
  of: (alert: Watching) => readonly T[],
  all?: T,
): T[] {
  const kept = new Set(after.flatMap(of));
  if (all !== undefined && kept.has(all)) return [];
  return [...new Set(before.flatMap(of))].filter((one) => !kept.has(one));
}

function destinationsOf({ settings }: Watching): readonly number[] {
  return settings.destinations;
}

/** An alert without host filters watches hosts of every type. */
const everyType = "every type";

function criticalTypesOf({ config }: Watching): readonly string[] {
  if (config === undefined) return [];
  const { condition } = config;
  if (condition.kind !== "threshold" || condition.alertLevel !== "crit") return [];
  const isForAll = config.hosts.length === 0 && config.hostTypes.length === 0;
  return isForAll ? [everyType] : config.hostTypes.map((type) => `the type ${type}`);
}

function warning(what: string): Problem {
  return { severity: "warning", what, remedy: "Is that meant?" };
}
