/** What was found for one alert: its label, a verb for counts, a description after its name, and notes below it. */
import { formatCount, formatPlace, quote } from "../../diagnostics";
import { type Action } from "../../reconcile";
import { describeMute, formatMuteEnd } from "../../service";
import {
  type ChangeFinding,
  type DriftFinding,
  effectOf,
  type Finding,
  isSilencing,
  type PlanFinding,
  statusOf,
} from "../model/findings";

export const changeSymbols: Readonly<Record<Action, string>> = {
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
  if (finding.kind !== "change") {
    const status = statusOf(finding);
    return status === "in-sync" ? "in sync" : status;
  }
  const { action, outcome } = finding;
  if (outcome === "failed") return "failed";
  if (outcome === "skipped") return "not started";
  if (action === "unchanged") return "in sync";
  if (isDisabling(finding)) return "disable";
  return action === "complete" ? "update" : action;
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
      return `(id ${finding.id})`;
    case "check":
      return formatCount(finding.problems.length, "problem");
    case "test":
      return `(${formatPlace(finding.where)})`;
    case "back-test":
      return "was back-tested";
    case "gone":
      return `(was ${statusOf(finding.was)})`;
  }
}

const participles: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  rename: "renamed",
  complete: "completed",
  replace: "replaced",
  delete: "deleted",
  unchanged: "in sync",
};

function describeChange(change: ChangeFinding): string {
  const { action, mute } = change;
  switch (change.outcome) {
    case undefined:
      return `${describePlanned(change, `(id ${change.id ?? 0})`)}${describeMuteState(mute)}`;
    case "failed":
      return `could not be ${participles[action]}`;
    case "skipped":
      return "was not started";
    case "done": {
      const { written } = change;
      const replaced = written?.replacedId === undefined ? "" : `${written.replacedId} -> `;
      const suffix = written === undefined ? "" : ` (id ${replaced}${written.id})`;
      return `was ${participles[action]}${suffix}${describeMuteState(mute)}`;
    }
  }
}

function describePlanned({ action, liveName = "" }: PlanFinding, id: string): string {
  switch (action) {
    case "create":
      return "will be created";
    case "update":
      return `will be updated ${id}`;
    case "rename":
      return `will be renamed from ${quote(liveName)} ${id}`;
    case "complete":
      return `is incomplete and will get its configuration ${id}`;
    case "replace":
      return `must be replaced ${id}: its kind changes`;
    case "delete":
      return `will be deleted ${id}`;
    case "unchanged":
      return "is in sync";
  }
}

/** `, muted until 2026-12-24T08:00Z (3 days)`. Empty without a mute. */
function describeMuteState(mute: ChangeFinding["mute"]): string {
  if (mute === undefined) return "";
  const { hasEnded, end, now } = mute;
  return hasEnded ? `, mute ended at ${formatMuteEnd(end)}` : `, ${describeMute(end, now)}`;
}

function describeDrift(finding: DriftFinding): string {
  const { id = 0, until } = finding;
  return `${describeLive(finding, `(id ${id})`)}${until === undefined ? "" : ` and should settle by ${until}`}`;
}

function describeLive({ status, action, liveName = "", mutedUntil = 0 }: DriftFinding, id: string): string {
  if (status === "mute ended") return `was muted until ${formatMuteEnd(mutedUntil)} ${id}`;
  switch (action) {
    case "create":
      return "does not exist";
    case "replace":
      return `is of a different kind ${id}`;
    case "complete":
      return `has no configuration ${id}`;
    case "rename":
      return `is named ${quote(liveName)} ${id}`;
    case "update":
    case "delete":
      return `differs ${id}`;
    case "unchanged":
      return "is in sync";
  }
}

/** Sentences about the change, below its fields: how it is made, and what it means. */
export function findingNotes(finding: Finding): string[] {
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
