/**
 * Checks a planned name: a name that is new to its alert must be free, or become free in the same run. Terraform plans each
 * resource separately, so the plan cannot decide every case. The apply checks again.
 */
import { quote } from "../../../diagnostics";
import { type Ownership } from "../../../engine";
import { type DesiredAlert, type LiveAlert, nameHeldByUnsupported } from "../../../reconcile";
import { isSameText, isUnsupported, type ListedAlert } from "../../../service";
import { type Diagnostic, type Diagnostics } from "../../../tfplugin";
import { toDiagnostic } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { planAdoption } from "./plan-adoption";
import { type PlannedArguments } from "./planned-alerts";
import { mayBeStaleHint } from "./problems";

interface PlannedName {
  readonly name: string;
  /** The alert that will have the name; undefined for an alert to be created. */
  readonly id: number | undefined;
  /** The alert's name in the state; undefined for an alert to be created. */
  readonly formerName: string | undefined;
  /** Undefined while a part of it is unknown. */
  readonly desired: DesiredAlert | undefined;
  readonly arguments: PlannedArguments;
  /** The live alert that the plan adopts, if an apply plans again. */
  readonly reviewed: LiveAlert | undefined;
}

/**
 * Adds an error if the alert cannot have the name.
 * @returns the live alert that the creation adopts
 * @throws ProblemError if the live alert is not the reviewed one; ServiceError
 */
export async function checkName(
  session: ProviderSession,
  planned: PlannedName,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { name, id, formerName, desired, reviewed } = planned;
  if (await isNameKeptByAnother(session, planned)) {
    diagnostics.add(plannedTwice(name));
    return undefined;
  }
  if (formerName !== undefined && isSameText(name, formerName)) return undefined;
  const found = await findHolder(session, planned);
  if (found === undefined) return undefined;
  const { holder, ownership } = found;
  if (ownership === "managed") {
    // The apply refuses a rename to a name that another alert keeps. A creation may adopt an alert whose resource it does not concern.
    if (id === undefined && (await isKeptUnderName(session, planned, holder.id)))
      diagnostics.add(plannedTwice(name));
  } else if (isUnsupported(holder)) diagnostics.add(toDiagnostic(nameHeldByUnsupported(holder)));
  else if (id !== undefined) reportHolderOfNewName(name, holder, ownership, diagnostics);
  else if (desired !== undefined)
    return planAdoption(session, { holder, ownership, desired, reviewed }, diagnostics);
  return undefined;
}

interface FoundHolder {
  readonly holder: ListedAlert;
  /** `undecided`: a resource that Terraform cannot plan before this one may manage the alert. */
  readonly ownership: Ownership;
}

/**
 * The other live alert that has the name. Waits while the list shows the name although an earlier run gave the alert another one:
 * only the plan can detect this, because the apply does not concern unchanged resources.
 */
async function findHolder(
  session: ProviderSession,
  { name, id }: PlannedName,
): Promise<FoundHolder | undefined> {
  const { live } = session;
  const listed = await live.findByName(name);
  const ownership =
    listed === undefined || listed.id === id ? "managed" : await ownershipOf(session, listed.id);
  if (ownership === "managed") await live.waitUntilRenamesAreListed(name);
  const holder = await live.findByName(name);
  return holder === undefined || holder.id === id ? undefined : { holder, ownership };
}

/** While no request showed a state, the state is probably empty, and no resource manages the alert. */
async function ownershipOf({ activity, names }: ProviderSession, id: number): Promise<Ownership> {
  const ownership = await names.ownershipOf(id);
  const mayHaveState = names.hasManagedAlerts || activity.parallelism <= 1;
  return ownership === "undecided" && !mayHaveState ? "unmanaged" : ownership;
}

/** Waits until the run plans what becomes of the managed holder of the name. @returns whether it keeps the name */
async function isKeptUnderName(
  session: ProviderSession,
  name: PlannedName,
  holder: number,
): Promise<boolean> {
  const { activity, names, planned } = session;
  const isMet = () => planned.isPlanned(holder) || names.isRemovalPlanned(holder);
  await activity.waitUntil({ isMet, isAwaited: () => false });
  return isNameKeptByAnother(session, name);
}

/** Whether another resource is planned to keep the name, and no request that plans it again arrives. */
async function isNameKeptByAnother(
  { activity, planned }: ProviderSession,
  { name, id, arguments: planArguments }: PlannedName,
): Promise<boolean> {
  const isFree = () => !planned.isNameKept(name, id, planArguments);
  return (await activity.waitUntil({ isMet: isFree, isAwaited: () => false })) !== "met";
}

/**
 * Reports an alert that holds the new name of an alert to be renamed. A resource that Terraform plans later may free the name, so
 * this is never an error.
 */
function reportHolderOfNewName(
  name: string,
  { id }: ListedAlert,
  ownership: Ownership,
  diagnostics: Diagnostics,
): void {
  if (ownership !== "unmanaged") return;
  diagnostics.warning({
    path: ["name"],
    summary: `${quote(name)}: another alert already has this name (id ${id})`,
    detail:
      "No resource that Terraform planned so far manages it. The apply waits until this run renames or deletes that alert, and " +
      `fails if it does not. If no resource manages it, delete or rename it, or choose another name. ${mayBeStaleHint}`,
  });
}

export function plannedTwice(name: string): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: two resources are planned to have this name`,
    detail: "Names are unique in an environment. Rename or remove all but one.",
  };
}
