/** Builds the drift report: live alerts that differ from their definitions, and unmanaged alerts. */
import { isError, quote } from "../../diagnostics";
import { type Drift } from "../../planning";
import { type Change, nameOf, versionsOfChange } from "../../reconcile";
import { formatMuteEnd } from "../../service";
import { type DriftDocument } from "./document";
import { historySentence } from "../../impact";
import { describeVersions } from "../shared/report/alert-versions";
import { formatFieldText } from "../shared/report/field-text";
import { backtestDetail, backtestLine } from "../shared/plan/plan-report";
import {
  type Entry,
  type EntryDetail,
  type EntrySeverity,
  joinCounts,
  noDetails,
  pluralize,
  type Report,
} from "../shared/report/report";

type AlertDrift = DriftDocument["alerts"][number];
type Status = AlertDrift["status"];

const severities: Readonly<Record<Status, EntrySeverity>> = {
  "in-sync": "none",
  pending: "notice",
  "mute ended": "error",
  drifted: "error",
  unknown: "error",
};

/** @param drift the document, followed by the comparison that it was written from */
export function driftReport(drift: DriftDocument, { alerts: compared, names }: Drift): Report {
  const { base_url: baseUrl, alerts, unmanaged, problems } = drift;
  const changes = new Map(compared.map(({ change }) => [nameOf(change), change]));
  const detailOf = (alert: AlertDrift) => alertDetail(alert, drift, changes.get(alert.name), names);
  const count = (status: Status) => alerts.filter((alert) => alert.status === status).length;
  const rest = joinCounts([
    [count("pending"), "pending"],
    [count("mute ended"), "with a mute that ended"],
    [count("unknown"), "unknown"],
    [unmanaged.length, "unmanaged"],
  ]);
  return {
    title: "Drift",
    summary: `${count("in-sync")} in sync, ${count("drifted")} drifted${rest === "" ? "" : `, ${rest}`}.`,
    baseUrl,
    verdict: driftVerdict(drift),
    entries: [
      ...alerts.map((alert) => ({ ...alertEntry(alert, drift), detail: () => detailOf(alert) })),
      ...unmanaged.map(unmanagedEntry),
    ],
    consequencesTitle: drift.backtest && historySentence(drift.backtest),
    problems,
    counts: { drifted: count("drifted") + count("mute ended") + count("unknown") },
  };
}

/**
 * Lists differences first.
 *
 * @example
 * driftVerdict(drift); // "2 alerts have drifted, 1 mute has ended."
 */
function driftVerdict({ alerts, problems }: DriftDocument): string {
  const errors = problems.filter(isError).length;
  if (errors > 0) return `The comparison failed: ${pluralize(errors, "error")}.`;
  const count = (status: Status) => alerts.filter((alert) => alert.status === status).length;
  const has = (number: number, noun: string, participle: string) =>
    number === 0 ? [] : [`${pluralize(number, noun)} ${number === 1 ? "has" : "have"} ${participle}`];
  const differences = [
    ...has(count("drifted"), "alert", "drifted"),
    ...has(count("mute ended"), "mute", "ended"),
    ...has(count("unknown"), "alert", "an unknown state"),
  ];
  if (differences.length > 0) return `${differences.join(", ")}.`;
  const pending = count("pending");
  return `No alert has drifted: ${count("in-sync")} in sync${pending === 0 ? "" : `, ${pending} pending`}.`;
}

/** Whether an apply is needed, or may be. `pending` needs none. */
export function hasDrift({ alerts }: DriftDocument): boolean {
  return alerts.some(({ status }) => status !== "in-sync" && status !== "pending");
}

function alertEntry(alert: AlertDrift, drift: DriftDocument): Entry {
  const { name, status, fields, action, where, until } = alert;
  return {
    ...noDetails,
    name,
    status,
    description: `${describeDifference(alert)}${until === undefined ? "" : ` and should settle by ${until}`}`,
    severity: severities[status],
    fields: action === "create" ? [] : fields.map((field) => formatFieldText(field, drift.names)),
    fieldStyle: "differences",
    consequence: backtestLine(alert, drift),
    id: alert.id,
    ...(where === undefined ? {} : { where }),
  };
}

/** The live alert is the version before, and the desired one after. */
function alertDetail(
  { backtest }: AlertDrift,
  drift: DriftDocument,
  change: Change | undefined,
  names: Drift["names"],
): EntryDetail {
  if (change === undefined) return { backtest: backtestDetail(backtest, drift) };
  const versions = versionsOfChange(change);
  return {
    sentences: describeVersions(versions, names),
    annotations: (versions.after ?? versions.before)?.annotations ?? "",
    backtest: backtestDetail(backtest, drift),
  };
}

function unmanagedEntry({ id, name }: DriftDocument["unmanaged"][number]): Entry {
  return { ...noDetails, name, status: "unmanaged", description: `(id ${id})`, id, severity: "notice" };
}

function describeDifference({
  status,
  action,
  id,
  fields,
  muted_until: mutedUntil = "",
}: AlertDrift): string {
  if (status === "mute ended")
    return `was muted until ${formatMuteEnd(Date.parse(mutedUntil))} (id ${id ?? 0})`;
  switch (action) {
    case "create":
      return "does not exist";
    case "replace":
      return `is of a different kind (id ${id ?? 0})`;
    case "complete":
      return `has no configuration (id ${id ?? 0})`;
    case "rename": {
      const liveName = fields.find(({ path }) => path[0] === "name")?.from;
      return `is named ${quote(String(liveName))} (id ${id ?? 0})`;
    }
    case "update":
      return `differs (id ${id ?? 0})`;
    case "unchanged":
      return "is in sync";
  }
}
