/** Plans an alert: reports what can be known before anything is written. */
import { omitUndefined, quote } from "../../../diagnostics";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { isSameText } from "../../../service";
import {
  ifKnown,
  isUnknown,
  isWhollyKnown,
  type PlanChanges,
  type PlannedOf,
  type PlanRequest,
} from "../../../tfplugin";
import { checkName } from "../../names/check-name";
import { managedTwice, plannedTwice, unknownName } from "../../names/name-problems";
import { type PlannedAlert } from "../../planned-alerts";
import { type LoadedState, type ProviderSession, withSubject } from "../../session";
import { planHosts } from "./hosts";
import { reportMute } from "./mute";
import {
  createOwner,
  noOwner,
  type PrivateState,
  readAlertPrivate,
  readPlanned,
  writeAlertPrivate,
} from "./private-state";
import { checkReferences, type ReferencedIds, toIds } from "./references";
import { type AlertSchema, isComputed } from "./schema";
import { alertIdOf, kindOfValues, mismatchedAlert, toDesiredAt } from "./state";

type Request = PlanRequest<ProviderSession, AlertSchema>;
type Proposal = Exclude<Request, { action: "destroy" }>;
type PlannedCreation = Extract<Request, { action: "create" }>;
type Update = Extract<Request, { action: "update" }>;
type Deletion = Extract<Request, { action: "destroy" }>;
type PlannedChanges = PlanChanges<AlertSchema>;

export async function planAlert(request: Request): Promise<PlannedChanges | undefined> {
  const privateState = readAlertPrivate(request.private);
  if (request.action === "destroy") return planDeletion(request, privateState);
  reportMute(request, request.diagnostics);
  const { session, config, diagnostics } = request;
  const { planned, problems } = await withSubject(ifKnown(config.name), () =>
    planHosts(session, config, privateState.references.hosts),
  );
  for (const problem of problems) diagnostics.add(problem);
  const changes =
    request.action === "update"
      ? await planUpdate(request, privateState)
      : await planCreation({ ...request, proposed: { ...request.proposed, ...planned } }, privateState);
  return { ...changes, planned };
}

function planDeletion(
  { session, prior, diagnostics }: Deletion,
  privateState: PrivateState,
): PlannedChanges | undefined {
  const { name } = prior;
  const id = alertIdOf(prior);
  if (privateState.mismatch === true) diagnostics.addProblems(mismatchedAlert({ id, name }, name));
  if (session === undefined) return undefined;
  const { owner = noOwner } = privateState;
  recordPlan(session, id, { owner, name, isRemoved: true }, diagnostics);
  return { private: writeAlertPrivate({ ...privateState, planned_at: session.run.clock.now() }) };
}

/** @param privateState has an id if the creation is the second step of a replacement */
async function planCreation(
  request: PlannedCreation,
  privateState: PrivateState,
): Promise<PlannedChanges | undefined> {
  const { session, proposed, plannedPrivate, diagnostics } = request;
  if (session === undefined) return undefined;
  const { existingAlerts, plans, run } = session;
  const name = ifKnown(proposed.name);
  const { id } = privateState;
  const newOwner = () => readAlertPrivate(plannedPrivate).owner ?? createOwner();
  const owner = privateState.owner ?? (id === undefined ? newOwner() : noOwner);
  if (id !== undefined) recordPlan(session, id, { owner, name, isRemoved: true }, diagnostics);
  else if (name === undefined) {
    if (existingAlerts === "adopt") diagnostics.add(unknownName());
  } else if (plans.planCreation(name, owner)) diagnostics.add(plannedTwice(name));
  const checked = await withSubject(name, () =>
    checkProposal(session, request, { ...privateState, id, owner, refresh: "current" }),
  );
  // Terraform passes the private state to the delete of a tainted or replaced alert too.
  return { private: writeAlertPrivate({ ...privateState, owner, planned_at: run.clock.now(), ...checked }) };
}

