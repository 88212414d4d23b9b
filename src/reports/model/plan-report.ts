import { formatCount, getOrAdd } from "../../diagnostics";
import { describeVersions, explainChange, versionsOf } from "../../impact";
import { type ChangeDocument, type FieldDocument, type PlanDocument, readOrigin } from "../../plan-document";
import { type ChangeVersions, hasNoHosts } from "../../reconcile";
import { readMute } from "../../service";
import { type AlertDetail, type ChangeFinding, type DescribedBacktest } from "./findings";
import { formatFieldValues, formatItems } from "./formatted-field";
import { type DestinationEffect, type ReportOf } from "./report";

/** @param now in Unix milliseconds, for the rest of mutes */
export function planReport(plan: PlanDocument, now: number, explains = false): ReportOf<"plan"> {
  return {
    kind: "plan",
    title: "Plan",
    ...readOrigin(plan),
    planned: formatPlanned(plan),
    fingerprint: plan.fingerprint,
    findings: plan.changes.map((change) => findingOf(change, plan, now, explains)),
    problems: plan.problems,
    unmanaged: plan.unmanaged.length,
    destinationEffects: () => destinationEffects(plan),
    history: plan.backtest,
    routes: plan.routes,
    exceptions: plan.exceptions,
    notes: [...ownershipNotes(plan), ...restartNotes(plan.changes)],
  };
}

/** How the plan knows which live alerts it may change. */
function ownershipNotes({ owns, changes }: PlanDocument): string[] {
  if (owns?.includes("*") === true) return ['These definitions own all alerts (owns: "*").'];
  const { length } = changes.filter(({ action }) => !["create", "delete", "unchanged"].includes(action));
  if (owns !== null || length === 0) return [];
  const alerts = `${formatCount(length, "live alert")} ${length === 1 ? "is" : "are"} changed by name`;
  return [`${alerts}. To say which names belong to these definitions, set owns in dbmon.yaml.`];
}

function restartNotes(changes: readonly ChangeDocument[]): string[] {
  const { length } = changes.filter(({ restarts }) => restarts === true);
  const verb = length === 1 ? "is" : "are";
  const changed = `${formatCount(length, "threshold alert")} ${verb} changed`;
  return length === 0 ? [] : [`Alerts that are about to fire start again: ${changed}.`];
}

/** `2026-11-23T05:19:06Z by dbmon 0.1.0`. Undefined for a plan of a version that did not record it. */
export function formatPlanned({
  planned_at: time,
  dbmon_version: maker,
}: Pick<PlanDocument, "planned_at" | "dbmon_version">): string | undefined {
  if (time === undefined) return undefined;
  return maker === undefined ? time : `${time} by dbmon ${maker}`;
}

export function backtestWithHistory(
  { backtest, recorded }: Pick<ChangeDocument, "backtest" | "recorded">,
  { backtest: history, names }: Pick<PlanDocument, "backtest" | "names">,
): DescribedBacktest | undefined {
  return backtest && history && { ...backtest, recorded, history, names };
}

/** The live alert is the version before, and the desired one after. */
export function versionsDetail(versions: ChangeVersions, names: PlanDocument["names"]): AlertDetail {
  const { before, after } = versions;
  return {
    sentences: describeVersions(versions, names),
    ...(before && { destinationsBefore: formatItems(before.destinations, names?.destinations) }),
    annotations: (after ?? before)?.annotations ?? "",
  };
}

export function hasChanges({ changes }: PlanDocument): boolean {
  return changes.some(({ action }) => action !== "unchanged");
}

