/**
 * The order in which changes start. Names are unique, so a change that takes a name comes after the change that frees it. In
 * a cycle, one alert takes an interim name first.
 */
import { nameOf, type WritingChange } from "../../reconcile";

/** `free-name`: frees the name of an alert whose own change comes later. */
export interface Task {
  readonly change: WritingChange;
  readonly step: "free-name" | "change";
}

/** Each task comes after the task that it waits for. */
export function orderTasks(changes: readonly WritingChange[]): Task[] {
  const byName = new Map(changes.map((change) => [nameOf(change), change]));
  const ordered = new Set<WritingChange>();
  for (const change of changes) {
    // Iterative: a chain can be as long as the plan.
    const chain = new Set<WritingChange>();
    let next: WritingChange | undefined = change;
    while (next !== undefined && !ordered.has(next) && !chain.has(next)) {
      chain.add(next);
      const owner: WritingChange | undefined = next.after === undefined ? undefined : byName.get(next.after);
      next = owner?.interim === undefined ? owner : undefined;
    }
    for (const link of [...chain].reverse()) ordered.add(link);
  }
  const withInterim = changes.filter(({ interim }) => interim !== undefined);
  return [
    ...withInterim.map((change): Task => ({ change, step: "free-name" })),
    ...[...ordered].map((change): Task => ({ change, step: "change" })),
  ];
}
