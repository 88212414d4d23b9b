/** The objects of an environment, as the evaluation of alerts asks for them. */
import { type AlertHost, type KnownObjects } from "../alerting";
import { type AlertDuration, type AlertPolicy, type Host } from "../service";

export interface ListedObjects {
  /** Including deleted ones. */
  readonly hosts?: readonly Host[] | undefined;
  readonly policies?: readonly AlertPolicy[] | undefined;
  readonly durations?: readonly AlertDuration[] | undefined;
}

export function knownObjects({ hosts = [], policies = [], durations = [] }: ListedObjects): KnownObjects {
  const hostsById = new Map(
    hosts.map(({ id, type = "", isDeleted }): [number, AlertHost] => [id, { id, type, isDeleted }]),
  );
  const inMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
  const intervals = new Map(policies.map(({ id, intervalSeconds }) => [id, inMs(intervalSeconds)]));
  const lengths = new Map(durations.map(({ id, seconds }) => [id, inMs(seconds)]));
  return {
    host: (id) => hostsById.get(id),
    policyIntervalMs: (policy) => intervals.get(policy),
    durationMs: (duration) => lengths.get(duration),
  };
}

/** A host that the service does not list is in the scope of alerts that list its ID. */
export function hostOrUnlisted({ host }: KnownObjects, id: number): AlertHost {
  return host(id) ?? { id, type: "", isDeleted: false };
}
