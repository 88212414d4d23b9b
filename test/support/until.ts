/** Waits for a condition that another process fulfills. */
import { setTimeout as pause } from "node:timers/promises";

/** Polls the condition every 5 ms. The timeout of the test is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
