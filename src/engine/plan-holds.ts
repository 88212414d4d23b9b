/** A plan that was kept is carried out only while the live alerts that it is about are as they were. */
import { type Problem, quote } from "../diagnostics";
import { type Change, fingerprintOf, isKnown, nameOf, type Plan } from "../reconcile";
import { type EnvironmentSession } from "./session";

/** A problem for each change whose live alert is another than when the plan was made. @throws ProblemError, ServiceError */
export async function checkPlanHolds(session: EnvironmentSession, { changes }: Plan): Promise<Problem[]> {
  const problems = await Promise.all(
    changes.map(async (change) => ((await holds(session, change)) ? [] : [stale(change)])),
  );
  return problems.flat();
}

async function holds(session: EnvironmentSession, change: Change): Promise<boolean> {
  if (change.action === "create") return (await session.findByName(change.desired.name)) === undefined;
  const alert = await session.findById(change.live.alert.id);
  if (alert === undefined || !isKnown(alert)) return false;
  const now: Change = { ...change, live: await session.withConfig(alert) };
  return basis(now) === basis(change);
}

function basis(change: Change): string {
  return fingerprintOf({ changes: [change], unmanaged: [], problems: [] });
}

function stale(change: Change): Problem {
  return {
    severity: "error",
    what:
      change.action === "create"
        ? `An alert named ${quote(nameOf(change))} exists now, which the plan was to create.`
        : `The alert (id ${change.live.alert.id}) is not as it was when the plan was made.`,
    where: { subject: nameOf(change) },
    remedy: "Nothing was written. Plan again.",
  };
}
