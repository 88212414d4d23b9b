/** A reference to a destination of notifications. Destinations are configured in the service and never managed here. */
import { type Construct } from "constructs";
import { DataDbmonDestination } from "./generated/data-dbmon-destination";
import { ownId } from "./own-id";
import { literal } from "./text";

export class Destination {
  /**
   * The destination of this name, looked up when Terraform plans. A name that does not exist, or exists twice, fails
   * the plan.
   * @param scope where the look-up is placed, usually `this`
   * @param id name of the construct, unique in its scope
   * @param name display name of the destination in the service; the id when left out
   */
  static fromName(scope: Construct, id: string, name: string = id): Destination {
    return new Destination(new DataDbmonDestination(scope, id, { name: literal(name) }).id);
  }

  /**
   * The destination of this id, as the service gave it. Plans and applies do not look it up by name.
   * @throws Error for no id of the service
   */
  static fromId(id: number): Destination {
    return new Destination(ownId("a destination", id));
  }

  private constructor(
    /** ID of the destination; a token until Terraform has looked it up. */
    readonly destinationId: number,
  ) {}
}

export function destinationIdOf(destination: Destination | number): number {
  return typeof destination === "object" ? destination.destinationId : destination;
}
