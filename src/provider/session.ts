/** The session that `configure` creates and all handlers receive. */
import { ProblemError } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { type ExistingAlerts, type LiveAlert } from "../reconcile";
import { definitions } from "../tfplugin";
import { type NameRegistry } from "./names/name-registry";
import { type RequestActivity } from "./names/request-activity";
import { type AlertState } from "./resources/alert/schema";

export interface ProviderSession extends EnvironmentSession {
  /** What to do with a live alert that has the name of an alert to be created. */
  readonly existingAlerts: ExistingAlerts;
  /** Max alerts that a plan may delete or replace. */
  readonly maxDeletes: number;
  /** The ids of the alerts that this process planned to delete or replace. */
  readonly plannedDeletions: Set<number>;
  readonly activity: RequestActivity;
  readonly names: NameRegistry;
  /** By id: the states as Terraform last loaded them. During an apply, they are the states as the plan refreshed them. */
  readonly loaded: Map<number, AlertState>;
  /** By id: refreshed alerts that an earlier run wrote less than one propagation window ago, without stale values. */
  readonly recentlyWritten: Map<number, LiveAlert>;
  /** Ids of the alerts that entered Terraform's state in this run, oldest first. */
  readonly idsToReadAhead: number[];
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
