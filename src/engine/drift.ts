/**
 * Live against desired, for who only wants to know. For one propagation window a read may still show what was replaced. Where a
 * record tells what was replaced and when, that is pending; anything else that differs is looked at once more a window later,
 * and only what stays is drift.
 */
import { isError, type Problem, ProblemError } from "../diagnostics";
import { type AlertDefinition, type Change, type FieldChange, nameOf, type Plan } from "../reconcile";
import { planEnvironment } from "./plan-environment";
import { type EnvironmentSession } from "./session";

/** What would bring an alert back. Nothing is deleted for it: what no definition names is left alone. */
type Repair = Exclude<Change, { readonly action: "delete" }>;

export type AlertDrift =
  | {
      /** `unknown`: it differs now, and may still be on its way. */
      readonly status: "in-sync" | "drifted" | "unknown";
      readonly change: Repair;
    }
  | {
      /** It reads as it was before a write of ours. */
      readonly status: "pending";
      /** When the write has to have taken effect, in Unix milliseconds. */
      readonly until: number;
      readonly change: Repair;
    };

export interface Drift {
  /** One for each definition, by name. */
  readonly alerts: readonly AlertDrift[];
  /** Live alerts that no definition names. */
  readonly unmanaged: Plan["unmanaged"];
  /** Where one is an error, nothing was compared. */
  readonly problems: readonly Problem[];
  /** As in a plan. */
  readonly names?: Plan["names"];
}

/** A change that an earlier run has made. */
export interface Written {
  readonly change: Change;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface ComparisonOptions {
  /** Names of the definitions that are looked at. Default: all. */
  readonly targets?: readonly string[] | undefined;
  /** What earlier runs have written, by name. */
  readonly written?: ReadonlyMap<string, Written>;
}

export interface DriftOptions extends ComparisonOptions {
  /** Whether to look again a window later where something differs; else that is `unknown`. */
  readonly wait: boolean;
}

export interface WatchOptions extends ComparisonOptions {
  /** Milliseconds from one look to the next. */
  readonly interval: number;
}

/** @throws ProblemError, also where the session is interrupted in the wait; ServiceError */
export async function findDrift(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { wait, ...options }: DriftOptions,
): Promise<Drift> {
  const first = await look(session, definitions, options, () => "unknown");
  const differed = new Set(first.alerts.filter(({ status }) => status === "unknown").map(nameOfDrift));
  if (differed.size === 0 || !wait) return first;
  const until = session.run.clock.now() + session.run.propagationWindowMs;
  session.run.report({ type: "looking-again", until, differing: differed.size });
  await session.run.sleep(session.run.propagationWindowMs);
  session.live.invalidate();
  return look(session, definitions, options, (name) => (differed.has(name) ? "drifted" : "unknown"));
}

/**
 * Looks again and again, until the session is interrupted. What has differed for a whole window has drifted. A look that
 * fails is one with problems, and another one follows.
 */
export async function* watchDrift(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { interval, ...options }: WatchOptions,
): AsyncGenerator<Drift, void> {
  let since = new Map<string, number>();
  while (!session.run.isInterrupted) {
    const now = session.run.clock.now();
    const drift = await lookOrProblems(session, definitions, options, (name) =>
      now - (since.get(name) ?? now) >= session.run.propagationWindowMs ? "drifted" : "unknown",
    );
    if (!drift.problems.some(isError)) {
      const differing = drift.alerts.filter(({ status }) => status === "unknown" || status === "drifted");
      since = new Map(differing.map(nameOfDrift).map((name) => [name, since.get(name) ?? now]));
    }
    yield drift;
    session.live.invalidate();
    await session.run.sleep(interval);
  }
}

type Judge = (name: string) => "drifted" | "unknown";

async function look(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets, written }: ComparisonOptions,
  judge: Judge,
): Promise<Drift> {
  const now = session.run.clock.now();
  const {
    changes,
    unmanaged,
    problems,
    names = {},
  } = await planEnvironment(session, definitions, {
    targets,
  });
  const repairs = changes.filter((change) => change.action !== "delete");
  const alerts = repairs.map((change): AlertDrift => {
    if (change.action === "unchanged") return { status: "in-sync", change };
    const before = written?.get(nameOf(change));
    const until = (before?.at ?? 0) + session.run.propagationWindowMs;
    if (before !== undefined && now < until && isAsBefore(change, before.change))
      return { status: "pending", until, change };
    return { status: judge(nameOf(change)), change };
  });
  return { alerts, unmanaged, problems, names };
}

async function lookOrProblems(...args: Parameters<typeof look>): Promise<Drift> {
  try {
    return await look(...args);
  } catch (error) {
    if (!(error instanceof ProblemError) || args[0].run.isInterrupted) throw error;
    return { alerts: [], unmanaged: [], problems: error.problems };
  }
}

/** Whether all that differs is what the write has replaced, or absence: the values that a stale read may show. */
function isAsBefore(now: Repair, written: Change): boolean {
  if (now.action === "create") return true;
  if (written.action === "create" || written.action === "delete") return now.action === "complete";
  if (now.live.alert.id !== written.live.alert.id && written.action !== "replace") return false;
  if (now.action === "complete" && now.fields.length === 0) return true;
  const replaced = new Map(written.fields.map((field) => [keyOf(field), JSON.stringify(field.from)]));
  return now.fields.every((field) => {
    if (now.action === "complete" && field.from === undefined) return true;
    return replaced.has(keyOf(field)) && replaced.get(keyOf(field)) === JSON.stringify(field.from);
  });
}

function keyOf({ path }: FieldChange): string {
  return path.join(".");
}

function nameOfDrift({ change }: AlertDrift): string {
  return nameOf(change);
}
