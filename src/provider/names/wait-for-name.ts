/**
 * Waits during the apply while the service lists another alert with the name, which this run or another one may rename or delete. It knows
 * nothing of other requests. A rename whose wait ended takes an interim name, so that other renames can use its previous name: the next
 * apply completes every chain and every cycle of renames.
 */
import { createHash } from "node:crypto";
import { toNfc } from "../../diagnostics";
import { renameAlert, updateAlert } from "../../engine";
import { type DesiredAlert, type LiveAlert } from "../../reconcile";
import { isSameText, type ListedAlert } from "../../service";
import { type ProviderSession } from "../session";
import { nameHeld } from "./name-problems";

const maxRenameWaitMs = 10_000;
/** A change of this run takes some time, however short the propagation window is. */
const minWaitMs = 2_000;
/** A write of this run is seen at once, and one of another run in a new list. */
const pollIntervalMs = 200;
const maxListAgeMs = 2_000;

/**
 * Waits before a creation, for up to one propagation window.
 * @param replacedId the alert that the new one replaces. It is deleted first, unless the user chose the other order.
 */
export function waitForName(session: ProviderSession, name: string, replacedId?: number): Promise<unknown> {
  return waitUntilFree(session, name, replacedId, Infinity);
}

/**
 * Waits before an adoption for a list that shows the renames of all earlier runs. One that is older may show the previous name of an alert
 * that another resource of the state manages. All adoptions of the process wait at the same time.
 */
export async function waitForEarlierRenames({ live, run }: ProviderSession, name: string): Promise<void> {
  const until = run.startedAt + run.propagationWindowMs;
  if (live.listedAt >= until) return;
  run.report({ type: "looking-for-alert", reason: "name-held", name, until });
  await run.sleep(Math.max(until - run.clock.now(), 0));
  if (live.listedAt < until) live.invalidate();
}

/** @param id an alert that is not waited for @returns the alert that still has the name */
async function waitUntilFree(
  { live, run }: ProviderSession,
  name: string,
  id: number | undefined,
  maxWaitMs: number,
): Promise<ListedAlert | undefined> {
  const until = run.clock.now() + Math.min(Math.max(run.propagationWindowMs, minWaitMs), maxWaitMs);
  let other = await live.findByName(name);
  if (other === undefined || other.id === id) return other;
  run.report({ type: "looking-for-alert", reason: "name-held", name, until });
  for (;;) {
    // Computed before the list is fetched, because only a list that starts after the wait shows its end.
    const remainingMs = until - run.clock.now();
    other = await live.findByName(name, remainingMs > 0 ? maxListAgeMs : 0);
    if (other === undefined || remainingMs <= 0) return other;
    await run.sleep(Math.min(remainingMs, pollIntervalMs));
  }
}

/** Updates an alert whose name may change. @throws ProblemError if another alert keeps the name; ServiceError */
export async function updateOrRenameAlert(
  session: ProviderSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<void> {
  const { id, name } = live.alert;
  const other = isSameText(name, desired.name)
    ? undefined
    : await waitUntilFree(session, desired.name, id, maxRenameWaitMs);
  if (other === undefined || other.id === id) {
    await updateAlert(session, live, desired);
    return;
  }
  const interim = interimName(desired.name);
  // It may have its interim name from an earlier run.
  if (name !== interim) await renameAlert(session, live, interim);
  throw nameHeld(desired.name, other.id, interim);
}

/** After an interrupted apply, it identifies the resource of the alert. */
export function interimName(name: string): string {
  return `dbmon-rename-${createHash("sha256").update(toNfc(name)).digest("hex").slice(0, 16)}`;
}
