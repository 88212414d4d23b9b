/** Builds the drift report: live alerts that differ from their definitions, and unmanaged alerts. */
import { isError } from "../../diagnostics";
import { type Drift } from "../../planning";
import { nameOf, versionsOfChange } from "../../reconcile";
import { type DriftDocument } from "./document";
import { historySentence } from "../../impact";
import { formatFieldText } from "../shared/report/field-text";
import { entryBacktest, versionsDetail } from "../shared/plan/plan-report";
import {
  type Entry,
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

/** Whether an unmanaged alert with this name counts as drift. */
export type RefusesUnmanaged = (name: string) => boolean;

/** @param drift the document, followed by the comparison that it was written from */
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
  const count = (status: Status) => alerts.filter((alert) => alert.status === status).length;
  const refused = unmanaged.filter(({ name }) => refusesUnmanaged(name)).length;
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
    verdict: driftVerdict(drift, refused),
    entries: [
      ...alerts.map((alert) => ({ ...alertEntry(alert, drift), ...detailOf(alert) })),
      ...unmanaged.map((alert) => unmanagedEntry(alert, refusesUnmanaged)),
    ],
    ...(count("drifted") === 0 ? {} : { notes: [acceptNote] }),
    consequencesTitle: drift.backtest && historySentence(drift.backtest),
    problems,
    counts: { drifted: count("drifted") + count("mute ended") + count("unknown") + refused },
  };
}

const acceptNote = "To take live values into the definitions, run dbmon accept.";

/**
 * Lists differences first.
 *
 * @example
 * driftVerdict(drift, 1); // "2 alerts have drifted, 1 mute has ended, 1 alert has no definition."
 */
function driftVerdict({ alerts, problems }: DriftDocument, refused: number): string {
  const errors = problems.filter(isError).length;
  if (errors > 0) return `The comparison failed: ${pluralize(errors, "error")}.`;
  const count = (status: Status) => alerts.filter((alert) => alert.status === status).length;
  const has = (number: number, noun: string, participle: string) =>
    number === 0 ? [] : [`${pluralize(number, noun)} ${number === 1 ? "has" : "have"} ${participle}`];
  const differences = [
    ...has(count("drifted"), "alert", "drifted"),
    ...has(count("mute ended"), "mute", "ended"),
    ...has(count("unknown"), "alert", "an unknown state"),
    ...has(refused, "alert", "no definition"),
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
