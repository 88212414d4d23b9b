/** Builds the drift report: live alerts that differ from their definitions, and unmanaged alerts. */
import { quote } from "../../diagnostics";
import { formatMuteEnd } from "../../service";
import { type DriftDocument } from "../documents/drift-document";
import { historySentence } from "../../impact";
import { formatFieldText } from "./field-text";
import { backtestDetail, backtestLine } from "./plan-report";
import { type Effect, type Entry, type EntrySeverity, joinCounts, type Report } from "./report";

type AlertDrift = DriftDocument["alerts"][number];
type Status = AlertDrift["status"];

const severities: Readonly<Record<Status, EntrySeverity>> = {
  "in-sync": "none",
  pending: "notice",
  "mute ended": "error",
  drifted: "error",
  unknown: "error",
};

const effects: Readonly<Record<Status, Effect>> = {
  "in-sync": "none",
  pending: "pending",
  "mute ended": "change",
  drifted: "delete",
  unknown: "change",
};

export function driftReport(drift: DriftDocument): Report {
  const { base_url: baseUrl, alerts, unmanaged, problems } = drift;
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
    entries: [...alerts.map((alert) => alertEntry(alert, drift)), ...unmanaged.map(unmanagedEntry)],
    consequencesTitle: drift.backtest && historySentence(drift.backtest),
    problems,
    counts: { drifted: count("drifted") + count("mute ended") + count("unknown") },
  };
}

/** Whether an apply is needed, or may be. `pending` needs none. */
export function hasDrift({ alerts }: DriftDocument): boolean {
  return alerts.some(({ status }) => status !== "in-sync" && status !== "pending");
}

function alertEntry(alert: AlertDrift, drift: DriftDocument): Entry {
  const { name, status, fields, action, where, until } = alert;
  return {
    name,
    label: `${status}:`,
    description: `${describeDifference(alert)}${until === undefined ? "" : ` and should settle by ${until}`}`,
    severity: severities[status],
    effect: effects[status],
    fields: action === "create" ? [] : fields.map((field) => formatFieldText(field, drift.names)),
    fieldStyle: "differences",
    notes: [],
    problems: [],
    consequence: backtestLine(alert, drift),
    id: alert.id,
    detail: () => ({ backtest: backtestDetail(alert.backtest, drift) }),
    ...(where === undefined ? {} : { where }),
  };
}

function unmanagedEntry({ id, name }: DriftDocument["unmanaged"][number]): Entry {
  return {
    name,
    label: "unmanaged:",
    description: `(id ${id})`,
    isUnmanaged: true,
    id,
    severity: "notice",
    effect: "none",
    fields: [],
    fieldStyle: "differences",
    notes: [],
    problems: [],
  };
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
      return `has a different kind (id ${id ?? 0})`;
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
