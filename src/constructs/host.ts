/** A reference to a host. Hosts come from the service's agents and are never managed here. Specification: "Host". */
import { type Construct } from "constructs";
import { DataDbmonHost } from "./generated/data-dbmon-host";
import { ownId } from "./own-id";
import { literal } from "./text";

export class Host {
  /**
   * The host of this name, looked up when Terraform plans. A name that does not exist, or exists twice, fails the plan.
   * @param scope where the look-up is placed, usually `this`
   * @param id name of the construct, unique in its scope
   * @param name name of the host in the service; the id when left out
   */
  static fromName(scope: Construct, id: string, name: string = id): Host {
    return new Host(new DataDbmonHost(scope, id, { name: literal(name) }).id);
  }

  /** The host of this id, as the service gave it. @throws Error for no id of the service */
  static fromId(id: number): Host {
    return new Host(ownId("a host", id));
  }

  private constructor(
    /** ID of the host; a token until Terraform has looked it up. */
    readonly hostId: number,
  ) {}
}

export function hostIdOf(host: Host | number): number {
  return typeof host === "object" ? host.hostId : host;
}
