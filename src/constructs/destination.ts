import { idText, nameText } from "./resources/references";

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
