/** Plans an alert: reports what can be known before anything is written. */
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../../diagnostics";
import { type Catalog, type LiveAlert, objectKinds, resolveReference } from "../../../reconcile";
import { isSameText } from "../../../service";
import {
  type Diagnostic,
  isUnknown,
  isWhollyKnown,
  type Path,
  type PlanChanges,
  type PlanRequest,
  type Unknown,
} from "../../../tfplugin";
import { withSubject } from "../../diagnostics";
import { checkName } from "../../names/check-name";
import { destroyHint, managedTwice, plannedTwice } from "../../names/name-problems";
import { type AlertPlan } from "../../names/name-registry";
import { type ProviderSession } from "../../session";
import { type DestinationNames, planDestinationNames, reportMute } from "./computed-values";
import { type PrivateState, readPlanned, readPrivate, writePlanned } from "./private-state";
import { type AlertSchema, type AlertState, isComputed } from "./schema";
import { alertIdOf, kindOfValues, mismatchedAlert, toDesiredAt } from "./state";

type Request = PlanRequest<ProviderSession, AlertSchema>;
type Proposal = Exclude<Request, { action: "destroy" }>;
type Creation = Extract<Request, { action: "create" }>;
type Update = Extract<Request, { action: "update" }>;
type Deletion = Extract<Request, { action: "destroy" }>;
type Changes = PlanChanges<AlertSchema>;

export async function planAlert(request: Request): Promise<Changes | undefined> {
  const privateState = readPrivate(request.private);
  if (request.action === "destroy") return planDeletion(request, privateState);
  reportMute(request, request.diagnostics);
  return request.action === "create"
    ? planCreation(request, privateState)
    : planUpdate(request, privateState);
}

function planDeletion(
  { session, prior, diagnostics }: Deletion,
  privateState: PrivateState | undefined,
): Changes | undefined {
  const { name } = prior;
  const id = alertIdOf(prior);
  if (privateState?.isMismatch === true) diagnostics.addProblems(mismatchedAlert({ id, name }, name));
  if (session === undefined) return undefined;
  reportSecondResource(session, id, { action: "remove", name, owner: privateState?.owner }, diagnostics);
  countDeletion(session, id, name, diagnostics);
  return { private: writePlanned(privateState, { plannedAt: session.run.clock.now() }) };
}

/** @param privateState set if the creation is the second step of a replacement */
async function planCreation(
  request: Creation,
  privateState: PrivateState | undefined,
): Promise<Changes | undefined> {
  const { session, proposed, diagnostics } = request;
  if (session === undefined) return undefined;
  const { names, run } = session;
  const name = ifKnown(proposed.name);
  if (privateState !== undefined) {
    names.planChange(privateState.id, { ...privateState, action: "remove", name });
    countDeletion(session, privateState.id, name, diagnostics);
  } else if (name !== undefined && names.planCreation(name, contentOf(proposed)))
    diagnostics.add(plannedTwice(name));
  const adopts = await withSubject(name, () => checkProposal(session, request, privateState?.id));
  const destinationNames = await withSubject(name, () => planNames(request));
  // Terraform passes the private state to the delete of a tainted or replaced alert too.
  const plan = { plannedAt: run.clock.now(), adopts, destinationNames: ifKnown(destinationNames) };
  return { planned: { destination_names: destinationNames }, private: writePlanned(privateState, plan) };
}

async function planUpdate(request: Update, privateState: PrivateState | undefined): Promise<Changes> {
  const { session, proposed, prior, diagnostics } = request;
  const id = alertIdOf(prior);
  const name = ifKnown(proposed.name);
  // The state of an incomplete alert has no kind. Its private state contains the kind that it was created with.
  const kind = kindOfValues(prior) ?? privateState?.kind;
  const isReplaced = kind !== undefined && mayHaveOtherKind(proposed, kind);
  if (session !== undefined) {
    if (isReplaced) countDeletion(session, id, prior.name, diagnostics);
    const plan = isReplaced
      ? ({ action: "remove", name: prior.name } as const)
      : ({ action: "keep", name } as const);
    const isOnly = !reportSecondResource(session, id, { ...plan, owner: privateState?.owner }, diagnostics);
    if (isOnly) await withSubject(name, () => checkProposal(session, request, id));
  }
  if (privateState?.isMismatch === true && !hasSameArguments(prior, proposed))
    diagnostics.addProblems(mismatchedAlert({ id, name: prior.name }, prior.name));
  const destinationNames = await withSubject(name, () => planNames(request));
  const hasNewNames = !isDeepStrictEqual(destinationNames, prior.destination_names);
  // A replacement is planned a second time without a prior state, and gets this back.
  const stored = privateState ?? (kind === undefined ? undefined : { id, kind });
  const mustStore = stored !== undefined && (hasNewNames || privateState === undefined);
  const plan = { destinationNames: hasNewNames ? ifKnown(destinationNames) : undefined };
  return {
    planned: { destination_names: destinationNames },
    ...(isReplaced ? { replace: [["event"], ["threshold"]] } : {}),
    ...(mustStore ? { private: writePlanned(stored, plan) } : {}),
  };
}

