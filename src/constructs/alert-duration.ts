import * as z from "zod";
import { idText, nameText } from "./resources/references";
import { requireValid, rule } from "./validation/validate";

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
   * The duration of this length, in any environment. The plan fails if the service has no duration or several durations of this length,
   * or returns no lengths.
   * @param amount seconds, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const ninetySeconds = AlertDuration.seconds(90);
   */
  static seconds(amount: number): AlertDuration {
    return new AlertDuration(`${requireAmount(amount)}s`);
  }

  /**
   * The duration of this length in minutes. See `seconds`.
   * @param amount minutes, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const fiveMinutes = AlertDuration.minutes(5);
   */
  static minutes(amount: number): AlertDuration {
    return new AlertDuration(`${requireAmount(amount)}m`);
  }

  /**
   * The duration of this length in hours. See `seconds`.
   * @param amount hours, greater than zero
   * @throws Error if the amount is not a number greater than zero
   * @example
   * const hour = AlertDuration.hours(1);
   */
  static hours(amount: number): AlertDuration {
    return new AlertDuration(`${requireAmount(amount)}h`);
  }

  /**
   * The duration with this name, in any environment. The plan fails if no duration or more than one has the name.
   * @throws Error if the name is empty
   * @example
   * const fiveMinutes = AlertDuration.fromName("5 minutes");
   */
  static fromName(name: string): AlertDuration {
    return new AlertDuration(nameText("an alert duration", name));
  }

  /**
   * The duration with this ID. IDs differ between environments.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const fiveMinutes = AlertDuration.fromId(2);
   */
  static fromId(id: number): AlertDuration {
    return new AlertDuration(idText("an alert duration", id));
  }

  private constructor(
    /** The name, the length or the ID, as in the Terraform configuration. */
    readonly durationReference: string,
  ) {}
}

/** A smaller number would be written with an exponent, which is not a time. */
const minAmount = 1e-6;
const amountRule = rule("Must be greater than zero.");
const amountSchema = z.number(amountRule).gt(minAmount, amountRule).lt(Number.MAX_SAFE_INTEGER, amountRule);

function requireAmount(amount: number): number {
  return requireValid("The length of an alert duration", amountSchema, amount);
}
