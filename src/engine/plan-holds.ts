/** A plan that was kept is carried out only while the live alerts that it is about are as they were. */
import { type Problem, quote } from "../diagnostics";
import { type Change, type ExecutablePlan, fingerprintOf, nameOf } from "../reconcile";
import { isSupported } from "../service";
import { type EnvironmentSession } from "./session";

/** A problem for each change that cannot be made any more as it was planned. @throws ProblemError, ServiceError */
export async function checkPlanHolds(
  session: EnvironmentSession,
  { changes }: ExecutablePlan,
): Promise<Problem[]> {
  const planned = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  const problems = await Promise.all(
    changes.map(async (change) => {
      if (change.action !== "create" && !(await isAsPlanned(session, change))) return [changed(change)];
      const holder = await newHolder(session, change, planned);
      return holder === undefined ? [] : [taken(change, holder)];
    }),
  );
  return problems.flat();
}

type ChangeOfLive = Exclude<Change, { readonly action: "create" }>;

async function isAsPlanned(session: EnvironmentSession, change: ChangeOfLive): Promise<boolean> {
  const alert = await session.live.findById(change.live.alert.id);
  if (alert === undefined || !isSupported(alert)) return false;
  const now: Change = { ...change, live: await session.live.withConfig(alert) };
  return basis(now) === basis(change);
}

/** The id of the alert that has the desired name, where the plan has not seen it: those that it has seen, it moves away. */
async function newHolder(
  session: EnvironmentSession,
  change: Change,
  planned: ReadonlySet<number>,
): Promise<number | undefined> {
  if (change.action === "delete") return undefined;
  const holder = await session.live.findByName(change.desired.name);
  return holder === undefined || planned.has(holder.id) ? undefined : holder.id;
}

function basis(change: Change): string {
  return fingerprintOf({ changes: [change] });
}

function changed(change: ChangeOfLive): Problem {
  return stale(change, `The alert (id ${change.live.alert.id}) is not as it was when the plan was made.`);
}

function taken(change: Change, holder: number): Problem {
  const name = quote(nameOf(change));
  const created = `An alert named ${name} exists now, which the plan was to create.`;
  return stale(
    change,
    change.action === "create" ? created : `Another alert (id ${holder}) is named ${name} now.`,
  );
}

function stale(change: Change, what: string): Problem {
  const where = { subject: nameOf(change) };
  return { severity: "error", what, where, remedy: "Nothing was written. Plan again." };
}
