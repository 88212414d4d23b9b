/** Builds the drift report: live alerts that differ from their definitions, and unmanaged alerts. */
import { quote } from "../../diagnostics";
import { type DriftDocument } from "../documents/drift-document";
import { historySentence } from "../../impact";
import { formatFieldText } from "./field-text";
import { backtestLine } from "./plan-report";
import { type Effect, type Entry, type EntrySeverity, joinCounts, type Report } from "./report";

type AlertDrift = DriftDocument["alerts"][number];
type Status = AlertDrift["status"];

const severities: Readonly<Record<Status, EntrySeverity>> = {
  "in-sync": "none",
  pending: "notice",
  drifted: "error",
  unknown: "error",
};

const effects: Readonly<Record<Status, Effect>> = {
  "in-sync": "none",
  pending: "pending",
  drifted: "delete",
  unknown: "change",
};

export function driftReport(drift: DriftDocument): Report {
  const { base_url: baseUrl, alerts, unmanaged, problems } = drift;
  const count = (status: Status) => alerts.filter((alert) => alert.status === status).length;
  const rest = joinCounts([
    [count("pending"), "pending"],
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
    counts: { drifted: count("drifted") + count("unknown") },
  };
}

/** `unknown` counts as drift. `pending` does not. */
export function hasDrift({ alerts }: DriftDocument): boolean {
  return alerts.some(({ status }) => status === "drifted" || status === "unknown");
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
    ...(where === undefined ? {} : { where }),
  };
}

function unmanagedEntry({ id, name }: DriftDocument["unmanaged"][number]): Entry {
  return {
    name,
    label: "unmanaged:",
    description: `(id ${id})`,
    isUnmanaged: true,
    severity: "notice",
    effect: "none",
    fields: [],
    fieldStyle: "differences",
    notes: [],
    problems: [],
  };
}

function describeDifference({ action, id, fields }: AlertDrift): string {
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
