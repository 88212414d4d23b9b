/**
 * Plans as versioned JSON documents: for `--json`, for the renderers, and for saved plans. Desired alerts have the format of
 * definitions files. Live alerts have the format of the service, including fields that the specification does not name.
 */
import type * as z from "zod";
import { formatField, isMapping, omitUndefined, type Place, ProblemError, quote } from "../diagnostics";
import {
  callsOf,
  type Change,
  changeOf,
  type DesiredAlert,
  type FieldChange,
  fingerprintOf,
  type LiveAlert,
  nameOf,
  type Plan,
  withPlanStatus,
} from "../reconcile";
import {
  attributesOf,
  conditionOf,
  formatTimestamp,
  isSupported,
  type ListedAlert,
  MalformedResponseError,
  readAlert,
  readAlertConfig,
  readListedAlert,
  readMute,
  scopeOf,
  TextMap,
  writeAlert,
  writeAlertConfig,
  writeMute,
} from "../service";
import { type Backtests } from "./backtest-schema";
import { membersOf } from "./envelope";
import { namesInChanges, type ObjectNames } from "./object-names";
import { readOrigin, type RunOrigin, writeOrigin } from "./origin";
import {
  type ChangeDocument,
  type DesiredDocument,
  type FieldDocument,
  type LiveDocument,
  type ObjectFacts,
  type PlanDocument,
  planSchemas,
  type RouteChanges,
  type RuleExceptions,
} from "./schema";

/** Information about a plan for display only. No comparison and no write uses it. */
export interface PlanDescription {
  readonly names?: ObjectNames;
  readonly facts?: ObjectFacts;
  /** How often the alerts of the changes would have fired, if the plan was back-tested. */
  readonly backtests?: Backtests;
  /** How the plan changes who is notified. Missing if it changes nothing. */
  readonly routes?: RouteChanges;
  /** Names and patterns of alerts that belong to the definitions. Null if none are set. Missing if that does not matter. */
  readonly owns?: readonly string[] | null;
  /** Alerts that do not satisfy a rule, and need not. Missing if there are none. */
  readonly exceptions?: RuleExceptions;
}

export type DescribedPlan = Plan & PlanDescription;

/** What a plan was made for, when, and from what. */
export interface PlanOrigin extends RunOrigin {
  /** In Unix milliseconds. */
  readonly plannedAt?: number;
  readonly version?: string;
  /** Hashes that recognize the environment. */
  readonly held?: readonly string[];
  /** What recognizes the definitions. */
  readonly definitions?: PlanDocument["definitions"];
  readonly places?: TextMap<Place>;
}

export function writePlan(plan: DescribedPlan, origin: PlanOrigin = {}): PlanDocument {
  const { places } = origin;
  return {
    ...writePlanOrigin(origin),
    fingerprint: fingerprintOf(plan),
    changes: plan.changes.map((change) => {
      const name = nameOf(change);
      return writeChange(change, places?.get(name), resultsOf(plan.backtests, name));
    }),
    unmanaged: plan.unmanaged.map(writeListedAlert),
    problems: [...plan.problems],
    ...writeNames(namesInChanges(plan.names ?? {}, plan.changes)),
    ...(Object.keys(plan.facts ?? {}).length === 0 ? {} : { facts: plan.facts }),
    ...omitUndefined({
      owns: plan.owns,
      exceptions: plan.exceptions,
      backtest: plan.backtests?.history,
      routes: plan.routes,
    }),
  };
}

function writePlanOrigin({ plannedAt, version, held, definitions, ...origin }: PlanOrigin) {
  return omitUndefined({
    ...writeOrigin(origin),
    planned_at: plannedAt === undefined ? undefined : formatTimestamp(plannedAt),
    dbmon_version: version,
    held,
    definitions,
  });
}

function readPlanOrigin(document: PlanDocument): PlanOrigin {
  const { planned_at: plannedAt, dbmon_version: version, held, definitions } = document;
  return omitUndefined({
    ...readOrigin(document),
    plannedAt: plannedAt === undefined ? undefined : Date.parse(plannedAt),
    version,
    held,
    definitions,
  });
}

