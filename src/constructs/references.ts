/** References to objects of the service, by name or by ID. The provider resolves them during the plan. */
import * as z from "zod";
import { Token } from "cdktf";
import { alertAttributes } from "../service";
import { requireValid, rule } from "./validation/validate";
import { hasMember, literal, mapList } from "./resources/arguments";

const id = alertAttributes.policy;

/** The argument for a reference. Numbers have become texts, unless they are invalid. */
export const nameOrId = z.custom(
  (value) => typeof value === "string" && value !== "",
  rule("Must be a name, or an integer from 0 to 2^53 − 1."),
);

/** @param kind the kind of object, with its article: "a host" @throws Error if the ID is invalid */
function idText(kind: string, value: number): string {
  return textOf(requireValid(`The ID of ${kind}`, id, value)) as string;
}

/** @param kind the kind of object, with its article: "a host" @throws Error if the name is not a string, or is empty */
function nameText(kind: string, name: string): string {
  return requireValid(`The name of ${kind}`, z.string().min(1), name);
}

/** The argument for a reference such as a `Host`, a name or an ID. An invalid value is kept. */
export function referenceOf(reference: unknown, key: string): string | undefined {
  return textOf(hasMember(reference, key) ? reference[key] : reference) as string | undefined;
}

export function referencesOf(references: readonly unknown[] | undefined, key: string): string[] | undefined {
  return mapList(references, (reference) => referenceOf(reference, key) as string);
}

function textOf(value: unknown): unknown {
  if (typeof value === "string") return literal(value);
  if (typeof value !== "number") return value;
  if (Token.isUnresolved(value)) return Token.asString(value);
  return id.safeParse(value).success ? String(value) : value;
}

/**
 * How often an alert can fire for a given host. The service defines the policies: the data source `dbmon_alert_policies` and the
 * command `dbmon list policies` list them. Specification: "Integration, alert policy, alert duration".
 * @example
 * AlertDefaults.of(this).set({ policy: AlertPolicy.fromName("Every time") });
 */
export class AlertPolicy {
  /**
   * The policy with this name, in any environment. The plan fails if no policy or more than one has the name.
   * @throws Error if the name is empty
   * @example
   * const hourly = AlertPolicy.fromName("At most once an hour");
   */
  static fromName(name: string): AlertPolicy {
    return new AlertPolicy(nameText("an alert policy", name));
  }

  /**
   * The policy with this ID. IDs differ between environments.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const every15Minutes = AlertPolicy.fromId(2);
   */
  static fromId(id: number): AlertPolicy {
    return new AlertPolicy(idText("an alert policy", id));
  }

  private constructor(
    /** The name or the ID, as in the Terraform configuration. */
    readonly policyReference: string,
  ) {}
}

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

/**
 * A reference to a destination for notifications, which any number of alerts in any scope can use. Destinations are configured in the
 * service: this package never creates or changes one. Specification: "Destination".
 * @example
 * AlertDefaults.of(this).set({
 *   destinations: [Destination.fromName("#db-alerts"), Destination.fromId(1)],
 * });
 */
export class Destination {
  /**
   * The destination with this name, in any environment. The plan fails if no destination or more than one has the name.
   * @throws Error if the name is empty
   * @example
   * const pager = Destination.fromName("On-call PagerDuty");
   */
  static fromName(name: string): Destination {
    return new Destination(nameText("a destination", name));
  }

  /**
   * The destination with this ID. IDs differ between environments.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const pager = Destination.fromId(1);
   */
  static fromId(id: number): Destination {
    return new Destination(idText("a destination", id));
  }

  private constructor(
    /** The name or the ID, as in the Terraform configuration. */
    readonly destinationReference: string,
  ) {}
}

/**
 * A reference to a host, which any number of alerts in any scope can use. The agents of the service report hosts: this package never
 * creates or changes one. Specification: "Host".
 * @example
 * const config = AlertConfig.event({
 *   categories: [EventCategory.DATABASE_SERVER_RESTART],
 *   hosts: [Host.fromName("orders-db-1"), Host.fromId(7)],
 * });
 */
export class Host {
  /**
   * The host with this name, in any environment. The plan fails if no host or more than one has the name.
   * @throws Error if the name is empty
   * @example
   * const orders = Host.fromName("orders-db-1");
   */
  static fromName(name: string): Host {
    return new Host(nameText("a host", name));
  }

  /**
   * The host with this ID. IDs differ between environments.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const orders = Host.fromId(7);
   */
  static fromId(id: number): Host {
    return new Host(idText("a host", id));
  }

  private constructor(
    /** The name or the ID, as in the Terraform configuration. */
    readonly hostReference: string,
  ) {}
}
