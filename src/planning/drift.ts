/**
 * Drift: live alerts that differ from their definitions. A read may be stale for one propagation window. A difference that a
 * recorded write explains is pending, and one that the end of a mute explains is `mute ended`. Any other difference is compared
 * again one window later. What remains is drift, or `hosts` if the hosts that match now explain it.
 */
import { isError, omitUndefined, type Problem, ProblemError } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { type CheckFacts, runChecks } from "../impact";
import { isOnlyMuteEnd, type ObjectNames, type PlanDescription } from "../plan-document";
import {
  type AlertDefinition,
  type Change,
  type FieldChange,
  isOnlySelection,
  nameOf,
  type Plan,
  withPlaces,
} from "../reconcile";
import { isSupported, type ListedAlert, type TextMap } from "../service";
import { backtestChanges, type BacktestOptions } from "./backtest";
import { findChanges } from "./find-changes";

type Repair = Exclude<Change, { readonly action: "delete" }>;

export type AlertDrift =
  | {
      /**
       * `mute ended`: the only difference is that the alert is still disabled after the end of its mute. `hosts`: other hosts match now than
       * the alert lists. `unknown`: the alert differs, but the read may be stale.
       */
      readonly status: "in-sync" | "mute ended" | "hosts" | "drifted" | "unknown";
      readonly change: Repair;
    }
  | {
      /** The alert reads as before a recorded write. */
      readonly status: "pending";
      /** When the write must have taken effect, in Unix milliseconds. */
      readonly until: number;
      readonly change: Repair;
    };

export interface Drift extends Pick<PlanDescription, "backtests"> {
  /** One per definition, sorted by name. */
  readonly alerts: readonly AlertDrift[];
  readonly unmanaged: Plan["unmanaged"];
  /** Owned alerts without a definition. */
  readonly noLongerDefined: Plan["unmanaged"];
  /** If one is an error, nothing was compared. */
  readonly problems: readonly Problem[];
  readonly names?: ObjectNames;
}

/** A drift that is not checked yet, and the facts for its checks. */
type ComparedAlerts = Drift & { readonly checkFacts: Partial<CheckFacts> };

export interface WrittenChange {
  readonly change: Change;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface DriftSelection {
  readonly targets?: readonly string[] | undefined;
  /** Selects the alerts that belong to the definitions, by name. Default: only those that are defined. */
  readonly owns?: ((name: string) => boolean) | undefined;
  /** Selects unmanaged alerts, by name, that are differences too. Default: none. */
  readonly refusesUnmanaged?: (name: string) => boolean;
  /** Changes of earlier runs, by name. */
  readonly writtenChanges?: TextMap<WrittenChange>;
}

export interface DriftOptions extends DriftSelection {
  /** Whether to compare again one window later if an alert differs. Otherwise a defined alert is `unknown`. */
  readonly wait: boolean;
  /** Of the changes that would repair the drift. Default: none. */
  readonly backtest?: BacktestOptions | undefined;
}

export interface WatchOptions extends DriftSelection {
  readonly intervalMs: number;
}

/** @throws ProblemError, also if the run is interrupted */
export async function findDrift(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  options: DriftOptions,
): Promise<Drift> {
  try {
    return await compareAndWait(session, definitions, options);
  } catch (error) {
    if (!session.run.isInterrupted) throw error;
    throw ProblemError.of("interrupted", "Interrupted before the comparison was complete.", {
      remedy: "Run again.",
    });
  }
}

async function compareAndWait(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { wait, backtest, ...options }: DriftOptions,
): Promise<Drift> {
  const { run, live } = session;
  const first = await compareAlerts(session, definitions, options, () => "unknown");
  const isUnsure = ({ status }: AlertDrift) => status === "unknown" || status === "hosts";
  const differing = new Set(first.alerts.filter(isUnsure).map(nameOfAlert));
  const { refusesUnmanaged = () => false } = options;
  const refused = first.unmanaged.filter(({ name }) => refusesUnmanaged(name));
  const count = differing.size + first.noLongerDefined.length + refused.length;
  if (count === 0 || !wait) return completeDrift(session, first, definitions, backtest);
  const until = run.clock.now() + run.propagationWindowMs;
  run.report({ type: "waiting-to-refetch", until, differing: count });
  await run.sleep(run.propagationWindowMs);
  live.invalidate();
  const second = await compareAlerts(session, definitions, options, (name) =>
    differing.has(name) ? "drifted" : "unknown",
  );
  return completeDrift(session, second, definitions, backtest);
}

/**
 * Compares at an interval until the run is interrupted. An alert that differs for a whole window has drifted. A failed
 * comparison yields its problems, and the next one follows.
 * @throws ProblemError if the run is interrupted during a wait
 */
export async function* watchDrift(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { intervalMs, ...options }: WatchOptions,
): AsyncGenerator<Drift, void> {
  const { run, live } = session;
  let differingSince = new Map<string, number>();
  while (!run.isInterrupted) {
    const now = run.clock.now();
    const drift = await compareOrReport(session, definitions, options, (name) =>
      now - (differingSince.get(name) ?? now) >= run.propagationWindowMs ? "drifted" : "unknown",
    );
    if (!drift.problems.some(isError)) {
      const differing = drift.alerts.filter(({ status }) => status === "unknown" || status === "drifted");
      differingSince = new Map(
        differing.map(nameOfAlert).map((name) => [name, differingSince.get(name) ?? now]),
      );
    }
    yield drift;
    live.invalidate();
    run.report({ type: "waiting-to-compare", until: run.clock.now() + intervalMs });
    await run.sleep(intervalMs);
  }
}

type StatusOf = (name: string) => "drifted" | "unknown";

async function compareAlerts(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets, owns = () => false, writtenChanges }: DriftSelection,
  statusOf: StatusOf,
): Promise<ComparedAlerts> {
  const now = session.run.clock.now();
  const compared = await findChanges(session, definitions, { targets });
  const repairs = compared.changes.filter((change) => change.action !== "delete");
  const alerts = repairs.map((change): AlertDrift => {
    if (change.action === "unchanged") return { status: "in-sync", change };
    const name = nameOf(change);
    const written = writtenChanges?.get(name);
    const until = (written?.at ?? 0) + session.run.propagationWindowMs;
    const isPending = written !== undefined && now < until && isStateBefore(change, written.change);
    if (isPending) return { status: "pending", until, change };
    if (isOnlyMuteEnd(change)) return { status: "mute ended", change };
    const isSelection =
      change.action === "update" && isOnlySelection(change.desired, change.live, change.fields);
    return { status: isSelection ? "hosts" : statusOf(name), change };
  });
  const { problems, names = {}, checkFacts } = compared;
  // An apply does not delete alerts of an unsupported kind.
  const isNoLongerDefined = (alert: ListedAlert) =>
    targets === undefined && isSupported(alert) && owns(alert.name);
  const unmanaged = compared.unmanaged.filter((alert) => !isNoLongerDefined(alert));
  const noLongerDefined = compared.unmanaged.filter(isNoLongerDefined);
  return { alerts, unmanaged, noLongerDefined, problems, names, checkFacts };
}