/** Reports an alert whose deletion or replacement exceeds the limit. @param name undefined if it is not known yet */
function countDeletion(
  { maxDeletes, plannedDeletions }: ProviderSession,
  id: number,
  name: string | undefined,
  diagnostics: Request["diagnostics"],
): void {
  if (plannedDeletions.has(id)) return;
  const count = plannedDeletions.add(id).size;
  if (count <= maxDeletes) return;
  const alert = name === undefined ? `the alert (id ${id})` : quote(name);
  diagnostics.error({
    summary: `${alert}: this is deletion ${count} of the plan, and max_deletes is ${maxDeletes}`,
    detail:
      "A replacement counts as a deletion. Check the deletions. To allow them, set max_deletes of the provider or DBMON_MAX_DELETES to their number.",
  });
}

/** Reports an alert that two resources manage, unless both remove it. @returns whether it reported a problem */
function reportSecondResource(
  { names }: ProviderSession,
  id: number,
  plan: AlertPlan,
  diagnostics: Request["diagnostics"],
): boolean {
  const second = names.planChange(id, plan);
  if (second !== undefined) diagnostics.add(managedTwice(id, second));
  return second !== undefined;
}

/**
 * Checks a new name and new references.
 * @param id the alert that will have the name, if it exists
 * @returns the live alert that the creation adopts
 */
async function checkProposal(
  session: ProviderSession,
  { config, proposed, prior, plannedPrivate, diagnostics }: Proposal,
  id: number | undefined,
): Promise<LiveAlert | undefined> {
  const name = ifKnown(proposed.name);
  let adopts: LiveAlert | undefined;
  if (name !== undefined && (prior === null || !isSameText(prior.name, name))) {
    // A wholly known configuration has a wholly known plan, but for the computed attributes.
    const desired = isWhollyKnown(config)
      ? toDesiredAt(proposed as Parameters<typeof toDesiredAt>[0], session.run.clock.now())
      : undefined;
    const firstPlan = readPlanned(plannedPrivate);
    const reviewed = firstPlan?.plannedAt === undefined ? undefined : (firstPlan.adopts ?? "none");
    adopts = await checkName(session, { name, id, desired, reviewed }, diagnostics);
  }
  for (const problem of await checkReferences(session, proposed, prior)) diagnostics.add(problem);
  return adopts;
}

/** Checks only new references, so that a plan without changes makes no call. @throws ServiceError */
async function checkReferences(
  { catalog }: ProviderSession,
  proposed: Proposal["proposed"],
  prior: AlertState | null,
): Promise<Diagnostic[]> {
  const { threshold } = proposed;
  const duration: readonly (number | Unknown)[] =
    isUnknown(threshold) || threshold === null ? [] : [threshold.duration];
  const references = [
    ...newReferences("policy", [proposed.policy], [prior?.policy], ["policy"]),
    ...newReferences("destination", proposed.destinations, prior?.destinations, ["destinations"]),
    ...newReferences("host", proposed.hosts, prior?.hosts, ["hosts"]),
    ...newReferences("duration", duration, [prior?.threshold?.duration], ["threshold", "duration"]),
  ];
  const needs = new Set<keyof Catalog>(references.map(({ kind }) => objectKinds[kind].key));
  const available = await catalog.read(needs);
  const subject = isUnknown(proposed.name) ? "This alert" : quote(proposed.name);
  return references.flatMap(({ kind, id, path }): Diagnostic[] => {
    const { key, singular } = objectKinds[kind];
    const resolved = resolveReference(singular, id, available[key]);
    if (typeof resolved === "number") return [];
    const detail = `${resolved.remedy}\n${destroyHint}`;
    return [{ severity: "error", summary: `${subject}: ${resolved.what}`, detail, path }];
  });
}

function newReferences(
  kind: keyof typeof objectKinds,
  ids: readonly (number | Unknown)[] | Unknown,
  priorIds: readonly (number | undefined)[] = [],
  path: Path,
) {
  const known = isUnknown(ids) ? [] : ids.filter((id) => !isUnknown(id));
  return known.filter((id) => !priorIds.includes(id)).map((id) => ({ kind, id, path }));
}

/** A plan that the apply repeats has the names of the first one. */
async function planNames({
  session,
  proposed,
  prior,
  plannedPrivate,
}: Proposal): Promise<DestinationNames | Unknown> {
  const planned = readPlanned(plannedPrivate)?.destinationNames;
  return planned === undefined ? planDestinationNames(proposed, prior, session?.catalog) : planned;
}

function ifKnown<T>(value: T | Unknown): T | undefined {
  return isUnknown(value) ? undefined : value;
}

/** Identifies the arguments of a creation, as far as they are known. */
function contentOf(proposed: object): string {
  const known = Object.entries(proposed).filter(([name, value]) => !isComputed(name) && isWhollyKnown(value));
  return JSON.stringify(known);
}

/**
 * Whether the plan has another kind, which cannot be changed in place, or may have another one. Terraform does not accept an update
 * that turns into a replacement during the apply.
 */
function mayHaveOtherKind({ event, threshold }: Update["proposed"], kind: PrivateState["kind"]): boolean {
  if (isUnknown(event) && isUnknown(threshold)) return true;
  // Validation requires exactly one of them, so the known one determines the kind.
  const isEvent = isUnknown(event) ? threshold === null : event !== null;
  return kind !== (isEvent ? "event" : "threshold");
}

/** Equal except for computed attributes. Then a mismatch means that the last apply was killed after its writes. */
function hasSameArguments(prior: object, proposed: object): boolean {
  const argumentsOf = (values: object) =>
    JSON.stringify(Object.entries(values).filter(([name]) => !isComputed(name)));
  return argumentsOf(prior) === argumentsOf(proposed);
}
