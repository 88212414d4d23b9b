/** Ids in an alert or a configuration must be those of existing objects. */
import { type AlertConfigWire, type AlertCreation } from "../../service";
import { type FieldStep } from "../../diagnostics";
import { badField } from "../http/api-error";
import { type EnvironmentStore } from "../store/store";

/** @throws ApiError 400 naming the id that does not exist */
export function checkAlertReferences(alert: AlertCreation, environment: EnvironmentStore): void {
  if (environment.policies.get(alert.policy) === undefined) {
    throw badField(["policy"], `names no alert policy: there is none with the id ${alert.policy}`);
  }
  alert.destinations.forEach((id, index) => {
    if (environment.destinations.get(id) !== undefined) return;
    throw badField(["destinations", index], `names no destination: there is none with the id ${id}`);
  });
}

/** @throws ApiError 400 naming the id that does not exist */
export function checkConfigReferences(config: AlertConfigWire, environment: EnvironmentStore): void {
  config.hosts.forEach((id, index) => {
    checkHostReference(["hosts", index], id, environment);
  });
  const { duration } = config;
  if (typeof duration === "number" && environment.durations.get(duration) === undefined) {
    throw badField(["duration"], `names no alert duration: there is none with the id ${duration}`);
  }
}

/** @throws ApiError 400 naming the host that does not exist */
export function checkHostReference(
  field: readonly FieldStep[],
  id: number,
  environment: EnvironmentStore,
): void {
  const host = environment.hosts.get(id);
  if (host === undefined) throw badField(field, `names no host: there is none with the id ${id}`);
  if (host.deleted !== 0) throw badField(field, `names a host that is deleted, with the id ${id}`);
}
