import { idText, nameText } from "./resources/references";

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
