import { type AlertVersion, type PartialLiveAlert, type PlanContents, versionsOfChange } from "../reconcile";
import { isUnsupported } from "../service";

export interface AlertsOfPlan {
  readonly before: readonly AlertVersion[];
  readonly after: readonly AlertVersion[];
  /** The live alerts that the plan does not contain. They are in both lists. */
  readonly others: readonly PartialLiveAlert[];
  /** Number of active alerts whose configurations were not read, and of alerts of unsupported kinds. */
  readonly excluded: number;
}

/** @param live all live alerts of a supported kind, with the configurations that were read */
export function alertsOfPlan(
  { changes, unmanaged }: PlanContents,
  live: readonly PartialLiveAlert[],
): AlertsOfPlan {
  const changed = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  const others = live.filter(({ alert }) => !changed.has(alert.id));
  const unchanged = others.map(({ alert, config }) => ({ ...alert, config }));
  const versions = changes.map(versionsOfChange);
  return {
    before: [...unchanged, ...versions.flatMap(({ before }) => before ?? [])],
    after: [...unchanged, ...versions.flatMap(({ after }) => after ?? [])],
    others,
    excluded:
      unchanged.filter(({ config, disabled }) => config === undefined && !disabled).length +
      unmanaged.filter(isUnsupported).length,
  };
}