/** The back-test of an alert and its recorded firings, for its change in a document. */
export function resultsOf(
  backtests: Backtests | undefined,
  name: string,
): Pick<ChangeDocument, "backtest" | "recorded"> {
  return omitUndefined({ backtest: backtests?.alerts.get(name), recorded: backtests?.recorded?.get(name) });
}

function readResults<Key extends "backtest" | "recorded">(changes: readonly ChangeDocument[], key: Key) {
  return new Map(
    changes.flatMap(({ name, [key]: result }) => (result === undefined ? [] : [[name, result] as const])),
  );
}

/** The property `names` of a document, omitted if there are no names. */
export function writeNames(names: ObjectNames): Pick<PlanDocument, "names"> {
  return Object.keys(names).length === 0 ? {} : { names };
}

/**
 * Reads a document that {@link writePlan} has written.
 * @throws ProblemError if it is not a plan of a supported version, or if it was edited
 */
export function readPlan(value: unknown): DescribedPlan & PlanOrigin {
  const parsed = planSchemas().planDocument.safeParse(membersOf(value));
  if (!parsed.success) throw unreadablePlan(explainInvalid(value, parsed.error));
  const { changes, unmanaged, problems, fingerprint, names, facts, owns, exceptions, backtest, routes } =
    parsed.data;
  const places = new TextMap<Place>(
    changes.flatMap(({ name, where }) => (where === undefined ? [] : [[name, where]])),
  );
  const plan = withPlanStatus({
    changes: changes.map(readChange),
    unmanaged: readFromService(() => unmanaged.map((alert) => readListedAlert(alert))),
    problems,
    ...omitUndefined({
      names,
      owns,
      exceptions,
      facts,
      backtests: backtest && {
        history: backtest,
        alerts: readResults(changes, "backtest"),
        ...(changes.some((change) => change.recorded) ? { recorded: readResults(changes, "recorded") } : {}),
      },
      routes,
    }),
  });
  if (fingerprintOf(plan) !== fingerprint)
    throw unreadablePlan("its live alerts do not match its fingerprint");
  const edited = plan.changes.find((change) => !isConsistent(change));
  if (edited !== undefined) {
    throw unreadablePlan(
      `the action or the fields of ${quote(nameOf(edited))} do not match its desired alert`,
    );
  }
  return {
    ...plan,
    ...readPlanOrigin(parsed.data),
    ...(places.size === 0 ? {} : { places }),
  };
}

/** The reviewer approves the action and the fields, but the desired alert is written. They must agree. */
function isConsistent(change: Change): boolean {
  if (change.action === "delete") return true;
  const { action, fields } = changeOf(change.desired, change.action === "create" ? undefined : change.live);
  // The reasons are for display only.
  const valuesOf = (changed: readonly FieldChange[]) =>
    JSON.stringify(changed.map((field) => writeField({ ...field, reasons: undefined })));
  return action === change.action && valuesOf(fields) === valuesOf(change.fields);
}

function writeChange(
  change: Change,
  where: Place | undefined,
  results: ReturnType<typeof resultsOf>,
): ChangeDocument {
  const common = {
    name: nameOf(change),
    ...omitUndefined({ where, after: change.after }),
    calls: [...callsOf(change)],
  };
  if (change.action === "delete") {
    return {
      action: change.action,
      ...common,
      ...writeIdAndLive(change.live),
      ...omitUndefined({ owned: change.isOwned }),
      ...results,
    };
  }
  const desired = {
    desired: writeDesired(change.desired),
    fields: change.fields.map(writeField),
    ...omitUndefined({ mute: muteStatusOf(change) }),
    ...results,
  };
  if (change.action === "create") return { action: change.action, ...common, ...desired };
  return { action: change.action, ...common, ...writeIdAndLive(change.live), ...desired };
}

function writeIdAndLive(live: LiveAlert) {
  return { id: live.alert.id, live: writeLive(live) };
}

function readChange(document: ChangeDocument): Change {
  const order = omitUndefined({ after: document.after });
  if (document.action === "delete") {
    const { owned: isOwned, live } = document;
    return { action: "delete", ...order, ...omitUndefined({ isOwned }), live: readLive(live) };
  }
  const desired = { desired: readDesired(document.desired), fields: document.fields.map(readField) };
  if (document.action === "create") return { action: "create", ...order, ...desired };
  return { action: document.action, ...order, live: readLive(document.live), ...desired };
}

