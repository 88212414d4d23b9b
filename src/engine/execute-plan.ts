/** Carries a plan out: so many changes at a time, on past failures, with a report that is true in the end. */
import { clientDefaults, ForbiddenError, UnauthorizedError, UnreachableError } from "../client";
import { type Problem, ProblemError, quote } from "../diagnostics";
import { type ExecutablePlan, isWriting, nameOf, type WritingChange } from "../reconcile";
import { carryOut, stepAside } from "./carry-out";
import { type Task, tasksOf } from "./order-changes";
import { checkSources, type Unplanned, unplannedAlerts } from "./rename-sources";
import { type EnvironmentSession } from "./session";

export interface ExecutionOptions {
  /** How many changes are under way at once. By default as many as the client makes calls. */
  readonly parallelism?: number;
  /** Once aborted, no further change is begun; those under way are finished. */
  readonly signal?: AbortSignal;
  /** Whether the session's list was begun after the plan was approved; else another is begun. Default: false. */
  readonly isListFresh?: boolean;
}

export interface ChangeResult {
  readonly name: string;
  readonly action: WritingChange["action"];
  /** `not-begun`: the run was interrupted before it, or met what would meet every change. */
  readonly outcome: "done" | "failed" | "not-begun";
  /** The alert that it is about now, and when it was written last, in Unix milliseconds; only where this run wrote it. */
  readonly written?: { readonly id: number; readonly at: number };
  readonly problems: readonly Problem[];
}

export interface Report {
  /** In the order of the plan. */
  readonly results: readonly ChangeResult[];
}

export async function executePlan(
  session: EnvironmentSession,
  plan: ExecutablePlan,
  options: ExecutionOptions = {},
): Promise<Report> {
  const changes = plan.changes.filter(isWriting);
  // The list that the changes are compared with is begun after approval.
  if (options.isListFresh !== true) session.live.invalidate();
  const unplanned = unplannedAlerts(session, plan);
  // Whoever needs it is told; where nobody does, its failure is nobody's.
  unplanned.catch(() => undefined);
  const execution = new Execution(session, changes, unplanned, options.signal);
  // More workers than changes would have nothing to do.
  const count = Math.min(options.parallelism ?? clientDefaults.maxConcurrency, changes.length);
  const workers = Array.from({ length: count }, () => execution.work());
  // A bug in one of them must not cut the others off between two steps.
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { results: changes.map((change) => execution.resultOf(change)) };
}

/** What the workers share. */
class Execution {
  readonly #queue: Task[];
  readonly #results = new Map<WritingChange, ChangeResult>();
  /** By name of the change: whether it has freed the name that its alert had. */
  readonly #freed = new Map<string, Deferred<boolean>>();
  readonly #steppedAside = new Set<WritingChange>();

  constructor(
    private readonly session: EnvironmentSession,
    private readonly changes: readonly WritingChange[],
    private readonly unplanned: Promise<Unplanned>,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#queue = tasksOf(changes);
    for (const change of changes) this.#freed.set(nameOf(change), new Deferred());
  }

  async work(): Promise<void> {
    while (this.signal?.aborted !== true) {
      const task = this.#queue.shift();
      if (task === undefined) return;
      if (task.step === "step-aside") await this.#stepAside(task.change);
      else await this.#carryOut(task.change);
    }
  }

  resultOf(change: WritingChange): ChangeResult {
    const told = this.#results.get(change);
    if (told !== undefined) return told;
    const name = nameOf(change);
    if (!this.#steppedAside.has(change))
      return { name, action: change.action, outcome: "not-begun", problems: [] };
    return { name, action: change.action, outcome: "failed", problems: [halfway(change)] };
  }

  async #stepAside(change: WritingChange): Promise<void> {
    const name = nameOf(change);
    this.#start(change);
    try {
      await stepAside(this.session, change);
      this.#steppedAside.add(change);
      this.#freed.get(name)?.resolve(true);
    } catch (error) {
      this.#fail(change, error);
    }
  }

  async #carryOut(change: WritingChange): Promise<void> {
    const name = nameOf(change);
    // It could not step aside.
    if (this.#results.has(change)) return;
    if (change.after !== undefined && (await this.#freed.get(change.after)?.promise) === false) {
      this.#finish(change, "not-begun", [waitsInVain(name, change.after)]);
      this.#freed.get(name)?.resolve(false);
      return;
    }
    if (!this.#steppedAside.has(change)) this.#start(change);
    try {
      await checkSources(change, this.unplanned);
      const id = await carryOut(this.session, change);
      this.#finish(change, "done", [], id);
      this.#freed.get(name)?.resolve(true);
    } catch (error) {
      this.#fail(change, error);
    }
  }

  #fail(change: WritingChange, error: unknown): void {
    const name = nameOf(change);
    this.#finish(change, "failed", problemsOf(error, name));
    this.#freed.get(name)?.resolve(false);
    if (this.#meetsAll(error)) this.#queue.length = 0;
  }

  /** Whether every further change would meet the same, which is then met once. */
  #meetsAll(error: unknown): boolean {
    if (error instanceof UnreachableError || error instanceof UnauthorizedError) return true;
    // A token that has written may write: then it is something about this alert that is not permitted.
    const hasWritten =
      this.#steppedAside.size > 0 || [...this.#results.values()].some(({ outcome }) => outcome === "done");
    return error instanceof ForbiddenError && !hasWritten;
  }

  #start(change: WritingChange): void {
    const { action } = change;
    const counts = { finished: this.#results.size, total: this.changes.length };
    this.session.run.report({ type: "change-started", name: nameOf(change), action, ...counts });
  }

  #finish(
    change: WritingChange,
    outcome: ChangeResult["outcome"],
    problems: readonly Problem[],
    id?: number,
  ): void {
    const name = nameOf(change);
    const at = id === undefined ? undefined : this.session.journal.writtenAt(id);
    const written = id === undefined || at === undefined ? {} : { written: { id, at } };
    this.#results.set(change, { name, action: change.action, outcome, ...written, problems });
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

class Deferred<T> {
  resolve: (value: T) => void = () => undefined;
  readonly promise = new Promise<T>((resolve) => {
    this.resolve = resolve;
  });
}

/** @throws what is no problem of ours to tell: a bug */
function problemsOf(error: unknown, subject: string): Problem[] {
  if (!(error instanceof ProblemError)) throw error;
  return error.problems.map((problem) => ({ ...problem, where: { subject, ...problem.where } }));
}

function waitsInVain(subject: string, other: string): Problem {
  return {
    severity: "error",
    what: `It takes the name that ${quote(other)} has to free first, which failed.`,
    where: { subject },
    remedy: "Nothing was written to it. Put the other right, and run again.",
  };
}

function halfway(change: WritingChange): Problem {
  return {
    severity: "error",
    what:
      change.action === "replace"
        ? "The alert was deleted to be replaced, and its replacement was not created any more."
        : `The alert has the interim name ${quote(change.interim ?? "")}: the run ended before it got its own.`,
    where: { subject: nameOf(change) },
    remedy: "Run again: the next run puts it right.",
  };
}
