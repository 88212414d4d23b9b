/**
 * How long a metric must exceed the trigger before an alert fires. Durations are the service's own and never managed here.
 * Specification: "Alert options".
 */
import { ownId } from "./own-id";

export class AlertDuration {
  /** The duration of this id, as the data source `dbmon_alert_durations` lists it. @throws Error for no id of the service */
  static fromId(id: number): AlertDuration {
    return new AlertDuration(ownId("an alert duration", id));
  }

  private constructor(readonly durationId: number) {}
}

export function durationIdOf(duration: AlertDuration | number): number {
  return typeof duration === "object" ? duration.durationId : duration;
}
