/** Executes a plan: several changes at a time, continuing after failures, and reports the outcome of each change. */
import { clientDefaults, ForbiddenError, UnauthorizedError, UnreachableError } from "../../client";
import { errorOf, type Problem, ProblemError, quote } from "../../diagnostics";
import {
  type ChangeAction,
  type ExecutablePlan,
  isWriting,
  nameOf,
  type WritingChange,
} from "../../reconcile";
import { type EnvironmentSession } from "../session";
import { executeChange } from "./execute-change";
import { findUnplannedAlerts, requireNoPreviousAlert, type UnplannedAlerts } from "./unplanned-alerts";

export interface ExecutionOptions {
  /** Max concurrent changes. Default: the client's max concurrent calls. */
  readonly parallelism?: number;
  /** Once aborted, no further change starts; changes in progress finish. */
  readonly signal?: AbortSignal;
  /** Whether the session's list was fetched after the plan was approved; otherwise it is refetched. Default: false. */
  readonly isListFresh?: boolean;
  /**
   * Which alert a creation adopts if one with its name appeared after the plan was made. The plan did not show how it differs, so it is
   * never updated. Default: `identical`.
   */
  readonly adoptable?: "none" | "identical";
}

export interface ChangeResult {
  readonly name: string;
  /** What was done, if it was: another run may have created or completed an alert to be created. Otherwise the planned action. */
  readonly action: ChangeAction;
  /** `skipped`: the run was interrupted before it, or an earlier failure would affect every change. */
  readonly outcome: "done" | "failed" | "skipped";
  /** The alert, and when this run last wrote it, in Unix milliseconds. */
  readonly written?: { readonly id: number; readonly at: number };
  readonly problems: readonly Problem[];
}

export interface ExecutionReport {
  /** In the order of the plan. */
  readonly results: readonly ChangeResult[];
}

export async function executePlan(
  session: EnvironmentSession,
  plan: ExecutablePlan,
  options: ExecutionOptions = {},
): Promise<ExecutionReport> {
  const changes = plan.changes.filter(isWriting);
  // Changes are checked against a list that was fetched after the approval.
  if (options.isListFresh !== true) session.live.invalidate();
  const unplanned = findUnplannedAlerts(session, plan);
  // Changes that need the list report its failure; without such a change it is not an error.
  unplanned.catch(() => undefined);
  const execution = new Execution(session, changes, unplanned, options);
  const workerCount = Math.min(options.parallelism ?? clientDefaults.maxConcurrency, changes.length);
  const workers = Array.from({ length: workerCount }, () => execution.work());
  // Not Promise.all: a bug in one worker must not abandon the others between two steps.
  const outcomes = await Promise.allSettled(workers);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return { results: changes.map((change) => execution.resultOf(change)) };
}

/** The queue and the results of one execution, shared by its workers. */
class Execution {
  readonly #queue: WritingChange[];
  readonly #results = new Map<WritingChange, ChangeResult>();
  /** By name of a started change: whether it succeeded. */
  readonly #started = new Map<string, Promise<boolean>>();

  constructor(
    private readonly session: EnvironmentSession,
    private readonly changes: readonly WritingChange[],
    private readonly unplanned: Promise<UnplannedAlerts>,
    private readonly options: Pick<ExecutionOptions, "signal" | "adoptable">,
  ) {
    this.#queue = orderChanges(changes);
  }

  async work(): Promise<void> {
    while (this.options.signal?.aborted !== true) {
      const change = this.#queue.shift();
      if (change === undefined) return;
      const isDone = this.#execute(change);
      this.#started.set(nameOf(change), isDone);
      await isDone;
    }
  }

  resultOf(change: WritingChange): ChangeResult {
    const skipped = {
      name: nameOf(change),
      action: change.action,
      outcome: "skipped",
      problems: [],
    } as const;
    return this.#results.get(change) ?? skipped;
  }

  async #execute(change: WritingChange): Promise<boolean> {
    // The change that frees the name comes first in the queue, so it has started.
    if (change.after !== undefined && (await this.#started.get(change.after)) === false) {
      this.#finish(change, "skipped", [nameNotFreedProblem(nameOf(change), change.after)]);
      return false;
    }
    this.#reportStart(change);
    try {
      await requireNoPreviousAlert(change, this.unplanned);
      const done = await executeChange(this.session, change, this.options.adoptable ?? "identical");
      this.#finish(change, "done", [], done);
      return true;
    } catch (error) {
      return this.#fail(change, error);
    }
  }

  #fail(change: WritingChange, error: unknown): false {
    this.#finish(change, "failed", problemsOf(error, nameOf(change)));
    if (this.#affectsAllChanges(error)) this.#queue.length = 0;
    return false;
  }

  #affectsAllChanges(error: unknown): boolean {
    if (error instanceof UnreachableError || error instanceof UnauthorizedError) return true;
    // A token that wrote before has write permission, so this refusal affects this alert only.
    const hasWritten = [...this.#results.values()].some(({ outcome }) => outcome === "done");
    return error instanceof ForbiddenError && !hasWritten;
  }

  #reportStart(change: WritingChange): void {
    const { action } = change;
    const counts = { finished: this.#results.size, total: this.changes.length };
    this.session.run.report({ type: "change-started", name: nameOf(change), action, ...counts });
  }

  #finish(
    change: WritingChange,
    outcome: ChangeResult["outcome"],
    problems: readonly Problem[],
    { id, action = change.action }: { readonly id?: number; readonly action?: ChangeAction } = {},
  ): void {
    const name = nameOf(change);
    const at = id === undefined ? undefined : this.session.journal.writtenAt(id);
    const written = id === undefined || at === undefined ? {} : { written: { id, at } };
    this.#results.set(change, { name, action, outcome, ...written, problems });
    this.session.run.report({
      type: "change-finished",
      name,
      action: change.action,
      problems,
      finished: this.#results.size,
      total: this.changes.length,
    });
  }
}

/** @throws any error that is not a ProblemError: it is a bug */
function problemsOf(error: unknown, subject: string): readonly Problem[] {
  if (!(error instanceof ProblemError)) throw error;
  return error.about(subject).problems;
}

function nameNotFreedProblem(subject: string, owner: string): Problem {
  return errorOf("name-taken", `Its name is still held by ${quote(owner)}, whose change failed.`, {
    where: { subject },
    remedy: "Fix that change first, then run again. Nothing was written to it.",
  });
}

/** Names are unique, so a change that takes a name comes after the change that frees it. */
export function orderChanges(changes: readonly WritingChange[]): WritingChange[] {
  const byName = new Map(changes.map((change) => [nameOf(change), change]));
  const ordered = new Set<WritingChange>();
  for (const change of changes) {
    // Iterative: a chain can be as long as the plan. A saved plan that was edited by hand can have a cycle.
    const chain = new Set<WritingChange>();
    let next: WritingChange | undefined = change;
    while (next !== undefined && !ordered.has(next) && !chain.has(next)) {
      chain.add(next);
      next = next.after === undefined ? undefined : byName.get(next.after);
    }
    for (const link of [...chain].reverse()) ordered.add(link);
  }
  return [...ordered];
}
