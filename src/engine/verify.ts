/**
 * What a run has written, looked at once more when it must have taken effect (PROP-1): one wait for all of it, then one list
 * and the configurations that were written.
 */
import { type Problem } from "../diagnostics";
import { type Change, compare, type ExecutablePlan, nameOf } from "../reconcile";
import { isSupported } from "../service";
import { type Report } from "./execute-plan";
import { type EnvironmentSession } from "./session";

/**
 * Waits until all that the session wrote has taken effect: N writes cost one wait, of one window at most.
 * @param writtenAt when others wrote what is waited for as well, in Unix milliseconds by their own clocks
 * @throws AbortError as soon as `signal` aborts
 */
export async function waitForPropagation(
  session: EnvironmentSession,
  signal?: AbortSignal,
  writtenAt: readonly number[] = [],
): Promise<void> {
  const now = session.run.clock.now();
  const settled = writtenAt.map((at) => at + session.run.propagationWindowMs);
  const due = Math.max(session.journal.settledAt ?? now, ...settled);
  // A time in the future comes from a clock that runs ahead: nothing that was written already takes longer.
  const until = Math.min(due, now + session.run.propagationWindowMs);
  if (until <= now) return;
  session.run.report({ type: "waiting-for-propagation", until });
  await session.run.clock.sleep(until - now, signal);
}

/**
 * A problem for each change that was reported as done and does not read so after the propagation window.
 * @throws ServiceError, or the signal's reason
 */
export async function verify(
  session: EnvironmentSession,
  plan: ExecutablePlan,
  report: Report,
  signal?: AbortSignal,
): Promise<Problem[]> {
  const done = new Set(report.results.filter(({ outcome }) => outcome === "done").map(({ name }) => name));
  const changes = plan.changes.filter((change) => change.action !== "unchanged" && done.has(nameOf(change)));
  if (changes.length === 0) return [];
  await waitForPropagation(session, signal);
  session.live.invalidate();
  const alerts = new Map((await session.live.alerts()).map((alert) => [alert.name, alert]));
  const problems = await Promise.all(
    changes.map(async (change) => {
      const alert = alerts.get(nameOf(change));
      if (change.action === "delete") {
        return alert?.id === change.live.alert.id ? [stillThere(change)] : [];
      }
      if (alert === undefined) return [gone(change)];
      if (!isSupported(alert)) return [different(change, [])];
      const { kindChanged, settings, config } = compare(change.desired, await session.live.withConfig(alert));
      const fields = [...settings, ...config].map(({ path }) => path.join("."));
      return kindChanged || fields.length > 0 ? [different(change, fields)] : [];
    }),
  );
  return problems.flat();
}

function stillThere(change: Change): Problem {
  return notAsWritten(change, "It was deleted, and is still listed a propagation window later.");
}

function gone(change: Change): Problem {
  return notAsWritten(change, "It was written, and is not listed a propagation window later.");
}

function different(change: Change, fields: readonly string[]): Problem {
  const what = fields.length === 0 ? "its kind" : fields.join(", ");
  return notAsWritten(change, `It was written, and reads otherwise a propagation window later: ${what}.`);
}

function notAsWritten(change: Change, what: string): Problem {
  return {
    severity: "error",
    what,
    where: { subject: nameOf(change) },
    remedy: "Has somebody else changed it meanwhile? Plan again to see how it stands.",
  };
}
