import { type Construct } from "constructs";
import { quote } from "../diagnostics";
import { DataDbmonDestination } from "./generated/data-dbmon-destination";
import { idOf } from "./invalid-value";
import { literal } from "./text";
import { type LookupByName, requireId, validateRequiredText } from "./value-validation";

/**
 * A reference to a destination for notifications. Destinations are configured in the service: this package never creates or changes
 * one. Specification: "Destination".
 * @example
 * AlertDefaults.of(this).set({
 *   destinations: [Destination.fromName(this, "channel", "#db-alerts"), Destination.fromId(1)],
 * });
 */
export class Destination {
  /**
   * The destination with this name. Terraform looks it up during the plan, and the plan fails if no destination or more than one
   * has the name.
   * @param name display name of the destination; default: the ID of the construct
   * @example
   * const pager = Destination.fromName(this, "pager", "On-call PagerDuty");
   */
  static fromName(scope: Construct, id: string, name: string = id): Destination {
    const data = new DataDbmonDestination(scope, id, { name: literal(name) });
    data.node.addValidation({
      validate: () => validateRequiredText("name", name, "the name of a destination"),
    });
    return new Destination(data.id);
  }

  /**
   * The destination with this ID. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const pager = Destination.fromId(1);
   */
  static fromId(id: number): Destination {
    return new Destination(requireId("a destination", id, destinationLookup));
  }

  private constructor(
    /** The ID of the destination; with `fromName`, a token. */
    readonly destinationId: number,
  ) {}
}

export function destinationIdOf(destination: Destination | number): number {
  return idOf(destination, "destinationId");
}

export const destinationLookup: LookupByName = (name) => `Destination.fromName(this, ${quote(name)})`;
