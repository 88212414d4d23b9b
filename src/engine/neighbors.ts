/**
 * The other alerts of a run that applies each alert alone, as Terraform does: whether an alert that stands in the way belongs
 * to one of them, and will make room. A set-wise run orders its changes itself and has no need of it.
 */
import { ProblemError } from "../diagnostics";
import { type ListedAlert } from "../service";
import { type EnvironmentSession } from "./session";

/**
 * `nobody`: no other alert of this run. `leaving`: of one that is to be deleted. `staying`: of one whose change, if it has any,
 * is not to be waited for any longer.
 */
export type Holder = "nobody" | "leaving" | "staying";

export interface Neighbors {
  /**
   * Whose alert it is; waits until a change of it begins in this session, or until none is to be expected.
   * @param asker the alert that is to have its name; undefined for one that is to be created
   */
  holderOf(id: number, asker?: number): Promise<Holder>;

  /**
   * Waits for a departure that is under way.
   * @param asker as above
   * @returns false where all who are at work wait for one another, and room for others is made by giving up
   */
  untilOver(departure: Promise<void>, asker?: number): Promise<boolean>;
}

/** Waits for a departure, in a run that applies each alert alone as long as it makes sense there. @returns as `untilOver` */
export async function untilOver(
  departure: Promise<void>,
  neighbors: Neighbors | undefined,
  asker?: number,
): Promise<boolean> {
  if (neighbors !== undefined) return neighbors.untilOver(departure, asker);
  await departure;
  return true;
}

/** Names are held by another alert of the same run, which did not make room in time. */
export class NameHeldError extends ProblemError {
  constructor(name: string, holder: number, isSwap = false) {
    super([
      {
        severity: "error",
        what: isSwap
          ? `This alert and the one that has the name ${JSON.stringify(name)} now (id ${holder}) are each to take the other's name.`
          : `The name is still held by another alert (id ${holder}).`,
        where: { subject: name, field: ["name"] },
        remedy: isSwap
          ? "Names are unique, and Terraform applies each resource alone: give one of them an interim name, apply, and then give both their new names."
          : "Where that one is renamed or deleted in the same run, apply a second time; else choose another name.",
      },
    ]);
    this.name = "NameHeldError";
  }
}

/**
 * Waits until no other alert has the name that the alert `id` is to take.
 * @throws NameHeldError where its holder does not make room
 */
export async function awaitName(
  session: EnvironmentSession,
  name: string,
  id: number,
  neighbors: Neighbors | undefined,
): Promise<void> {
  let asked: number | undefined;
  for (;;) {
    const holder: ListedAlert | undefined = await session.live.findByName(name);
    if (holder === undefined || holder.id === id) return;
    if (session.claims.departureOf(holder.id) !== undefined) {
      const wait = (departure: Promise<void>) => untilOver(departure, neighbors, id);
      const outcome = await session.claims.waitForDeparture(id, holder.id, wait);
      if (outcome !== "over") throw new NameHeldError(name, holder.id, outcome === "circle");
      // Where it has failed and the name is still held, nothing more is to be expected of it.
      asked = holder.id;
    } else {
      if (asked === holder.id || neighbors === undefined) throw new NameHeldError(name, holder.id);
      asked = holder.id;
      await neighbors.holderOf(holder.id, id);
    }
  }
}
