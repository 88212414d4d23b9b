import * as z from "zod";
import { lazyIdOf, lookupByName, type OptionLookup } from "./resources/lookups";
import { requireId, requireValid, rule } from "./validation/validate";

/**
 * How long a metric must exceed its trigger before a threshold alert fires. The service defines the durations: the data source
 * `dbmon_alert_durations` and the command `dbmon list durations` list them. Specification: "Integration, alert policy, alert duration".
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
    return AlertDuration.lookedUp({ kind: "duration", seconds: requireAmount(amount) });
  }

  /**
   * The duration of this length in minutes. See `seconds`.
   * @param amount minutes, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const fiveMinutes = AlertDuration.minutes(5);
   */
  static minutes(amount: number): AlertDuration {
    return AlertDuration.seconds(requireAmount(amount) * 60);
  }

  /**
   * The duration of this length in hours. See `seconds`.
   * @param amount hours, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const hour = AlertDuration.hours(1);
   */
  static hours(amount: number): AlertDuration {
    return AlertDuration.seconds(requireAmount(amount) * 3600);
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
    return new AlertDuration(requireId("an alert duration", id), undefined);
  }

  private static lookedUp(lookup: OptionLookup): AlertDuration {
    return new AlertDuration(lazyIdOf(lookup), lookup);
  }

  private constructor(
    /** The ID of the duration; with a name or a length, a token for resources of the default provider. */
    readonly durationId: number,
    /** The name or length that Terraform looks up; undefined with `fromId`. */
    readonly lookup: OptionLookup | undefined,
  ) {}
}

const amountRule = rule("Must be greater than zero.");
const amountSchema = z.number(amountRule).positive(amountRule).lt(Number.MAX_SAFE_INTEGER, amountRule);

function requireAmount(amount: number): number {
  return requireValid("The length of an alert duration", amountSchema, amount);
}