function writeDesired(desired: DesiredAlert): DesiredDocument {
  const { name, policy, annotations, disabled, renamedFrom, mute, ignore, condition } = desired;
  return {
    name,
    policy,
    annotations,
    disabled,
    destinations: [...desired.destinations],
    ...scopeOf(desired),
    ...omitUndefined({
      renamed_from: renamedFrom,
      muted: mute && writeMute(mute),
      ignore: ignore && [...ignore],
      host_tags: desired.hostTags,
      allow_no_hosts: desired.allowNoHosts,
    }),
    ...attributesOf(condition),
  };
}

function readDesired({
  event,
  threshold,
  renamed_from: renamedFrom,
  muted,
  ignore,
  host_tags: hostTags,
  allow_no_hosts: allowNoHosts,
  ...alert
}: DesiredDocument): DesiredAlert {
  const condition = conditionOf(event, threshold);
  const mute = readMute(muted);
  if (condition === undefined) {
    throw unreadablePlan(`${quote(alert.name)} must have exactly one of event and threshold`);
  }
  if (muted !== undefined && mute === undefined)
    throw unreadablePlan(`muted.until of ${quote(alert.name)} is invalid`);
  return { ...alert, ...omitUndefined({ renamedFrom, mute, ignore, hostTags, allowNoHosts }), condition };
}

function writeLive({ alert, config }: LiveAlert): LiveDocument {
  return {
    alert: writeAlert(alert),
    config: config === undefined ? null : writeAlertConfig(config, config.unknownFields),
  };
}

function writeListedAlert(alert: ListedAlert): PlanDocument["unmanaged"][number] {
  return isSupported(alert) ? writeAlert(alert) : { id: alert.id, name: alert.name, type: alert.type };
}

function readLive(document: LiveDocument): LiveAlert {
  const alert = readFromService(() => readAlert(document.alert));
  return { alert, config: readFromService(() => readAlertConfig(document.config, alert.kind)) };
}

export function writeField({ path, from, to, reasons }: FieldChange): FieldDocument {
  return { path, ...omitUndefined({ from, to, reasons }) };
}

function readField({ path, from, to, reasons }: FieldDocument): FieldChange {
  return { path, from, to, ...omitUndefined({ reasons }) };
}

/** Describes only the first of possibly hundreds of issues. The remedy is the same for all: create the plan again. */
function explainInvalid(value: unknown, { issues: [issue] }: z.ZodError): string {
  const { dbmon = 1, command, fingerprint, changes } = isMapping(value) ? value : {};
  if (dbmon !== 1) return `unsupported plan version ${JSON.stringify(dbmon)} (supported: 1)`;
  if (typeof command === "string" && command !== "plan")
    return `it is not a plan, but a document of ${quote(`dbmon ${command}`)}`;
  if (fingerprint === undefined || changes === undefined) return "it is not a plan";
  const { path = [], ...details } = issue ?? {};
  const unknownKey = "keys" in details ? details.keys.slice(0, 1) : [];
  return `${formatField([...path, ...unknownKey].filter((step) => typeof step !== "symbol"))} is invalid`;
}

function readFromService<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedResponseError) throw unreadablePlan(error.message);
    throw error;
  }
}

function unreadablePlan(reason: string): ProblemError {
  return ProblemError.of("plan-invalid", `The plan cannot be read: ${reason}.`, {
    remedy: "Create the plan again with this version of dbmon, and do not edit it.",
  });
}

/** `muted`: the mute disables the alert. `mute ended`: the change enables the alert, because its mute has ended. */
type MuteStatus = "muted" | "mute ended";

function muteStatusOf(change: Change): MuteStatus | undefined {
  if (change.action === "delete" || change.desired.mute === undefined) return undefined;
  if (change.desired.disabled) return "muted";
  return change.action !== "create" && change.live.alert.disabled ? "mute ended" : undefined;
}

/** Whether the change only enables an alert whose mute has ended. */
export function isOnlyMuteEnd(change: Change): boolean {
  if (change.action !== "update" || muteStatusOf(change) !== "mute ended") return false;
  return change.fields.every(({ path }) => path[0] === "disabled");
}
