import { Token } from "cdktf";
import { quote } from "../diagnostics";
import { parseTimeSpan } from "../service";
import { idOf } from "./invalid-value";
import { lazyIdOf, lookupByName, type OptionLookup } from "./option-lookup";
import { format, type LookupByName, requireId } from "./value-validation";

/**
 * How long a metric must exceed its trigger before a threshold alert fires. The service defines the durations: the data source
 * `dbmon_alert_durations` and the command `dbmon durations` list them. Specification: "Integration, alert policy, alert duration".
 * @example
 * const config = AlertConfig.threshold({
 *   alertLevel: AlertLevel.CRIT,
 *   metric: "os.cpu.user_us",
 *   trigger: 900_000,
 *   reset: 700_000,
 *   duration: AlertDuration.minutes(5),
 * });
 */
export class AlertDuration {
  /**
   * The duration of this length, in any environment. Terraform looks it up during the plan, and the plan fails if the service has no
   * duration or several durations of this length, or returns no lengths.
   * @param amount seconds, greater than zero, or a token
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const ninetySeconds = AlertDuration.seconds(90);
   */
  static seconds(amount: number): AlertDuration {
    if (!Token.isUnresolved(amount)) requireAmount(amount, 1);
    return AlertDuration.lookedUp({ kind: "duration", seconds: amount });
  }

  /**
   * The duration of this length in minutes. See `seconds`.
   * @param amount minutes, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const fiveMinutes = AlertDuration.minutes(5);
   */
  static minutes(amount: number): AlertDuration {
    return AlertDuration.seconds(requireAmount(amount, 60));
  }

  /**
   * The duration of this length in hours. See `seconds`.
   * @param amount hours, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const hour = AlertDuration.hours(1);
   */
  static hours(amount: number): AlertDuration {
    return AlertDuration.seconds(requireAmount(amount, 3600));
  }

  /**
   * The duration with this name, in any environment. Terraform looks it up during the plan, and the plan fails if no duration or more
   * than one has the name.
   * @throws Error if the name is empty
   * @example
   * const fiveMinutes = AlertDuration.named("5 minutes");
   */
  static named(name: string): AlertDuration {
    return AlertDuration.lookedUp(lookupByName("duration", name));
  }

  /**
   * The duration with this ID. IDs differ between environments. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const fiveMinutes = AlertDuration.fromId(2);
   */
  static fromId(id: number): AlertDuration {
    return new AlertDuration(requireId("an alert duration", id, durationLookup), undefined);
  }

  private static lookedUp(lookup: OptionLookup): AlertDuration {
    return new AlertDuration(lazyIdOf(lookup), lookup);
  }

  private constructor(
    /** The ID of the duration; with a name or a length, a token for resources of the default provider. */
    readonly durationId: number,
    /** What Terraform looks up; undefined with `fromId`. */
    readonly lookup: OptionLookup | undefined,
  ) {}
}

/** The amount in seconds. */
function requireAmount(amount: number, secondsPerUnit: number): number {
  const seconds = typeof amount === "number" ? amount * secondsPerUnit : NaN;
  if (seconds > 0 && seconds < Number.MAX_SAFE_INTEGER) return seconds;
  throw new Error(`The length of an alert duration must be greater than zero. Received: ${format(amount)}.`);
}

export function durationIdOf(duration: AlertDuration | number): number {
  return idOf(duration, "durationId");
}

/** Writes a time as a length, and other text as a name. */
export const durationLookup: LookupByName = (text) => {
  const seconds = (parseTimeSpan(text) ?? 0) / 1000;
  if (seconds === 0) return `AlertDuration.named(${quote(text)})`;
  if (seconds % 3600 === 0) return `AlertDuration.hours(${seconds / 3600})`;
  return seconds % 60 === 0 ? `AlertDuration.minutes(${seconds / 60})` : `AlertDuration.seconds(${seconds})`;
};
