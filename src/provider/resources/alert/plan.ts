/** Plans an alert: reports what can be known before anything is written. */
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../../diagnostics";
import { type LiveAlert } from "../../../reconcile";
import {
  isUnknown,
  isWhollyKnown,
  UNKNOWN,
  type PlanChanges,
  type PlanRequest,
  type Unknown,
} from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import {
  type DestinationNames,
  planDestinationNames,
  readPlannedNames,
  withPlannedNames,
} from "./destination-names";
import { reportBacktest } from "./plan-backtest";
import { reportMute } from "./plan-mute";
import { checkName, plannedTwice } from "./plan-name";
import { checkReferences } from "./plan-references";
import { type PlannedAlert, plannedArguments } from "./planned-alerts";
import {
  type PrivateState,
  hideDeleted,
  readPrivate,
  withPlannedDeletion,
  writePrivate,
} from "./private-state";
import { addDiagnostics, deletedByAnother, keptForOther, mismatchedAlert } from "./problems";
import { readReviewedAdoption, withReviewedAdoption } from "./reviewed-adoption";
import { type AlertSchema, isComputed } from "./schema";
import { alertIdOf, kindOfValues, toDesiredAt } from "./state";
import { recordStoredAlert } from "./stored-alert";

type Request = PlanRequest<ProviderSession, AlertSchema>;
type Changes = PlanChanges<AlertSchema>;

export async function planAlert(request: Request): Promise<Changes | undefined> {
  const privateState = readPrivate(request.private);
  if (request.action !== "destroy") reportMute(request, request.diagnostics);
  if (request.session !== undefined) hideDeleted(request.session, privateState);
  if (request.action === "destroy") return planDestroy(request, privateState);
  const changes = await (request.action === "create"
    ? planCreate(request, privateState)
    : planUpdate(request, privateState));
  await reportBacktest(request, privateState);
  return changes;
}

async function planDestroy(
  request: Extract<Request, { action: "destroy" }>,
  privateState: PrivateState | undefined,
): Promise<Changes | undefined> {
  const { session, prior, diagnostics } = request;
  const id = alertIdOf(prior);
  if (privateState?.isMismatch === true)
    addDiagnostics(mismatchedAlert({ id, name: prior.name }, prior.name), prior.name, diagnostics);
  if (session === undefined) return undefined;
  recordStoredAlert(session, prior);
  const keepsAlert = await isKeptByAnother(session, id, privateState?.owner);
  if (keepsAlert) {
    diagnostics.add(keptForOther(prior));
  } else {
    session.names.planRemoval(id);
    session.planned.planDeletion(id, privateState?.owner);
    await reportBacktest(request, privateState);
  }
  const plannedAt = session.run.clock.now();
  return { private: withPlannedDeletion(privateState, { plannedAt, keepsAlert }) };
}

/**
 * Whether another resource is planned to keep the alert. An interrupted run can leave an adopted alert in the states of two resources.
 * Waits for the plan of the other one only if there is one.
 */
async function isKeptByAnother(
  { activity, planned }: ProviderSession,
  id: number,
  owner: string | undefined,
): Promise<boolean> {
  const isMet = () => planned.isKeptByAnother(id, owner);
  if (!planned.mayHaveOtherOwner(id, owner)) return false;
  return (await activity.waitUntil({ isMet, isAwaited: () => false })) === "met";
}

type Creation = Extract<Request, { action: "create" }>;

/** @param privateState set if the create is the second step of a replacement */
async function planCreate(
  request: Creation,
  privateState: PrivateState | undefined,
): Promise<Changes | undefined> {
  const { session, proposed } = request;
  if (session === undefined) return undefined;
  const plan = plannedAlert(proposed);
  const adopted = await withDiagnostics(plan.name, () => checkCreation(session, request, plan, privateState));
  const destinationNames = await withDiagnostics(plan.name, () => planNames(request));
  // Terraform passes the private state to the delete of a tainted or replaced alert too.
  const deletion = { plannedAt: session.run.clock.now(), keepsAlert: false };
  const stored = withPlannedDeletion(privateState, deletion);
  const reviewed = adopted === undefined ? stored : withReviewedAdoption(stored, adopted);
  return {
    planned: { destination_names: destinationNames },
    private: withPlannedNames(reviewed, destinationNames),
  };
}

/** @returns the live alert that the creation adopts */
async function checkCreation(
  session: ProviderSession,
  request: Creation,
  plan: PlannedAlert,
  privateState: PrivateState | undefined,
): Promise<LiveAlert | undefined> {
  const { names, planned, run } = session;
  if (privateState !== undefined) {
    const { id, owner } = privateState;
    names.planRemoval(id);
    planned.planReplacement(id, owner, plan);
    return checkPlanned(session, request, { id, plan });
  }
  if (planned.isCreationPlanned(plan.name)) run.recordRepeatedRequest();
  return planned.planCreation(plan, (isDuplicate) => {
    if (isDuplicate && plan.name !== undefined) request.diagnostics.add(plannedTwice(plan.name));
    const unchecked = isDuplicate ? { ...plan, name: undefined } : plan;
    return checkPlanned(session, request, { id: undefined, plan: unchecked });
  });
}

