/** A refresh: what the service holds now, told from what it still shows of values that we replaced lately. */
import { type EnvironmentSession } from "../../engine";
import { compare, type LiveAlert } from "../../reconcile";
import { type Diagnostics } from "../../tfplugin";
import { alreadyOtherwise, ofKnownKind, strangeAlert } from "./alert-problems";
import { learnDeletions, readPrivate, stillVisible, withoutStaleness, writePrivate } from "./alert-private";
import { type AlertState, toDesired, toState } from "./alert-values";

type Refreshed =
  | { readonly state: null }
  | { readonly state: AlertState; readonly private?: ReturnType<typeof writePrivate> };

/** @throws ProblemError where the service's answers contradict one another, or are of another alert; ServiceError */
export async function refresh(
  environment: EnvironmentSession,
  state: AlertState,
  stored: Parameters<typeof readPrivate>[0],
  diagnostics: Diagnostics,
): Promise<Refreshed> {
  const id = Number(state.id);
  const before = readPrivate(stored);
  learnDeletions(environment, before);
  const isSettled = !isWithinWindow(environment, state.written_at);
  const listed = await environment.live.findById(id);
  if (listed === undefined) {
    // A read may still show absence for one window after our own write: that is not a deletion.
    if (!isSettled) return { state };
    await environment.live.confirmAbsent(id, state.name);
    return { state: null };
  }
  const found = ofKnownKind(listed);
  const known = toDesired(state);
  const replaced = isSettled ? [] : stillVisible(before?.replaced ?? [], environment);
  const seen = await environment.live.withConfig(found, before?.siblings);
  const live = known === undefined || isSettled ? seen : withoutStaleness(seen, known, replaced);
  const isStrange = known !== undefined && isAnother(live, known);
  if (isStrange) {
    if (found.kind !== known.condition.kind) throw strangeAlert(found, state.name);
    diagnostics.add(alreadyOtherwise(found, state.name));
  }
  return {
    state: toState(live, state.written_at),
    // What can no longer be seen stays in it until the next write: to Terraform any other private state is a change.
    private: writePrivate({ ...before, id, kind: found.kind, isStrange }),
  };
}

/** Neither the name nor the configuration is that of the state. */
export function isAnother(live: LiveAlert, known: NonNullable<ReturnType<typeof toDesired>>): boolean {
  return live.alert.name !== known.name && compare(known, live).config.length > 0;
}

/** Whether a read may still show what our last write has replaced. */
export function isWithinWindow(environment: EnvironmentSession, writtenAt: string | null): boolean {
  if (writtenAt === null) return false;
  const now = environment.run.clock.now();
  const at = Date.parse(writtenAt);
  // A time in the future is another machine's clock: it says nothing about ours.
  return at <= now + environment.run.propagationWindowMs && now < at + environment.run.propagationWindowMs;
}
