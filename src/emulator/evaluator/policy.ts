/** How often an alert may fire on one host (FIRE-4). */
import { type EnvironmentStore } from "../store/store";

/** Least time between two firings, in milliseconds; 0 for a policy that says nothing of it. */
export function policyMs(store: Pick<EnvironmentStore, "policies">, policy: number): number {
  const interval = store.policies.get(policy)?.seconds;
  return typeof interval === "number" ? interval * 1000 : 0;
}