async function planUpdate(
  request: Extract<Request, { action: "update" }>,
  privateState: PrivateState | undefined,
): Promise<Changes> {
  const { session, proposed, prior, diagnostics } = request;
  const id = alertIdOf(prior);
  // The state of an incomplete alert has no kind. Its private state contains the kind that it was created with.
  const kind = kindOfValues(prior) ?? privateState?.kind;
  const hasOtherKind = kind !== undefined && mayHaveOtherKind(proposed, kind);
  const plan = plannedAlert(proposed);
  const { name } = plan;
  const planning = session?.planned.planUpdate(id, privateState?.owner, plan);
  const isDeletedByAnother = planning === "deleted-by-another";
  if (session !== undefined) {
    recordStoredAlert(session, prior);
    if (hasOtherKind || isDeletedByAnother) session.names.planRemoval(id);
    else session.names.cancelRemoval(id);
    if (planning === "managed-twice") diagnostics.error(managedTwice(session, prior.name, id));
    if (isDeletedByAnother) diagnostics.add(deletedByAnother(prior));
    await withDiagnostics(name, () => checkPlanned(session, request, { id, plan }));
  }
  if (privateState?.isMismatch === true && !hasSameArguments(prior, proposed))
    addDiagnostics(mismatchedAlert({ id, name: prior.name }, prior.name), prior.name, diagnostics);
  const replace = [
    ...(hasOtherKind ? [["event"], ["threshold"]] : []),
    ...(isDeletedByAnother ? [["written_at"]] : []),
  ];
  const destinationNames = await withDiagnostics(name, () => planNames(request));
  const hasNewNames = !isDeepStrictEqual(destinationNames, prior.destination_names);
  // A replacement is planned a second time without a prior state, and gets this back.
  const stored = privateState ?? (kind === undefined ? undefined : { id, kind });
  const mustStore = hasNewNames || privateState === undefined;
  return {
    planned: {
      destination_names: destinationNames,
      // Terraform replaces a resource only for an attribute that changes.
      ...(isDeletedByAnother ? { written_at: UNKNOWN } : {}),
    },
    ...(replace.length > 0 ? { replace } : {}),
    ...(mustStore && stored !== undefined
      ? { private: withPlannedNames(writePrivate(stored), hasNewNames ? destinationNames : UNKNOWN) }
      : {}),
  };
}

/**
 * Checks the planned name and references.
 * @param id the alert that will have the name, if it exists
 * @returns the live alert that the creation adopts
 */
async function checkPlanned(
  session: ProviderSession,
  { config, proposed, prior, plannedPrivate, diagnostics }: Exclude<Request, { action: "destroy" }>,
  { id, plan }: { readonly id: number | undefined; readonly plan: PlannedAlert },
): Promise<LiveAlert | undefined> {
  const { name } = plan;
  let adopted: LiveAlert | undefined;
  if (name !== undefined) {
    // A wholly known configuration has a wholly known plan, but for the computed attributes.
    const desired = isWhollyKnown(config)
      ? toDesiredAt(proposed as Parameters<typeof toDesiredAt>[0], session.run.clock.now())
      : undefined;
    const reviewed = readReviewedAdoption(plannedPrivate);
    const planned = { name, id, formerName: prior?.name, desired, arguments: plan.arguments, reviewed };
    adopted = await checkName(session, planned, diagnostics);
  }
  for (const problem of await checkReferences(proposed, prior, session.catalog)) diagnostics.add(problem);
  return adopted;
}

/** A plan that the apply repeats has the names of the first one. */
async function planNames({
  session,
  proposed,
  prior,
  plannedPrivate,
}: Exclude<Request, { action: "destroy" }>): Promise<DestinationNames | Unknown> {
  const planned = readPlannedNames(plannedPrivate);
  return planned === undefined ? planDestinationNames(proposed, prior, session?.catalog) : planned;
}

function plannedAlert(proposed: Exclude<Request, { action: "destroy" }>["proposed"]): PlannedAlert {
  const { name } = proposed;
  return { name: isUnknown(name) ? undefined : name, arguments: plannedArguments(proposed) };
}

/**
 * Whether the plan has another kind, which cannot be changed in place, or may have another one. Terraform does not accept an update
 * that turns into a replacement during the apply.
 */
function mayHaveOtherKind(
  { event, threshold }: Extract<Request, { action: "update" }>["proposed"],
  kind: PrivateState["kind"],
): boolean {
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

function managedTwice({ names }: ProviderSession, name: string, id: number) {
  const stateNames = names.stateNamesOf(id).map(quote).join(" and ");
  return {
    path: ["name"],
    summary: `${quote(name)}: two resources in this state manage the alert with the id ${id}`,
    detail: `The state names it ${stateNames}. An alert belongs to one resource. Remove all but one of them from the state: terraform state rm ADDRESS.`,
  };
}
