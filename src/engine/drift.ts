/**
 * Live against desired, for who only wants to know. For one propagation window a read may still show what was replaced, and this
 * process has no record of who wrote what: so what differs is looked at once more a window later, and only what stays is drift.
 */
import { isError, type Problem } from "../diagnostics";
import { type AlertDefinition, type Change, nameOf, type Plan } from "../reconcile";
import { planEnvironment } from "./plan-environment";
import { type EnvironmentSession } from "./session";

/** `unknown`: it differs now, and may still be on its way. */
export type DriftStatus = "in-sync" | "drifted" | "unknown";

export interface AlertDrift {
  readonly status: DriftStatus;
  /** What would bring it back. */
  readonly change: Change;
}

export interface Drift {
  /** One for each definition, by name. */
  readonly alerts: readonly AlertDrift[];
  /** Live alerts that no definition names. */
  readonly unmanaged: Plan["unmanaged"];
  /** Where one is an error, nothing was compared. */
  readonly problems: readonly Problem[];
}

export interface DriftOptions {
  /** Whether to look again a window later where something differs; else that is `unknown`. */
  readonly wait: boolean;
  /** Which of the plan's changes are looked at. Default: all. */
  readonly only?: (plan: Plan) => Plan;
}

/** @throws ProblemError, also where the session is interrupted in the wait; ServiceError */
export async function findDrift(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { wait, only = (plan) => plan }: DriftOptions,
): Promise<Drift> {
  const first = only(await planEnvironment(session, definitions));
  const differed = new Set(first.changes.filter(differs).map(nameOf));
  if (first.problems.some(isError) || differed.size === 0 || !wait) return driftOf(first, () => "unknown");
  const until = session.clock.now() + session.propagationWindow;
  session.report({ type: "looking-again", until, differing: differed.size });
  await session.sleep(session.propagationWindow);
  session.forgetList();
  const second = only(await planEnvironment(session, definitions));
  return driftOf(second, (change) => (differed.has(nameOf(change)) ? "drifted" : "unknown"));
}

function driftOf({ changes, unmanaged, problems }: Plan, statusOf: (change: Change) => DriftStatus): Drift {
  const alerts = changes.map((change) => ({
    status: differs(change) ? statusOf(change) : ("in-sync" as const),
    change,
  }));
  return { alerts, unmanaged, problems };
}

function differs(change: Change): boolean {
  return change.action !== "unchanged";
}
