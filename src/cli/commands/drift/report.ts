import { type Drift } from "../../../planning";
import { nameOf, versionsOfChange } from "../../../reconcile";
import {
  type Entry,
  entryBacktest,
  type EntrySeverity,
  formatFieldText,
  noDetails,
  type Report,
  versionsDetail,
} from "../../../reports";
import { type DriftDocument } from "./document";

type AlertDrift = DriftDocument["alerts"][number];
type Status = AlertDrift["status"];

const severities: Readonly<Record<Status, EntrySeverity>> = {
  "in-sync": "none",
  pending: "notice",
  "mute ended": "error",
  drifted: "error",
  unknown: "error",
};

/** Whether an unmanaged alert with this name counts as drift. */
export type RefusesUnmanaged = (name: string) => boolean;

export function driftReport(
  drift: DriftDocument,
  { alerts: compared, names }: Drift,
  refusesUnmanaged: RefusesUnmanaged,
): Report {
  const { base_url: baseUrl, alerts, unmanaged, problems } = drift;
  const changes = new Map(compared.map(({ change }) => [nameOf(change), change]));
  const detailOf = ({ name }: AlertDrift) => {
    const change = changes.get(name);
    return change === undefined ? {} : { detail: () => versionsDetail(versionsOfChange(change), names) };
  };
  return {
    title: "Drift",
    result: { kind: "drift" },
    baseUrl,
    entries: [
      ...alerts.map((alert) => ({ ...alertEntry(alert, drift), ...detailOf(alert) })),
      ...unmanaged.map((alert) => unmanagedEntry(alert, refusesUnmanaged)),
    ],
    ...(alerts.some(({ status }) => status === "drifted") ? { notes: [acceptNote] } : {}),
    history: drift.backtest,
    problems,
  };
}

const acceptNote = "To take live values into the definitions, run dbmon accept.";

/** Whether an apply is needed, or may be. `pending` needs none. */
export function hasDrift({ alerts }: DriftDocument): boolean {
  return alerts.some(({ status }) => status !== "in-sync" && status !== "pending");
}

function alertEntry(alert: AlertDrift, drift: DriftDocument): Entry {
  const { name, status, fields, action, where, until, muted_until: mutedUntil } = alert;
  const liveName = fields.find(({ path }) => path[0] === "name")?.from;
  return {
    ...noDetails,
    name,
    status,
    action,
    until,
    ...(liveName === undefined ? {} : { liveName: String(liveName) }),
    ...(mutedUntil === undefined ? {} : { mutedUntil: Date.parse(mutedUntil) }),
    severity: severities[status],
    fields: action === "create" ? [] : fields.map((field) => formatFieldText(field, drift.names)),
    fieldStyle: "differences",
    backtest: entryBacktest(alert.backtest, drift),
    id: alert.id,
    ...(where === undefined ? {} : { where }),
  };
}

function unmanagedEntry(
  { id, name }: DriftDocument["unmanaged"][number],
  refusesUnmanaged: RefusesUnmanaged,
): Entry {
  return {
    ...noDetails,
    name,
    status: "unmanaged",
    id,
    severity: refusesUnmanaged(name) ? "error" : "notice",
  };
}
