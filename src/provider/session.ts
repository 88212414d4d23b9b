/** The session that `configure` creates and all handlers receive. */
import { type Problem, ProblemError } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { type ExistingAlerts, type LiveAlert } from "../reconcile";
import { definitions } from "../tfplugin";
import { type PlannedAlerts } from "./planned-alerts";
import { type ReadAhead } from "./read-ahead";
import { type AlertState } from "./resources/alert/schema";

export interface ProviderSession extends EnvironmentSession {
  /** What to do with a live alert that has the name of an alert to be created. */
  readonly existingAlerts: ExistingAlerts;
  /** Max alerts that a plan may delete or replace. */
  readonly maxDeletes: number;
  readonly plans: PlannedAlerts;
  /** By id. */
  readonly states: Map<number, LoadedState>;
  readonly readAhead: ReadAhead;
  /** Returns and forgets the warnings about the whole environment. The next plan of a mute reports them. */
  readonly takeWarnings: () => readonly Problem[];
}

export interface LoadedState {
  /** As Terraform last loaded it. During an apply, it is the state as the plan refreshed it. */
  readonly state: AlertState;
  /**
   * `current`: refreshed, and not planned since. `planned`: planned after a refresh. Undefined with -refresh=false, and in an apply of
   * Terraform, which plans again without a refresh.
   */
  readonly refresh?: "current" | "planned";
  /** The refreshed alert without stale values, if an earlier run wrote it less than one propagation window ago. */
  readonly recent?: LiveAlert;
}

export const { action, dataSource, list, provider, resource } = definitions<ProviderSession>();

/** Adds the subject of a request to the problems that it throws without one. @throws ProblemError */
export async function withSubject<T>(subject: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProblemError && subject !== undefined ? error.about(subject) : error;
  }
}
