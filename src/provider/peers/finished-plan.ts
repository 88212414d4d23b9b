/**
 * What the processes that apply a plan learn from those that made it. Terraform plans and applies in different processes, and an apply
 * does not concern unchanged resources, so without the plan it cannot know that they manage alerts.
 */
import { type Announcement } from "../../engine";

/** What the announcements of a run show about its progress. */
export class RunPhase {
  #hasApplied = false;
  #plansCreation = false;
  #hasDeleted = false;
  #hasFailedCreation = false;

  observe({ type }: Announcement): void {
    if (type === "creation-planned") this.#plansCreation = true;
    if (type === "deleted") this.#hasDeleted = true;
    if (type === "unclaimed") this.#hasFailedCreation = true;
    this.#hasApplied ||=
      type === "claimed" ||
      type === "adopting" ||
      type === "departing" ||
      type === "named" ||
      type === "deleted";
  }

  /** Whether a resource was applied. Else the run only planned so far. */
  get hasApplied(): boolean {
    return this.#hasApplied;
  }

  /** Whether the run deleted an alert without creating the one that replaces it. Then no state contains that the alert was deleted. */
  get mayHaveLostDeletion(): boolean {
    return this.#hasDeleted && this.#hasFailedCreation;
  }

  /** Whether an alert is planned to be created. Only a creation can adopt an alert. */
  get plansCreation(): boolean {
    return this.#plansCreation;
  }
}

/**
 * Selects what remains true after the plan: the alerts that its resources manage, and what earlier runs renamed or
 * deleted, which lists may not show. A resource that the run removes from the state has no plan, so its alert is not managed.
 */
export function selectFacts(announcements: readonly Announcement[]): readonly Announcement[] {
  const planned = new Set<number>();
  const removals = new Set<number>();
  for (const announcement of announcements) {
    const { type } = announcement;
    if (type === "planned" && announcement.name === undefined) planned.delete(announcement.id);
    else if (type === "planned") planned.add(announcement.id);
    else if (type === "removal-planned") removals.add(announcement.id);
    else if (type === "removal-canceled") removals.delete(announcement.id);
  }
  return announcements.filter((announcement) => {
    if (announcement.type === "managed") return planned.has(announcement.id) || removals.has(announcement.id);
    if (announcement.type === "removal-planned") return removals.has(announcement.id);
    return announcement.type === "named-earlier" || announcement.type === "deleted-earlier";
  });
}
