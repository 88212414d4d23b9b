import { type Construct } from "constructs";
import { DataDbmonDestination } from "./generated/data-dbmon-destination";
import { idByName } from "./resources/lookups";
import { requireId } from "./validation/validate";

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
    return new Destination(idByName(DataDbmonDestination, scope, id, name, "a destination"));
  }

  /**
   * The destination with this ID. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const pager = Destination.fromId(1);
   */
  static fromId(id: number): Destination {
    return new Destination(requireId("a destination", id));
  }

  private constructor(
    /** The ID of the destination; with `fromName`, a token. */
    readonly destinationId: number,
  ) {}
}
