/**
 * In which order the changes of a plan are begun. Names are unique, so one that takes a name comes after the one that frees
 * it; where these go round in a circle, one alert steps aside first, to an interim name.
 */
import { nameOf, type WritingChange } from "../reconcile";

/** `step-aside`: frees the name of an alert whose change itself comes later. */
export type Step = "step-aside" | "change";

export interface Task {
  readonly change: WritingChange;
  readonly step: Step;
}

/** Every task comes after the one that it waits for. */
export function tasksOf(changes: readonly WritingChange[]): Task[] {
  const byName = new Map(changes.map((change) => [nameOf(change), change]));
  const ordered = new Set<WritingChange>();
  for (const change of changes) {
    // From the change back to the first that waits for nobody, without recursion: a chain can be as long as the plan.
    const chain = new Set<WritingChange>();
    for (
      let next: WritingChange | undefined = change;
      next !== undefined && !ordered.has(next) && !chain.has(next);
    ) {
      chain.add(next);
      const holder: WritingChange | undefined = next.after === undefined ? undefined : byName.get(next.after);
      next = holder?.interim === undefined ? holder : undefined;
    }
    for (const one of [...chain].reverse()) ordered.add(one);
  }
  const stepAside = changes.filter(({ interim }) => interim !== undefined);
  return [
    ...stepAside.map((change): Task => ({ change, step: "step-aside" })),
    ...[...ordered].map((change): Task => ({ change, step: "change" })),
  ];
}
