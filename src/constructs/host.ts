import { type Construct } from "constructs";
import { DataDbmonHost } from "./generated/data-dbmon-host";
import { idByName } from "./resources/lookups";
import { requireId } from "./validation/validate";

/**
 * A reference to a host. The agents of the service report hosts: this package never creates or changes one. Specification: "Host".
 * @example
 * const config = AlertConfig.event({
 *   categories: [EventCategory.DATABASE_SERVER_RESTART],
 *   hosts: [Host.fromName(this, "orders", "orders-db-1"), Host.fromId(7)],
 * });
 */
export class Host {
  /**
   * The host with this name. Terraform looks it up during the plan, and the plan fails if no host or more than one has the name.
   * @param name name of the host in the service; default: the ID of the construct
   * @example
   * const orders = Host.fromName(this, "orders", "orders-db-1");
   */
  static fromName(scope: Construct, id: string, name: string = id): Host {
    return new Host(idByName(DataDbmonHost, scope, id, name, "a host"));
  }

  /**
   * The host with this ID. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const orders = Host.fromId(7);
   */
  static fromId(id: number): Host {
    return new Host(requireId("a host", id));
  }

  private constructor(
    /** The ID of the host; with `fromName`, a token. */
    readonly hostId: number,
  ) {}
}
