/**
 * Corrects reads that are stale. For one propagation window after a write a read may still show the values that the write replaced. The
 * private state of an alert contains them, because another process made the write.
 */
import { type EnvironmentSession } from "../engine";
import { compare, configOf, type LiveAlert, settingsOf, withLiveSpelling } from "../reconcile";

export interface ReplacedValue {
  /** Unix milliseconds of the write that replaced it. */
  readonly at: number;
  readonly live: LiveAlert;
}

/** Whether a read at `asOf` (Unix milliseconds) may show what the last write of the state replaced. */
export function isUnsettled({ run }: EnvironmentSession, writtenAt: string | null, asOf: number): boolean {
  if (writtenAt === null) return false;
  const at = Date.parse(writtenAt);
  // A time in the future comes from another machine's clock.
  return at <= asOf + run.propagationWindowMs && run.mayBeStale(asOf, at);
}

/** The values that a read started at `asOf` (Unix milliseconds) may still show. */
export function stillVisible(
  values: readonly ReplacedValue[],
  { run }: EnvironmentSession,
  asOf: number,
): readonly ReplacedValue[] {
  return values.filter(({ at }) => run.mayBeStale(asOf, at));
}

/** The replaced values that are still visible, plus the live alerts that the writes of this run replaced. */
export function addReplaced(
  values: readonly ReplacedValue[],
  replaced: readonly LiveAlert[],
  session: EnvironmentSession,
): readonly ReplacedValue[] {
  const now = session.run.clock.now();
  const added = replaced.filter(({ config }) => config !== undefined).map((live) => ({ at: now, live }));
  return [...stillVisible(values, session, now), ...added];
}

/**
 * Corrects a read that may be stale. A part that shows a replaced value, and a missing configuration, are taken from `known`: the alert
 * as the state or the plan describes it. A configuration that `known` lacks was never written, and is not assumed.
 */
export function withoutStaleReads(
  live: LiveAlert,
  known: LiveAlert,
  replaced: readonly ReplacedValue[],
): LiveAlert {
  const isStale = (part: "settings" | "config") =>
    replaced.some(({ live: { alert, config } }) => {
      if (config === undefined) return false;
      const comparison = compare({ ...alert, ...config }, live);
      return !comparison.kindChanged && comparison[part].length === 0;
    });
  if (known.config === undefined)
    return {
      ...live,
      alert: isStale("settings") ? { ...known.alert, unknownFields: live.alert.unknownFields } : live.alert,
    };
  const spelled = withLiveSpelling({ ...known.alert, ...known.config }, live);
  const unknownFields = live.config?.unknownFields ?? {};
  return {
    alert: isStale("settings") ? { ...live.alert, ...settingsOf(spelled) } : live.alert,
    config:
      live.config === undefined || isStale("config") ? { ...configOf(spelled), unknownFields } : live.config,
  };
}
