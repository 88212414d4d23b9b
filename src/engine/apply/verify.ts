/**
 * Verification after an apply: once all changes have taken effect (PROP-1), reads them back with one list and the
 * configurations that were written.
 */
import { errorOf, type Problem } from "../../diagnostics";
import {
  type Change,
  compare,
  type ExecutablePlan,
  fieldsOf,
  isInSync,
  keepIgnored,
  nameOf,
} from "../../reconcile";
import { indexByName, isSupported } from "../../service";
import { type EnvironmentSession } from "../session";
import { type ExecutionReport } from "./execute-plan";

/** Waits until all writes have taken effect. Any number of writes needs one wait of at most one propagation window. */
export async function waitForPropagation(
  session: EnvironmentSession,
  signal?: AbortSignal,
  writtenAt: readonly number[] = [],
): Promise<void> {
  const { run } = session;
  const now = run.clock.now();
  const until = propagationEnd(session, writtenAt);
  if (until <= now) return;
  run.report({ type: "waiting-for-propagation", until });
  await run.clock.sleep(until - now, signal);
}

/** When all writes have taken effect, those of other runs at `writtenAt` too, in Unix milliseconds: at most one window from now. */
export function propagationEnd(
  { run, journal }: EnvironmentSession,
  writtenAt: readonly number[] = [],
): number {
  const now = run.clock.now();
  const settlementTime = Math.max(
    journal.settlementTime ?? now,
    ...writtenAt.map((at) => at + run.propagationWindowMs),
  );
  // A time in the future comes from a clock that is ahead. Every write takes effect within one window.
  return Math.min(settlementTime, now + run.propagationWindowMs);
}

/** Returns a problem for each completed change that a read does not show after the propagation window. */
export async function verify(
  session: EnvironmentSession,
  plan: ExecutablePlan,
  report: ExecutionReport,
  signal?: AbortSignal,
): Promise<Problem[]> {
  const done = new Set(report.results.filter(({ outcome }) => outcome === "done").map(({ name }) => name));
  const changes = plan.changes.filter((change) => change.action !== "unchanged" && done.has(nameOf(change)));
  if (changes.length === 0) return [];
  await waitForPropagation(session, signal);
  session.live.invalidate();
  const byName = indexByName(await session.live.alerts());
  const problems = await Promise.all(
    changes.map(async (change) => {
      if (change.action === "delete") {
        const listed = await session.live.findById(change.live.alert.id);
        return listed === undefined
          ? []
          : [notVerified(change, "The alert was deleted, but is still listed one propagation window later.")];
      }
      const alert = byName.get(nameOf(change));
      if (alert === undefined)
        return [
          notVerified(change, "The alert was written, but is not listed one propagation window later."),
        ];
      const live = isSupported(alert) ? await session.live.withConfig(alert) : undefined;
      const comparison = live && compare(keepIgnored(change.desired, live), live);
      if (comparison !== undefined && isInSync(comparison)) return [];
      const fields = (comparison === undefined ? [] : fieldsOf(comparison)).map(({ path }) => path.join("."));
      return [
        notVerified(
          change,
          `The alert was written, but reads differently one propagation window later: ${fields.join(", ") || "its kind"}.`,
        ),
      ];
    }),
  );
  return problems.flat();
}

function notVerified(change: Change, what: string): Problem {
  return errorOf("not-in-effect", what, {
    where: { subject: nameOf(change) },
    remedy: "Plan again to see the current difference. Someone else may have changed it.",
  });
}
