/**
 * One plan-and-apply as a process would do it: a client and a session of its own, and what it reports. Or as two would, where
 * the plan is kept in a file between them.
 */
import { resolveConnection, ServiceClient } from "../../src/client";
import { isError, type Problem, ProblemError } from "../../src/diagnostics";
import {
  findStaleChanges,
  type EnvironmentSession,
  openSession,
  executePlan,
  planEnvironment,
  type Report,
} from "../../src/engine";
import { type Plan, readPlan, writePlan } from "../../src/reconcile";
import { isPruned, type Scenario } from "./parts";
import { type WatchedService } from "./watched-service";

export interface RunOptions {
  /** Whether the plan is kept, and carried out by another process. */
  readonly isKept: boolean;
  readonly parallelism: number;
  readonly concurrency: number;
  /** Real milliseconds; short only where an answer never comes. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
  /** Breaks the engine on purpose, to see whether that is noticed. */
  readonly sabotage?: Sabotage | undefined;
}

export type Sabotage = (client: ServiceClient, session: EnvironmentSession) => void;

export interface RunResult {
  /** Undefined where no plan could be made. */
  readonly plan: Plan | undefined;
  /** Undefined where nothing was begun. */
  readonly report: Report | undefined;
  /** Why there is no plan, or why it was not begun. */
  readonly refusal: readonly Problem[];
  /** What was thrown and is no problem that can be shown. */
  readonly defect: unknown;
}

const nothing = { plan: undefined, report: undefined, refusal: [], defect: undefined };

export async function runOnce(
  service: WatchedService,
  { definitions }: Scenario,
  { parallelism, signal, isKept, ...options }: RunOptions,
): Promise<RunResult> {
  const planning = begin(service, options);
  const applying = isKept ? begin(service, options) : planning;
  let plan: Plan | undefined;
  try {
    const made = await planEnvironment(planning, definitions, { prune: isPruned, deletionLimit: {} });
    const approved = isKept ? readPlan(JSON.parse(JSON.stringify(writePlan(made)))) : made;
    plan = approved;
    if (approved.status === "refused") {
      return { ...nothing, plan, refusal: approved.problems.filter(isError) };
    }
    if (isKept) {
      const stale = await findStaleChanges(applying, approved);
      if (stale.length > 0) return { ...nothing, plan, refusal: stale };
    }
    const given = { parallelism, isListFresh: isKept, ...(signal ? { signal } : {}) };
    return { ...nothing, plan, report: await executePlan(applying, approved, given) };
  } catch (error) {
    if (error instanceof ProblemError) return { ...nothing, plan, refusal: error.problems };
    return { ...nothing, plan, defect: error };
  } finally {
    planning.client.close();
    applying.client.close();
  }
}

/** What a process begins with. */
function begin(
  { clock, emulator }: WatchedService,
  { sabotage, requestTimeout, concurrency }: Omit<RunOptions, "isKept" | "parallelism" | "signal">,
): EnvironmentSession {
  const connection = resolveConnection({ baseUrl: emulator.url, apiToken: emulator.token }, {});
  if (!connection.ok) throw new Error("the emulator's address was refused");
  const client = new ServiceClient(connection.connection, {
    clock,
    random: () => 1,
    requestTimeout,
    maxConcurrency: concurrency,
  });
  const session = openSession(client, { clock });
  sabotage?.(client, session);
  return session;
}