/** Back-tests the changes that would repair the drift, and adds the problems of the checks. */
async function completeDrift(
  session: EnvironmentSession,
  { checkFacts, ...drift }: ComparedAlerts,
  definitions: readonly AlertDefinition[],
  backtest?: BacktestOptions,
): Promise<Drift> {
  const changes = drift.alerts.filter(({ status }) => status !== "pending").map(({ change }) => change);
  const tested = await backtestChanges(session, { ...drift, changes }, definitions, backtest);
  const checked = runChecks({ ...checkFacts, ...tested?.checkFacts });
  return {
    ...drift,
    ...omitUndefined({ backtests: tested?.backtests }),
    names: { ...drift.names, ...tested?.names },
    problems: withPlaces([...drift.problems, ...checked], definitions),
  };
}

/** Like {@link compareAlerts} with checks, but a failure becomes the problems of the result. */
async function compareOrReport(...args: Parameters<typeof compareAlerts>): Promise<Drift> {
  const [session, definitions] = args;
  try {
    return await completeDrift(session, await compareAlerts(...args), definitions);
  } catch (error) {
    if (!(error instanceof ProblemError) || session.run.isInterrupted) throw error;
    return { alerts: [], unmanaged: [], noLongerDefined: [], problems: error.problems };
  }
}

/** Whether the live alert may be the state before a write: it is absent, or each difference is a value that the write replaced. */
function isStateBefore(current: Repair, written: Change): boolean {
  if (current.action === "create") return true;
  if (written.action === "create" || written.action === "delete") return current.action === "complete";
  if (current.live.alert.id !== written.live.alert.id && written.action !== "replace") return false;
  if (current.action === "complete" && current.fields.length === 0) return true;
  const replaced = new Map(written.fields.map((field) => [keyOf(field), JSON.stringify(field.from)]));
  return current.fields.every((field) => {
    if (current.action === "complete" && field.from === undefined) return true;
    return replaced.has(keyOf(field)) && replaced.get(keyOf(field)) === JSON.stringify(field.from);
  });
}

function keyOf({ path }: FieldChange): string {
  return path.join(".");
}

function nameOfAlert({ change }: AlertDrift): string {
  return nameOf(change);
}
