/** What was found for one alert: its label, a verb for counts, a description after its name, and notes below it. */
import { formatCount, formatPlace, quote } from "../../diagnostics";
import { type ChangeAction } from "../../reconcile";
import { describeMute, describeMuteEnd } from "../../service";
import {
  type ChangeFinding,
  type DriftFinding,
  effectOf,
  type Finding,
  isSilencing,
  statusOf,
} from "../model/findings";

export const changeSymbols: Readonly<Record<ChangeAction, string>> = {
  create: "+",
  update: "~",
  rename: "~",
  complete: "~",
  replace: "±",
  delete: "-",
  unchanged: "=",
};

/** Precedes the name: `+` or `drifted:`. */
export function labelOf(finding: Finding): string {
  if (finding.kind !== "change") return `${statusOf(finding)}:`;
  if (finding.outcome === "failed") return "!";
  return finding.outcome === "skipped" ? "?" : changeSymbols[finding.action];
}

/** `create`, `in sync` or `drifted`. */
export function verbOf(finding: Finding): string {
  if (finding.kind === "change" && finding.outcome === "failed") return "failed";
  if (finding.kind === "change" && finding.outcome === "skipped") return "not started";
  if (isDisabling(finding)) return "disable";
  const status = statusOf(finding);
  if (status === "unchanged" || status === "in-sync") return "in sync";
  return status === "complete" ? "update" : status;
}

/** Whether the alert keeps its configuration, but does not notify. */
export function isDisabling(finding: Finding): boolean {
  return isSilencing(finding) && effectOf(finding) === "change";
}

/** Follows the name: `will be created`. */
export function descriptionOf(finding: Finding): string {
  switch (finding.kind) {
    case "change":
      return describeChange(finding);
    case "drift":
      return describeDrift(finding);
    case "unmanaged":
    case "no longer defined":
      return `(id ${finding.id})`;
    case "check":
      return formatCount(finding.problems.length, "problem");
    case "test":
      return `(${formatPlace(finding.where)})`;
    case "back-test":
      return "was back-tested";
    case "audit":
    case "drill":
      return finding.what;
    case "gone":
      return `(was ${statusOf(finding.was)})`;
  }
}

const participles: Readonly<Record<ChangeAction, string>> = {
  create: "created",
  update: "updated",
  rename: "renamed",
  complete: "completed",
  replace: "replaced",
  delete: "deleted",
  unchanged: "in sync",
};

function describeChange(change: ChangeFinding): string {
  const { action, id = 0, isImported, isOwned, liveName = "", outcome } = change;
  if (outcome === "failed") return `could not be ${participles[action]}`;
  if (outcome === "skipped") return "was not started";
  const mute = `${describeMuteState(change.mute)}${change.isWithoutHosts ? ", disabled because no host matches" : ""}`;
  if (outcome === undefined && isOwned) return `is no longer defined and will be deleted (id ${id})`;
  if (outcome === undefined) {
    const description = `${plannedChanges[action](`(id ${id})`, liveName)}${mute}`;
    return isImported ? `${description}, and will be imported` : description;
  }
  if (action === "unchanged") return "exists already with the same content";
  const { written } = change;
  const replaced = written?.replacedId === undefined ? "" : `${written.replacedId} -> `;
  const suffix = written === undefined ? "" : ` (id ${replaced}${written.id})`;
  return `was ${participles[action]}${suffix}${mute}`;
}

type Describe = (id: string, liveName: string) => string;

const plannedChanges: Readonly<Record<ChangeAction, Describe>> = {
  create: () => "will be created",
  update: (id) => `will be updated ${id}`,
  rename: (id, liveName) => `will be renamed from ${quote(liveName)} ${id}`,
  complete: (id) => `is incomplete and will get its configuration ${id}`,
  replace: (id) => `must be replaced ${id}: its kind changes`,
  delete: (id) => `will be deleted ${id}`,
  unchanged: () => "is in sync",
};

/** `, muted until 2026-12-24T08:00Z (3 days): "load tests"`. Empty without a mute. */
function describeMuteState(mute: ChangeFinding["mute"]): string {
  if (mute === undefined) return "";
  return `, ${mute.hasEnded ? describeMuteEnd(mute, mute.now) : describeMute(mute, mute.now)}`;
}

function describeDrift({
  action,
  hosts = { added: 0, removed: 0 },
  id = 0,
  liveName = "",
  muteEnd,
  status,
  until,
}: DriftFinding): string {
  if (muteEnd !== undefined) return `is disabled (id ${id}), ${muteEnd}`;
  if (status === "hosts") return `(id ${id}): ${describeHosts(hosts)}`;
  const difference = liveStates[action](`(id ${id})`, liveName);
  return until === undefined ? difference : `${difference} and should settle by ${until}`;
}

/** `3 hosts match now that the alert does not list`. */
function describeHosts({ added, removed }: NonNullable<DriftFinding["hosts"]>): string {
  const verb = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);
  const joined = `${formatCount(added, "host")} ${verb(added, "matches", "match")} now that the alert does not list`;
  const left = `${formatCount(removed, "listed host")} ${verb(removed, "does", "do")} not match now`;
  return [...(added > 0 ? [joined] : []), ...(removed > 0 ? [left] : [])].join(", and ");
}

const liveStates: Readonly<Record<ChangeAction, Describe>> = {
  create: () => "does not exist",
  replace: (id) => `is of a different kind ${id}`,
  complete: (id) => `has no configuration ${id}`,
  rename: (id, liveName) => `is named ${quote(liveName)} ${id}`,
  update: (id) => `differs ${id}`,
  delete: (id) => `differs ${id}`,
  unchanged: () => "is in sync",
};

/** Sentences about the change, below its fields: how it is made, and what it means. */
export function findingNotes(finding: Finding): string[] {
  if (finding.kind === "audit") return [...finding.evidence, finding.remedy];
  if (finding.kind === "drill") return [...finding.evidence];
  if (finding.kind !== "change") return [];
  const { action, ignored, differences } = finding;
  return [
    ...(action === "replace" ? ["The alert is deleted and created again, with a new id."] : []),
    ...(action === "create" || ignored.length === 0 ? [] : [`ignored: ${ignored.join(", ")}`]),
    ...(differences?.sentences ?? []),
  ];
}

/** What a deleted or replaced alert was, and whom it notified: `was: warn when ...`. Empty for other findings. */
export function removedAlertLines(finding: Finding): string[] {
  if (finding.kind !== "change" || !finding.isSilencing || effectOf(finding) !== "delete") return [];
  const { sentences, destinationsBefore: destinations } = finding.detail?.() ?? {};
  return [
    ...(sentences?.before === undefined ? [] : [`was: ${sentences.before}`]),
    ...(destinations === undefined
      ? []
      : [`destinations: ${destinations.length === 0 ? "none" : destinations.join(", ")}`]),
  ];
}
