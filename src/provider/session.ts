/** The session that `configure` creates and all handlers receive. */
import { type ServiceClient } from "../client";
import { type EnvironmentSession, openSession, type ProgressListener } from "../engine";
import { type ExistingAlerts, type LiveAlert } from "../reconcile";
import { NameRegistry } from "./names/name-registry";
import { RequestActivity } from "./names/request-activity";
import { type AlertState } from "./resources/alert/schema";

/** How long a list is valid for a client that repeats requests: its process may serve several operations in turn. */
const maxListAgeMs = 60_000;

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
  readonly unsettled: Map<number, LiveAlert>;
  /** Ids of the alerts that entered Terraform's state in this run, oldest first. */
  readonly siblings: number[];
}

export interface ProviderSessionOptions {
  /** Aborts when Terraform stops the provider. */
  readonly signal: AbortSignal;
  readonly propagationWindowMs: number | undefined;
  readonly existingAlerts: ExistingAlerts;
  readonly maxDeletes: number;
  readonly terraformVersion: string;
  readonly onProgress: ProgressListener;
}

/** Terraform and OpenTofu plan each resource once in a process. Pulumi plans it several times, and sends "pulumi-terraform-bridge". */
export function repeatsRequests(terraformVersion: string): boolean {
  return terraformVersion.includes("pulumi");
}

export function openProviderSession(
  client: ServiceClient,
  { existingAlerts, maxDeletes, terraformVersion, ...options }: ProviderSessionOptions,
): ProviderSession {
  const isRepeating = repeatsRequests(terraformVersion);
  const session = openSession(client, {
    ...options,
    maxListAgeMs: isRepeating ? maxListAgeMs : undefined,
  });
  return {
    ...session,
    existingAlerts,
    maxDeletes,
    plannedDeletions: new Set(),
    activity: new RequestActivity(session.run),
    names: new NameRegistry(isRepeating),
    loaded: new Map(),
    siblings: [],
    unsettled: new Map(),
  };
}
