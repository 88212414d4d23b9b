/** What the changes of a plan mean: situations in which the live and the desired alert behave differently. */
import {
  type AlertDifference,
  describeAlert,
  describeDifference,
  type DifferenceContext,
  differencesOf,
  type DifferenceText,
  type NameObject,
  sentenceText,
} from "../alerting";
import { omitUndefined } from "../diagnostics";
import { type ChangeDocument, type PlanDocument } from "../plan-document";
import { type AlertVersion, type ChangeVersions, normalizeConfig } from "../reconcile";
import { conditionOf, formatTimeSpan, readAlert, readAlertConfig, scopeOf } from "../service";

/** The objects of a plan. */
export type PlanObjects = Pick<PlanDocument, "names" | "facts">;

export interface ExplainedDifference extends DifferenceText {
  readonly difference: AlertDifference;
}

/** All differences of a change, the shortest first. */
export function explainChange(change: ChangeDocument, objects: PlanObjects): ExplainedDifference[] {
  if (change.action === "unchanged") return [];
  const context = differenceContextOf(versionsOf(change), objects);
  return differencesOf(context.before, context.after, context).map((difference) => ({
    difference,
    ...describeDifference(difference, context),
  }));
}

export function differenceContextOf(
  versions: ChangeVersions,
  { names = {}, facts = {} }: PlanObjects,
): DifferenceContext {
  const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
  const policyMs = (id: number) => milliseconds(facts.policies?.[id]);
  const tables = {
    destination: names.destinations,
    host: names.hosts,
    policy: names.policies,
    duration: names.durations,
  };
  return {
    ...versions,
    policyIntervalMs: policyMs,
    durationMs: (id) => milliseconds(facts.durations?.[id]),
    host: (id) => {
      const type = facts.hosts?.[id];
      return type === undefined ? undefined : { id, type: type ?? "", isDeleted: type === null };
    },
    nameObject: (kind, id) => {
      const interval = kind === "policy" ? policyMs(id) : undefined;
      const name = tables[kind]?.[id];
      if (name !== undefined || interval === undefined) return name ?? `${kind} ${id}`;
      return interval === 0 ? "every time" : `at most once every ${formatTimeSpan(interval)}`;
    },
  };
}

export function versionsOf(change: ChangeDocument): ChangeVersions {
  const versions: { before: ChangeVersions["before"]; after: ChangeVersions["after"] } = {
    before: undefined,
    after: undefined,
  };
  if (change.action !== "create") {
    const alert = readAlert(change.live.alert);
    versions.before = { ...alert, config: readAlertConfig(change.live.config, alert.kind) };
  }
  if (change.action !== "delete") {
    const { event, threshold, ...desired } = change.desired;
    const condition = conditionOf(event, threshold);
    versions.after = { ...desired, config: condition && { ...scopeOf(desired), condition } };
  }
  return versions;
}

/**
 * Whether a change restarts the duration of an alert that is about to fire: an enabled threshold alert that is changed in place. The service
 * restarts it at each write, whatever the write changes. For an unchanged alert there is no write.
 */
export function restartsDuration({ before, after }: ChangeVersions): boolean {
  return [before, after].every(
    (one) => one?.disabled === false && one.config?.condition.kind === "threshold",
  );
}

/** What the alert does before and after the change, in plain words. */
export function describeVersions(
  { before, after }: ChangeVersions,
  names: PlanDocument["names"],
): { readonly before?: string; readonly after?: string } {
  const describe = (version: AlertVersion | undefined) => version && describeVersion(version, names);
  return omitUndefined({ before: describe(before), after: describe(after) });
}

/** What the alert does, in plain words: `crit when os.cpu.user_us is above 0.9 for 5 minutes on any host, ...`. */
function describeVersion(
  { config, policy, disabled }: AlertVersion,
  names: PlanDocument["names"] = {},
): string {
  if (config === undefined) return "Never fires, because it has no configuration.";
  // Sets have no order. The order of the service would show as a difference.
  const sorted = normalizeConfig(config);
  const tables = { host: names.hosts, policy: names.policies, duration: names.durations };
  const nameObject: NameObject = (kind, id) => tables[kind]?.[String(id)] ?? `${kind} ${id}`;
  const sentence = sentenceText(describeAlert(sorted, policy, nameObject));
  return disabled ? `Disabled: ${sentence}` : sentence;
}
