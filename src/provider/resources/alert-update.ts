/** An update as Terraform's user approved it: what somebody changed since the plan is not overwritten. */
import { ConflictError } from "../../client";
import { ProblemError } from "../../diagnostics";
import { type EnvironmentSession, updateAlert } from "../../engine";
import { compare, type DesiredAlert, isInSync, type LiveAlert } from "../../reconcile";
import { changedMeanwhile, deletedMeanwhile, ofKnownKind } from "./alert-problems";

/** Writes what differs, unless somebody changed the alert since the plan was made. */
export async function updateApproved(
  environment: EnvironmentSession,
  id: number,
  approved: DesiredAlert | undefined,
  desired: DesiredAlert,
): Promise<void> {
  const found = await environment.findById(id);
  if (found === undefined) {
    await environment.confirmAbsent(id, desired.name);
    throw deletedMeanwhile(id);
  }
  const live = await environment.withConfig(ofKnownKind(found));
  const isAsApproved = approved === undefined || isInSync(compare(approved, live));
  if (!isAsApproved && !isInSync(compare(desired, live))) throw changedMeanwhile(id);
  await explainingTakenName(environment, desired, () => updateAlert(environment, live, desired));
}

export async function readBack(environment: EnvironmentSession, id: number): Promise<LiveAlert | undefined> {
  try {
    environment.forgetList();
    const found = await environment.findById(id);
    return found === undefined ? undefined : await environment.withConfig(ofKnownKind(found));
  } catch {
    return undefined;
  }
}

/** A rename to a name that another alert holds: told with what to do, for Terraform applies each resource alone. */
async function explainingTakenName<T>(
  environment: EnvironmentSession,
  { name }: DesiredAlert,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const holder = await environment.findByName(name);
    const id = holder === undefined ? "" : ` (id ${holder.id})`;
    throw ProblemError.of(
      `The name is still held by another alert${id}.`,
      {
        where: { field: ["name"] },
        remedy:
          "If that one is renamed or deleted in the same run, apply a second time. To swap two names, give one of them " +
          "an interim name, apply, and then give both their new names.",
      },
      { cause: error },
    );
  }
}
