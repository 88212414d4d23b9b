import { idOf } from "./invalid-value";
import { requireId } from "./value-validation";

/**
 * How long a metric must exceed its trigger before a threshold alert fires. The service defines the durations and their units:
 * the data source `dbmon_alert_durations` and the command `dbmon durations` list them. Specification: "Integration, alert policy,
 * alert duration".
 * @example
 * const config = AlertConfig.threshold({
 *   alertLevel: AlertLevel.CRIT,
 *   metric: "os.cpu.user_us",
 *   trigger: 900_000,
 *   reset: 700_000,
 *   duration: AlertDuration.fromId(2),
 * });
 */
export class AlertDuration {
  /**
   * The duration with this ID.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const fiveMinutes = AlertDuration.fromId(2);
   */
  static fromId(id: number): AlertDuration {
    return new AlertDuration(requireId("an alert duration", id));
  }

  private constructor(readonly durationId: number) {}
}

export function durationIdOf(duration: AlertDuration | number): number {
  return idOf(duration, "durationId");
}
