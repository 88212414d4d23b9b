/**
 * Waits during the apply until another change of this process frees a name. Terraform applies each resource separately, so this
 * module determines the order of changes. An alert with the name and without a configuration may be a deleted one that is still listed.
 */
import { createHash } from "node:crypto";
import { ConflictError } from "../../client";
import { toNfc } from "../../diagnostics";
import { renameAlert, updateAlert } from "../../engine";
import { type DesiredAlert, type LiveAlert } from "../../reconcile";
import { isSameText, isSupported, type ListedAlert } from "../../service";
import { type ProviderSession } from "../session";
import { nameHeld } from "./name-problems";

const pollIntervalMs = 2_000;

/** After an interrupted apply, it identifies the resource of the alert. */
function interimName(name: string): string {
  return `dbmon-rename-${createHash("sha256").update(toNfc(name)).digest("hex").slice(0, 16)}`;
}

/** Waits before a creation. If the name is not freed, the creation finds the alert that has it. @throws ProblemError, ServiceError */
export async function waitForName(session: ProviderSession, name: string): Promise<void> {
  const { activity, live, names } = session;
  const waitedFor = new Set<number>();
  for (;;) {
    const other = await live.findByName(name);
    if (other === undefined || waitedFor.has(other.id)) return;
    const { id } = other;
    if (await isIncomplete(session, other)) {
      await waitUntilUnlisted(session, other);
      waitedFor.add(id);
    } else if ((await activity.waitUntil({ isMet: () => names.releaseOf(id) !== undefined })) !== "met")
      return;
    else {
      const outcome = await activity.waitUntil({ isMet: () => names.releaseOf(id) === "ended" });
      if (outcome !== "met") throw nameHeld(name, id);
      waitedFor.add(id);
    }
  }
}

/**
 * Updates an alert whose name may change.
 * @returns the live alerts that the writes replaced, oldest first
 * @throws ProblemError if another alert keeps the name; ServiceError
 */
export async function updateOrRenameAlert(
  session: ProviderSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<readonly LiveAlert[]> {
  if (isSameText(live.alert.name, desired.name)) {
    await updateAlert(session, live, desired);
    return [live];
  }
  return session.names.release(live.alert.id, async (onNameFreed) => {
    const current = await waitForNewName(session, live, desired.name, onNameFreed);
    try {
      await updateAlert(session, current, desired);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // The name is taken, so the list that showed it as free was stale.
      session.live.invalidate();
      const other = await session.live.findByName(desired.name);
      throw other === undefined
        ? error
        : nameHeld(desired.name, other.id, interimNameOf(current, desired.name));
    }
    return current === live ? [live] : [live, current];
  });
}

/**
 * Waits until another change of this process frees the name:
 *
 *     the alert that has it is renamed or deleted now    -> wait until this has ended
 *     its change may still arrive                        -> wait until it does, or until no request can be expected
 *     its change waits for this alert                    -> take an interim name, which frees this alert's name, and wait
 *     so many requests wait that no other can arrive     -> take an interim name; wait on if another change waited for this alert
 *     it keeps the name                                  -> give up
 *
 * An alert that gives up keeps its interim name, so that other changes can use its previous name. The next run then completes every chain
 * of renames, however long.
 * @returns the live alert, which may have the interim name
 * @throws ProblemError when it gives up; ServiceError
 */
async function waitForNewName(
  session: ProviderSession,
  live: LiveAlert,
  name: string,
  onNameFreed: () => void,
): Promise<LiveAlert> {
  const { activity, names } = session;
  const { id } = live.alert;
  let current = live;
  let waitedFor: number | undefined;
  for (;;) {
    const other = await session.live.findByName(name);
    if (other === undefined || other.id === id) return current;
    const giveUp = () => nameHeld(name, other.id, interimNameOf(current, name));
    const isReleasing = names.releaseOf(other.id) === "in progress";
    if (!isReleasing && waitedFor === other.id) throw giveUp();
    waitedFor = other.id;
    if (!isReleasing && (await isIncomplete(session, other))) {
      await waitUntilUnlisted(session, other);
      continue;
    }
    const isAwaited = () => names.isAwaited(id);
    const outcome = isReleasing
      ? await names.waitFor(other.id, id, (isCycle) =>
          isCycle
            ? Promise.resolve("cycle" as const)
            : activity.waitUntil({ isMet: () => names.releaseOf(other.id) === "ended", isAwaited }),
        )
      : await activity.waitUntil({ isMet: () => names.releaseOf(other.id) !== undefined, isAwaited });
    if (outcome === "met") continue;
    if (outcome === "idle") throw giveUp();
    const mayWaitOn = outcome === "cycle" || isAwaited();
    // It may have its interim name from an earlier run.
    if (interimNameOf(current, name) === undefined)
      current = await renameAlert(session, current, interimName(name));
    onNameFreed();
    if (!mayWaitOn) throw giveUp();
    waitedFor = undefined;
  }
}

function interimNameOf({ alert }: LiveAlert, desiredName: string): string | undefined {
  return alert.name === interimName(desiredName) ? alert.name : undefined;
}

async function isIncomplete({ live, names }: ProviderSession, listed: ListedAlert): Promise<boolean> {
  if (!isSupported(listed) || names.isManaged(listed.id)) return false;
  return (await live.withConfig(listed)).config === undefined;
}

/** Waits until the list does not show the alert under its name, or until one propagation window has passed. */
export async function waitUntilUnlisted(
  { live, run }: ProviderSession,
  { id, name }: ListedAlert,
): Promise<void> {
  const until = run.clock.now() + run.propagationWindowMs;
  run.report({ type: "looking-for-alert", reason: "incomplete-alert", name, until });
  for (;;) {
    // Computed before the list is fetched: only a list that starts after the window is fresh.
    const remainingMs = until - run.clock.now();
    live.invalidate();
    if ((await live.findByName(name))?.id !== id || remainingMs <= 0) return;
    await run.sleep(Math.min(remainingMs, pollIntervalMs));
  }
}
