/** The effects of a plan on each destination: alerts that start or stop notifying it, and their firings in a back-test. */
import { getOrAdd } from "../../../diagnostics";
import { type PlanDocument } from "../../../plan-document";
import { versionsOf } from "./alert-versions";

export interface DestinationEffect {
  /** `#db-alerts`, or `destination 7` if the name is not known. */
  readonly name: string;
  /** Names of alerts that notify it only after the plan, sorted. */
  readonly gained: readonly string[];
  /** Names of alerts that notify it only before the plan, sorted. */
  readonly lost: readonly string[];
  /** Notifications by the changed alerts in the back-test. */
  readonly firings?: FiringCounts;
}

interface FiringCounts {
  readonly before: number;
  readonly after: number;
  /** Number of alerts that the counts include. */
  readonly tested: number;
  /** Number of alerts whose notifications are not known. */
  readonly untested: number;
}

interface Effect {
  readonly gained: string[];
  readonly lost: string[];
  firings: FiringCounts | undefined;
}

/** Destinations without a difference are omitted. A disabled or incomplete alert notifies nobody. */
export function destinationEffects({ changes, names = {} }: PlanDocument): DestinationEffect[] {
  const effects = new Map<number, Effect>();
  const effectOn = (id: number) =>
    getOrAdd(effects, id, () => ({ gained: [], lost: [], firings: undefined }));
  for (const change of changes) {
    if (change.action === "unchanged") continue;
    const { before, after } = versionsOf(change);
    const [notified, notifies] = [notifiedBy(before), notifiedBy(after)];
    for (const id of notifies) if (!notified.has(id)) effectOn(id).gained.push(change.name);
    for (const id of notified) if (!notifies.has(id)) effectOn(id).lost.push(change.name);
    for (const { id, before: past, after: future } of change.backtest?.destinations ?? []) {
      const effect = effectOn(id);
      const sum = effect.firings ?? { before: 0, after: 0, tested: 0, untested: 0 };
      effect.firings =
        past === null || future === null
          ? { ...sum, untested: sum.untested + 1 }
          : { ...sum, before: sum.before + past, after: sum.after + future, tested: sum.tested + 1 };
    }
  }
  return [...effects]
    .sort(([a], [b]) => a - b)
    .map(([id, { gained, lost, firings }]) => ({
      name: names.destinations?.[String(id)] ?? `destination ${id}`,
      gained,
      lost,
      ...(firings === undefined ? {} : { firings }),
    }))
    .filter(
      ({ gained, lost, firings }) =>
        gained.length + lost.length > 0 || (firings !== undefined && firings.before !== firings.after),
    );
}

function notifiedBy(version: ReturnType<typeof versionsOf>["before"]): ReadonlySet<number> {
  const canFire = version?.config !== undefined && !version.disabled;
  return new Set(canFire ? version.destinations : []);
}
