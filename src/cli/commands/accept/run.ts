/** `dbmon accept`: take the live values of drifted alerts into the definitions. Sends only GET requests. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DefinitionSources, formatDefinitions, readStateIds } from "../../../definitions";
import {
  formatCount,
  isError,
  nameMatcher,
  type Problem,
  ProblemError,
  warningOf,
} from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { definitionsOf } from "../../../export";
import {
  formatOrigin,
  namesInFields,
  readOrigin,
  type RunOrigin,
  writeField,
  writeNames,
  writeOrigin,
} from "../../../plan-document";
import { type AlertDrift, type Drift, findDrift } from "../../../planning";
import {
  type AlertDefinition,
  catalogKeys,
  changeOf,
  type LiveAlert,
  nameOf,
  placeOfField,
} from "../../../reconcile";
import { type ReportOf } from "../../../reports";
import {
  formatAlertType,
  isSupported,
  isUnsupported,
  TextMap,
  type UnsupportedAlert,
} from "../../../service";
import { type LiveEdit, type LiveObjects, liveObjects, placeOfEdit } from "../../edits/live-edits";
import { patchLines, patchOf } from "../../edits/patch";
import { planLiveEdits, startEdits, writeEdits } from "../../edits/plan-edits";
import { type FileChange } from "../../edits/write-files";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type RunFlags } from "../../framework/flags";
import { type Target } from "../../framework/target";
import { type AcceptDocument, changeLines } from "../../inputs/accept-document";
import { readTargetSources, resolveForTarget, selectDefinitions } from "../../inputs/definitions";
import { findExportedIds } from "../../inputs/exported-ids";
import { isOtherOrigin, parseSavedPlan, readPlanFile } from "../../inputs/saved-plan";
import { type OpenSession, withSession } from "../../inputs/session";
import { printReport, reportProblems } from "../../terminal/output";

export interface AcceptFlags extends RunFlags {
  /** Names of alerts, and patterns. Undefined: all. */
  readonly alert?: readonly string[];
  readonly dryRun?: true;
  readonly includeDeletions?: true;
  readonly includeUnmanaged?: readonly string[];
  readonly plan?: string;
}

export function acceptCommand(sources: readonly string[], flags: AcceptFlags): EnvironmentCommand {
  return {
    title: "Accept",
    files: [flags.plan],
    prepare: (context) => prepareAccept(context, sources, flags),
  };
}

async function prepareAccept(
  context: CliContext,
  paths: readonly string[],
  flags: AcceptFlags,
): Promise<Prepared> {
  startEdits(context, "dbmon accept", flags.dryRun !== true);
  const sources = await readTargetSources(context, context.target, paths);
  const { alerts, problems } = resolveForTarget(context.target, sources);
  const errors = [...sources.problems, ...problems].filter(isError);
  if (errors.length > 0) throw new ProblemError(errors);
  const selected = selectDefinitions(alerts, flags.alert);
  const work = (open: OpenSession) => findLiveValues(context, open, alerts, selected, flags);
  const found = await withSession(context, work, { window: flags.window, signal: context.signal });
  const acceptance = context.runBlocking(() => planAcceptance(context.target, sources, alerts, flags, found));
  return report(context, acceptance, flags);
}

async function findLiveValues(
  context: CliContext,
  { session, origin }: OpenSession,
  alerts: readonly AlertDefinition[],
  selected: readonly AlertDefinition[],
  { wait = true, includeUnmanaged = [], plan }: AcceptFlags,
) {
  const kinds = new TextMap(
    (await session.live.alerts()).filter(isUnsupported).map((alert) => [alert.name, alert] as const),
  );
  const unsupported = selected.flatMap((definition): Problem[] => {
    const alert = kinds.get(definition.name);
    if (alert === undefined) return [];
    return [{ ...unsupportedProblem(alert), where: placeOfField(definition) }];
  });
  const isComparable = ({ name }: AlertDefinition) => !kinds.has(name);
  const targets = selected.filter(isComparable).map(({ name }) => name);
  const drift = await findDrift(session, alerts.filter(isComparable), { wait, targets });
  if (drift.alerts.length === 0 && drift.problems.some(isError)) throw new ProblemError(drift.problems);
  const ids = idsOfPlan(context, plan, origin);
  for (const { name, stateId } of alerts) if (stateId !== undefined) ids.set(name, stateId);
  for (const [name, id] of findExportedIds(context.target, alerts)) if (!ids.has(name)) ids.set(name, id);
  const { alerts: found, renamed } = await findRenames(session, drift, ids);
  const isIncluded = nameMatcher(includeUnmanaged);
  const left = drift.unmanaged.filter(
    ({ id }) => !found.some(({ change }) => change.action !== "create" && change.live.alert.id === id),
  );
  const included = left.filter(({ name }) => isIncluded(name));
  const unmanaged = await readConfigs(session, included.filter(isSupported));
  const needsObjects = found.some(({ status }) => status !== "in-sync") || unmanaged.length > 0;
  const objects = liveObjects(await session.catalog.read(new Set(needsObjects ? catalogKeys : [])));
  return {
    origin,
    drift: { ...drift, alerts: found },
    objects,
    unsupported: [...unsupported, ...included.filter(isUnsupported).map(unsupportedProblem)],
    renamed,
    unmanaged,
    now: session.serviceNow(),
  };
}