async function planUpdate(request: Update, privateState: PrivateState): Promise<PlannedChanges> {
  const { session, proposed, prior, diagnostics } = request;
  const id = alertIdOf(prior);
  const name = ifKnown(proposed.name);
  // The state of an incomplete alert has no kind. Its private state contains the kind that it was created with.
  const kind = kindOfValues(prior) ?? privateState.kind;
  const isReplaced = kind !== undefined && mayHaveOtherKind(proposed, kind);
  let { references } = privateState;
  if (session !== undefined) {
    const { owner = noOwner } = privateState;
    const plan = { owner, name: isReplaced ? prior.name : name, isRemoved: isReplaced };
    const loaded = session.states.get(id);
    if (loaded?.refresh === "current") session.states.set(id, { ...loaded, refresh: "planned" });
    const resource = { id, owner, references, refresh: loaded?.refresh };
    if (recordPlan(session, id, plan, diagnostics))
      ({ references } = await withSubject(name, () => checkProposal(session, request, resource)));
  }
  if (privateState.mismatch === true && !hasSameArguments(prior, proposed))
    diagnostics.addProblems(mismatchedAlert({ id, name: prior.name }, prior.name));
  // A replacement is planned a second time without a prior state, and gets this back.
  return {
    ...(isReplaced ? { replace: [["event"], ["threshold"]] } : {}),
    ...(kind === undefined
      ? {}
      : { private: writeAlertPrivate({ id, kind, ...omitUndefined(privateState), references }) }),
  };
}

/** Reports a second resource of the alert, and a removal that exceeds the limit. @returns whether the alert has one resource */
function recordPlan(
  { plans, maxDeletes }: ProviderSession,
  id: number,
  plan: PlannedAlert,
  diagnostics: Request["diagnostics"],
): boolean {
  const isCounted = plans.removed.has(id);
  const other = plans.plan(id, plan);
  if (other !== undefined) diagnostics.add(managedTwice(id, plan, other));
  const { size } = plans.removed;
  if (!isCounted && plans.removed.has(id) && size > maxDeletes) {
    const alert = plan.name === undefined ? `the alert (id ${id})` : quote(plan.name);
    diagnostics.error({
      summary: `${alert}: this is deletion ${size} of the plan, and max_deletes is ${maxDeletes}`,
      detail:
        "A replacement counts as a deletion. Check the deletions. To allow them once, run with DBMON_MAX_DELETES set to their number. See docs/guides/renaming.md.",
    });
  }
  return other === undefined;
}

interface PlannedResource extends Pick<PrivateState, "references"> {
  /** The alert that will have the name, if it exists. */
  readonly id: number | undefined;
  readonly owner: string;
  readonly refresh: LoadedState["refresh"];
}

/**
 * Checks a new name, and the references. A plan that an apply repeats does not check the name again, if it can be distinguished: the client
 * sends what the first plan decided, or did not refresh the alert before.
 * @returns the live alert that the creation adopts, and the ids of the references
 */
async function checkProposal(
  session: ProviderSession,
  request: Proposal,
  { id, owner, references: stored, refresh }: PlannedResource,
): Promise<{ readonly adopts: LiveAlert | undefined; readonly references: ReferencedIds }> {
  const { config, proposed, prior, plannedPrivate, diagnostics } = request;
  const { references, problems } = await checkReferences(session, config, prior, stored);
  const name = ifKnown(proposed.name);
  let { adopts } = readPlanned(plannedPrivate);
  const isNew = name !== undefined && (prior === null || !isSameText(prior.name, name));
  if (isNew && plannedPrivate === undefined && refresh === "current") {
    const areResolved = !problems.some(({ severity }) => severity === "error");
    const desired = areResolved ? await desiredOf(session, request, references) : undefined;
    adopts = await checkName(session, { name, owner, id, desired }, diagnostics);
  } else if (isNew && refresh === undefined && session.plans.isPlanned(name, id))
    diagnostics.add(plannedTwice(name));
  for (const problem of problems) diagnostics.add(problem);
  return { adopts, references };
}

/** Undefined while a part of the configuration is unknown. */
async function desiredOf(
  session: ProviderSession,
  { config, proposed }: Proposal,
  references: ReferencedIds,
): Promise<DesiredAlert | undefined> {
  // A wholly known configuration has a wholly known plan, but for the computed attributes.
  if (!isWhollyKnown(config)) return undefined;
  const values = await toIds(session, proposed as PlannedOf<AlertSchema>, references);
  return toDesiredAt(values, session.serviceNow());
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
  return JSON.stringify(argumentsOf(prior)) === JSON.stringify(argumentsOf(proposed));
}

function argumentsOf(values: object): [name: string, value: unknown][] {
  return Object.entries(values).filter(([name]) => !isComputed(name));
}
