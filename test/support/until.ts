/** Waits for what another process does. */
import { setTimeout as pause } from "node:timers/promises";

/** Looks again and again until it is so; the test's own time-out ends what never comes. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
