/** Checks that the ids in a request refer to existing objects. */
import { type FieldStep } from "../../diagnostics";
import { type AlertConfigWire, type AlertCreation } from "../../service";
import { badField } from "../http/api-error";
import { type EnvironmentStore } from "../store/store";

/** @throws ApiError 400 if the policy or a destination does not exist */
export function checkAlertReferences(alert: AlertCreation, environment: EnvironmentStore): void {
  if (environment.policies.get(alert.policy) === undefined) {
    throw unknownReference(["policy"], "alert policy", alert.policy);
  }
  alert.destinations.forEach((id, index) => {
    if (environment.destinations.get(id) === undefined) {
      throw unknownReference(["destinations", index], "destination", id);
    }
  });
}

/** @throws ApiError 400 if a host or the duration does not exist */
export function checkConfigReferences(config: AlertConfigWire, environment: EnvironmentStore): void {
  config.hosts.forEach((id, index) => {
    checkHostReference(["hosts", index], id, environment);
  });
  const { duration } = config;
  if (typeof duration === "number" && environment.durations.get(duration) === undefined) {
    throw unknownReference(["duration"], "alert duration", duration);
  }
}

/** @throws ApiError 400 if the host does not exist or is deleted */
export function checkHostReference(
  field: readonly FieldStep[],
  id: number,
  environment: EnvironmentStore,
): void {
  const host = environment.hosts.get(id);
  if (host === undefined) throw unknownReference(field, "host", id);
  if (host.deleted !== 0) throw badField(field, `refers to host ${id}, which is deleted`);
}

/** @param kind what the id should refer to, for example `alert policy` */
export function unknownReference(field: readonly FieldStep[], kind: string, id: number) {
  return badField(field, `refers to ${kind} ${id}, which does not exist`);
}