type LiveValues = Awaited<ReturnType<typeof findLiveValues>>;

function unsupportedProblem(alert: UnsupportedAlert): Problem {
  const what = `No definition can express the live alert. Unsupported kind (${formatAlertType(alert)}).`;
  return warningOf("alert-unsupported", what, {
    where: { subject: alert.name },
    remedy: "Delete it in the service.",
  });
}

/** The IDs of alerts by name, from a saved plan or a state of Terraform. */
function idsOfPlan({ target }: CliContext, file: string | undefined, origin: RunOrigin): TextMap<number> {
  if (file === undefined) return new TextMap();
  const { plan, environments } = readPlanFile(file);
  const stateIds = readStateIds(plan);
  if (stateIds !== undefined) return stateIds;
  const saved = parseSavedPlan(environments?.[target?.environment?.name ?? ""] ?? plan, file);
  if (isOtherOrigin(saved, origin)) {
    const what = `The plan is for ${formatOrigin(saved)}, and not for ${formatOrigin(origin)}.`;
    throw ProblemError.of("environment-differs", what, {
      where: { file },
      remedy: "Choose a plan of this environment.",
    });
  }
  return new TextMap(
    saved.changes.flatMap((change) =>
      change.action === "create" || change.action === "delete"
        ? []
        : [[nameOf(change), change.live.alert.id] as const],
    ),
  );
}

/** Pairs definitions without a live alert with the unmanaged alerts of their IDs. */
async function findRenames(
  session: EnvironmentSession,
  { alerts, unmanaged }: Drift,
  ids: TextMap<number>,
): Promise<{ readonly alerts: Drift["alerts"]; readonly renamed: ReadonlySet<string> }> {
  const byId = new Map(unmanaged.filter(isSupported).map((alert) => [alert.id, alert]));
  const renamed = new Set<string>();
  const found = await Promise.all(
    alerts.map(async (drift): Promise<AlertDrift> => {
      const { change } = drift;
      const { name } = change.desired;
      const alert = change.action === "create" ? byId.get(ids.get(name) ?? -1) : undefined;
      if (alert === undefined || drift.status === "pending") return drift;
      const [live] = await readConfigs(session, [alert]);
      renamed.add(name);
      return { status: drift.status, change: changeOf(change.desired, live) };
    }),
  );
  return { alerts: found, renamed };
}

interface Acceptance {
  readonly document: AcceptDocument;
  readonly changes: readonly FileChange[];
}

function planAcceptance(
  target: Target | undefined,
  sources: DefinitionSources,
  alerts: readonly AlertDefinition[],
  { wait: hasWaited = true, includeDeletions }: AcceptFlags,
  { origin, drift, objects, unsupported, unmanaged, renamed, now }: LiveValues,
): Acceptance {
  const definitions = new TextMap(alerts.map((alert) => [alert.name, alert]));
  const includesDeletions = includeDeletions === true;
  const options = { objects, definitions, hasWaited, includesDeletions, renamed, now };
  const { edited, listed, ...planned } = planLiveEdits(target, sources, drift.alerts, options);
  const limit = (target?.config.environments.length ?? 0) > 1 ? target?.environment?.name : undefined;
  const added = defineUnmanaged(sources, unmanaged, objects, limit);
  const changes = [...planned.changes, ...added.changes];
  const fields = [...edited, ...listed].flatMap((edit) => edit.fields);
  const document: AcceptDocument = {
    ...writeOrigin(origin),
    alerts: [
      ...edited.map((edit) => describeEdit(edit, edit.isRemoved ? "removed" : "accepted")),
      ...listed.map((edit) => describeEdit(edit, "listed")),
      ...added.defined,
    ],
    files: changes.map(({ file }) => file),
    patch: patchOf(changes),
    problems: [...unsupported, ...planned.refused, ...added.problems],
    ...writeNames(namesInFields(drift.names ?? {}, fields)),
  };
  return { document, changes };
}