function findingOf(
  change: ChangeDocument,
  plan: PlanDocument,
  now: number,
  explains: boolean,
): ChangeFinding {
  const { action, name, where, imported: isImported = false } = change;
  const mute = muteOf(change, now);
  const isWithoutHosts =
    change.action !== "delete" &&
    hasNoHosts({ ...change.desired, allowNoHosts: change.desired.allow_no_hosts });
  return {
    kind: "change",
    action,
    name,
    ...(action === "rename" ? { liveName: String(change.live.alert["name"]) } : {}),
    mute,
    isWithoutHosts,
    ignored: action === "delete" ? [] : (change.desired.ignore ?? []),
    severity:
      action === "unchanged" && mute?.hasEnded !== false && !isWithoutHosts && !isImported
        ? "none"
        : "notice",
    fields: reportedFields(change).map((field) => formatFieldValues(field, plan.names)),
    id: change.action === "create" ? undefined : change.id,
    isOwned: change.action === "delete" && change.owned === true,
    isImported,
    isSilencing: endsNotifications(change),
    backtest: backtestWithHistory(change, plan),
    differences: differencesOf(change, plan, explains),
    detail: () => versionsDetail(versionsOf(change), plan.names),
    ...(where === undefined ? {} : { where }),
  };
}

function differencesOf(
  change: ChangeDocument,
  plan: PlanDocument,
  explains: boolean,
): ChangeFinding["differences"] {
  const { action, difference } = change;
  if (action === "unchanged" || difference === undefined) return undefined;
  const sentences =
    difference === null
      ? [describeSameBehavior(change)]
      : explains
        ? [...new Set(explainChange(change, plan).map(({ sentence }) => sentence))]
        : [difference.sentence];
  return { sentences, shortest: () => explainChange(change, plan)[0]?.difference };
}

function describeSameBehavior(change: ChangeDocument): string {
  if (change.action === "create" || change.action === "delete") return "Fires in no situation.";
  const isText = change.fields.every(({ path }) => path[0] === "name" || path[0] === "annotations");
  if (isText) return "Behaves the same: only the text changes.";
  return change.desired.disabled ? "Behaves the same: the alert is disabled." : "Behaves the same.";
}

function muteOf(change: ChangeDocument, now: number): ChangeFinding["mute"] {
  const mute = change.action === "delete" ? undefined : readMute(change.desired.muted);
  if (change.action === "delete" || change.mute === undefined || mute === undefined) return undefined;
  return { ...mute, hasEnded: change.mute === "mute ended", now };
}

function endsNotifications(change: ChangeDocument): boolean {
  const { action } = change;
  if (action === "create" || action === "unchanged") return false;
  if (action === "delete" || action === "replace") return true;
  return change.fields.some(({ path, to }) => path[0] === "disabled" && to === true);
}

/** Omits defaults and the name from the fields of a new alert. */
function reportedFields(change: ChangeDocument): readonly FieldDocument[] {
  if (change.action === "delete") return [];
  if (change.action !== "create") return change.fields;
  const isDefault = (value: FieldDocument["to"]) =>
    value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
  return change.fields.filter(({ path, to }) => path[0] !== "name" && !isDefault(to));
}

interface EffectSum extends DestinationEffect {
  readonly gained: string[];
  readonly lost: string[];
  firings: DestinationEffect["firings"];
}

/** Destinations without a difference are omitted. A disabled or incomplete alert notifies nobody. */
function destinationEffects({ changes, names = {} }: PlanDocument): DestinationEffect[] {
  const effects = new Map<number, EffectSum>();
  const effectOn = (id: number) =>
    getOrAdd(effects, id, () => {
      const name = names.destinations?.[String(id)] ?? `destination ${id}`;
      return { name, gained: [], lost: [], firings: undefined };
    });
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
    .map(([, effect]) => effect)
    .filter(
      ({ gained, lost, firings }) =>
        gained.length + lost.length > 0 || (firings !== undefined && firings.before !== firings.after),
    );
}

function notifiedBy(version: ReturnType<typeof versionsOf>["before"]): ReadonlySet<number> {
  const canFire = version?.config !== undefined && !version.disabled;
  return new Set(canFire ? version.destinations : []);
}
