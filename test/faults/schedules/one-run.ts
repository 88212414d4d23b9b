/** One run: a plan and an apply with a new client and session. With a saved plan, the apply has another client and session. */
import { resolveConnection, ServiceClient } from "../../../src/client";
import { isError, type Problem, ProblemError } from "../../../src/diagnostics";
import {
  type EnvironmentSession,
  executePlan,
  type ExecutionReport,
  findStaleChanges,
  openSession,
} from "../../../src/engine";
import { readPlan, writePlan } from "../../../src/plan-document";
import { planEnvironment } from "../../../src/planning";
import { type Plan } from "../../../src/reconcile";
import { type WatchedService } from "../watched-service";
import { isPruned, type Scenario } from "./change-cases";

interface RunOptions {
  /** Whether the plan is saved, and applied by a second session. */
  readonly usesSavedPlan: boolean;
  readonly parallelism: number;
  readonly concurrency: number;
  /** Milliseconds of real time, short only if a request hangs. */
  readonly requestTimeout: number;
  readonly signal?: AbortSignal;
  /** Breaks the engine on purpose. */
  readonly sabotage?: Sabotage | undefined;
}

export type Sabotage = (client: ServiceClient, session: EnvironmentSession) => void;

export interface RunResult {
  /** Undefined if planning failed. */
  readonly plan: Plan | undefined;
  /** Undefined if the apply did not start. */
  readonly report: ExecutionReport | undefined;
  /** Why there is no plan, or why the apply did not start. */
  readonly refusal: readonly Problem[];
  /** A thrown error that is not a ProblemError. */
  readonly unexpectedError: unknown;
}

const emptyResult = { plan: undefined, report: undefined, refusal: [], unexpectedError: undefined };

export async function runOnce(
  service: WatchedService,
  { definitions }: Scenario,
  { parallelism, signal, usesSavedPlan, ...options }: RunOptions,
): Promise<RunResult> {
  const planning = openNewSession(service, options);
  const applying = usesSavedPlan ? openNewSession(service, options) : planning;
  let plan: Plan | undefined;
  try {
    const newPlan = await planEnvironment(planning, definitions, { prune: isPruned, deletionLimit: {} });
    const approved = usesSavedPlan ? readPlan(JSON.parse(JSON.stringify(writePlan(newPlan)))) : newPlan;
    plan = approved;
    if (approved.status === "refused") {
      return { ...emptyResult, plan, refusal: approved.problems.filter(isError) };
    }
    if (usesSavedPlan) {
      const stale = await findStaleChanges(applying, approved);
      if (stale.length > 0) return { ...emptyResult, plan, refusal: stale };
    }
    const executionOptions = { parallelism, isListFresh: usesSavedPlan, ...(signal ? { signal } : {}) };
    return { ...emptyResult, plan, report: await executePlan(applying, approved, executionOptions) };
  } catch (error) {
    if (error instanceof ProblemError) return { ...emptyResult, plan, refusal: error.problems };
    return { ...emptyResult, plan, unexpectedError: error };
  } finally {
    planning.client.close();
    applying.client.close();
  }
}

/** Opens a session with a new client. */
function openNewSession(
  { clock, emulator }: WatchedService,
  { sabotage, requestTimeout, concurrency }: Omit<RunOptions, "usesSavedPlan" | "parallelism" | "signal">,
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
