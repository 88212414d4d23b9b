import { readOrigin } from "../../../plan-document";
import { type Drift } from "../../../planning";
import { nameOf, versionsOfChange } from "../../../reconcile";
import {
  backtestWithHistory,
  type DriftFinding,
  formatFieldValues,
  type Report,
  type UnmanagedFinding,
  versionsDetail,
} from "../../../reports";
import { describeMuteEnd, readMute } from "../../../service";
import { type DriftDocument } from "./document";

type AlertDrift = DriftDocument["alerts"][number];
export interface UnmanagedOptions {
  /** Whether an unmanaged alert with this name counts as drift. */
  readonly refuses: (name: string) => boolean;
  readonly isListed: boolean;
}

/** @param now in Unix milliseconds, for the age of mutes that ended */
export function driftReport(
  drift: DriftDocument,
  { alerts: compared, names }: Drift,
  { refuses, isListed }: UnmanagedOptions,
  now: number,
): Report {
  const { alerts, unmanaged, no_longer_defined: noLongerDefined, problems } = drift;
  const changes = new Map(compared.map(({ change }) => [nameOf(change), change]));
  const listed = unmanaged.flatMap(({ id, name }): UnmanagedFinding[] => {
    const severity = refuses(name) ? "error" : "notice";
    return severity === "error" || isListed ? [{ kind: "unmanaged", name, id, severity }] : [];
  });
  const detailOf = ({ name }: AlertDrift) => {
    const change = changes.get(name);
    return change && (() => versionsDetail(versionsOfChange(change), names));
  };
  return {
    kind: "drift",
    title: "Drift",
    ...readOrigin(drift),
    findings: [
      ...alerts.map((alert) => driftFinding(alert, drift, detailOf(alert), now)),
      ...noLongerDefined.map(({ id, name }): UnmanagedFinding => {
        return { kind: "no longer defined", name, id, severity: "error" };
      }),
      ...listed,
    ],
    unmanaged: unmanaged.length,
    notes: alerts.some(({ status }) => status === "drifted") ? [acceptNote] : [],
    history: drift.backtest,
    problems,
  };
}

const acceptNote = "To take live values into the definitions, run dbmon accept.";

/** Whether an apply is needed, or may be. `pending` needs none. */
export function hasDrift({ alerts, no_longer_defined: noLongerDefined }: DriftDocument): boolean {
  return (
    noLongerDefined.length > 0 || alerts.some(({ status }) => status !== "in-sync" && status !== "pending")
  );
}

function driftFinding(
  alert: AlertDrift,
  drift: DriftDocument,
  detail: DriftFinding["detail"],
  now: number,
): DriftFinding {
  const { name, status, fields, action, where, until, muted } = alert;
  const mute = readMute(muted);
  const liveName = fields.find(({ path }) => path[0] === "name")?.from;
  return {
    kind: "drift",
    name,
    status,
    action,
    until,
    ...(liveName === undefined ? {} : { liveName: String(liveName) }),
    ...(status === "mute ended" && mute !== undefined ? { muteEnd: describeMuteEnd(mute, now) } : {}),
    ...(status === "hosts" ? { hosts: countHosts(fields) } : {}),
    severity: status === "in-sync" ? "none" : status === "pending" ? "notice" : "error",
    fields: action === "create" ? [] : fields.map((field) => formatFieldValues(field, drift.names)),
    backtest: backtestWithHistory(alert, drift),
    detail,
    id: alert.id,
    ...(where === undefined ? {} : { where }),
  };
}

function countHosts(fields: AlertDrift["fields"]): NonNullable<DriftFinding["hosts"]> {
  const field = fields.find(({ path }) => path[0] === "hosts");
  const idsOf = (value: (typeof fields)[number]["to"]) => (Array.isArray(value) ? (value as unknown[]) : []);
  const [before, after] = [idsOf(field?.from), idsOf(field?.to)];
  const missingIn = (others: unknown[]) => (id: unknown) => !others.includes(id);
  return { added: after.filter(missingIn(before)).length, removed: before.filter(missingIn(after)).length };
}
