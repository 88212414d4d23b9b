import { type Construct } from "constructs";
import { quote } from "../diagnostics";
import { DataDbmonHost } from "./generated/data-dbmon-host";
import { idOf } from "./invalid-value";
import { literal } from "./text";
import { type LookupByName, requireId, validateRequiredText } from "./value-validation";

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
    const data = new DataDbmonHost(scope, id, { name: literal(name) });
    data.node.addValidation({ validate: () => validateRequiredText("name", name, "the name of a host") });
    return new Host(data.id);
  }

  /**
   * The host with this ID. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const orders = Host.fromId(7);
   */
  static fromId(id: number): Host {
    return new Host(requireId("a host", id, hostLookup));
  }

  private constructor(
    /** The ID of the host; with `fromName`, a token. */
    readonly hostId: number,
  ) {}
}

export function hostIdOf(host: Host | number): number {
  return idOf(host, "hostId");
}

export const hostLookup: LookupByName = (name) => `Host.fromName(this, ${quote(name)})`;
