/** What `configure` creates and every resource and data source works with. */
import { type ServiceClient } from "../client";
import { type EnvironmentSession, openSession, type ProgressListener } from "../engine";
import { type ExistingAlerts, type LiveAlert } from "../reconcile";
import { type ProviderPeers } from "./peers";
import { RequestActivity } from "./request-activity";
import { PlanBacktests } from "./resources/alert/plan-backtests";
import { PlannedAlerts } from "./resources/alert/planned-alerts";
import { type AlertState } from "./resources/alert/schema";
import { Siblings } from "./resources/alert/siblings";
import { type TerraformArguments } from "./terraform-arguments";

export interface ProviderSession extends EnvironmentSession {
  /** What to do with a live alert that has the name of an alert to be created. */
  readonly existingAlerts: ExistingAlerts;
  /** Whether resources of the state are hidden from this process. */
  readonly selectsResources: boolean;
  /** Whether resources that the applied plan does not change are unknown: it was saved, perhaps on another machine. */
  readonly mayMissManagedAlerts: () => boolean;
  readonly activity: RequestActivity;
  readonly planned: PlannedAlerts;
  /** By id: the states as Terraform last loaded them. During an apply, they are the states as the plan refreshed them. */
  readonly loaded: Map<number, AlertState>;
  /** By id: refreshed alerts that an earlier run wrote less than one propagation window ago, without stale values. */
  readonly unsettled: Map<number, LiveAlert>;
  /** The alerts that entered Terraform's state in this run. */
  readonly siblings: Siblings;
  /** Undefined without the argument `backtest`. */
  readonly backtests: PlanBacktests | undefined;
}

export interface ProviderSessionOptions {
  /** Aborts when Terraform stops the provider. */
  readonly signal: AbortSignal;
  readonly propagationWindowMs: number | undefined;
  readonly existingAlerts: ExistingAlerts;
  readonly terraform: Pick<TerraformArguments, "command" | "parallelism" | "selectsResources">;
  /** The other provider processes of the run; undefined if this one is alone. */
  readonly peers: ProviderPeers | undefined;
  readonly onProgress: ProgressListener;
  /** Length of the period of back-tests, in seconds. */
  readonly backtestSeconds: number | undefined;
}

export function openProviderSession(
  client: ServiceClient,
  {
    signal,
    propagationWindowMs,
    existingAlerts,
    terraform,
    peers,
    onProgress,
    backtestSeconds,
  }: ProviderSessionOptions,
): ProviderSession {
  const { command, parallelism, selectsResources } = terraform;
  const activity = new RequestActivity((milliseconds) => session.run.sleep(milliseconds), parallelism, peers);
  const session = openSession(client, {
    signal,
    propagationWindowMs,
    onProgress,
    waitForPeers: (condition) => activity.waitUntil(condition),
    peerChannel: peers,
  });
  return {
    ...session,
    existingAlerts,
    selectsResources,
    mayMissManagedAlerts: () => command === "apply" && peers?.hasPlan !== true,
    activity,
    planned: new PlannedAlerts(session.peers),
    loaded: new Map(),
    siblings: new Siblings(),
    unsettled: new Map(),
    backtests: backtestSeconds === undefined ? undefined : new PlanBacktests(session, backtestSeconds),
  };
}