function describeEdit(
  edit: LiveEdit,
  status: AcceptDocument["alerts"][number]["status"],
): AcceptDocument["alerts"][number] {
  const { definition, change, fields } = edit;
  return {
    name: definition.name,
    ...(change.action === "create" ? {} : { id: change.live.alert.id }),
    status,
    where: placeOfEdit(edit),
    fields: fields.map(({ path, from: live, to: defined }) => ({
      ...writeField({ path, from: defined, to: live }),
      where: placeOfEdit(edit, path),
    })),
  };
}

/** Writes definitions of unmanaged alerts into a new file beside the first source. */
function defineUnmanaged(
  { files: [first] }: DefinitionSources,
  alerts: readonly LiveAlert[],
  objects: LiveObjects,
  environment: string | undefined,
) {
  const { definitions, skipped } = definitionsOf({ ...objects, alerts, unsupportedAlerts: [] });
  const problems = skipped.map(({ name, reason }): Problem => {
    return warningOf("alert-unsupported", `No definition can express the live alert. ${reason}`, {
      where: { subject: name },
    });
  });
  if (definitions.size === 0) return { defined: [], changes: [], problems };
  const folder = dirname(first?.file ?? ".");
  const names = ["accepted.yaml", ...Array.from({ length: 99 }, (_, index) => `accepted-${index + 2}.yaml`)];
  const file = names.map((name) => join(folder, name)).find((path) => !existsSync(path)) ?? "";
  const limit = environment === undefined ? {} : { environments: [environment] };
  const after = formatDefinitions([...definitions.values()].map((one) => ({ ...one, ...limit })));
  const defined = [...definitions].map(([id, { definition }]) => {
    const { name } = definition;
    return { id, name, where: { file }, status: "defined" as const, fields: [] };
  });
  return { defined, changes: [{ file, before: undefined, after }], problems };
}

function report(context: CliContext, { document, changes }: Acceptance, flags: AcceptFlags): Prepared {
  const shown = acceptReport(document, false);
  const { accepted, listed } = shown;
  const isComplete = document.problems.length === 0 && listed === 0;
  const code = isComplete ? exitCodes.done : exitCodes.changes;
  reportProblems(context, document.problems);
  if (flags.json !== true) {
    [...changeLines(document), ...patchLines(document.patch)].forEach(context.out);
    printReport(context, shown);
  }
  if (changes.length === 0 || flags.dryRun === true) return { result: { code, document, report: shown } };
  const files = changes.length === 1 ? (changes[0]?.file ?? "") : formatCount(changes.length, "file");
  const question =
    `Write these live values of ${formatCount(accepted, "alert")} to ${files}? ` +
    `(dbmon apply would instead set the values of the code in ${formatOrigin(readOrigin(document))}.)`;
  return {
    result: { code: exitCodes.notConfirmed, document, report: shown },
    changes: {
      origin: readOrigin(document),
      report: shown,
      question,
      shown: { document, changes },
      purpose: "accept",
      execute: () => {
        writeEdits(context, changes, flags.json !== true);
        return Promise.resolve({ code, document, report: acceptReport(document, true) });
      },
    },
  };
}

function acceptReport(document: AcceptDocument, isWritten: boolean): ReportOf<"accept"> {
  const { alerts, files, problems } = document;
  const listed = new Set(alerts.filter(({ status }) => status === "listed").map(({ name }) => name));
  return {
    kind: "accept",
    title: "Accept",
    ...readOrigin(document),
    findings: [],
    problems: [],
    accepted: alerts.length - listed.size,
    listed: listed.size,
    refused: problems.filter(({ where }) => !listed.has(where?.subject ?? "")).length,
    files: files.length,
    isWritten,
  };
}
