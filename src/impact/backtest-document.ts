/** Back-tests as plan documents contain them. */
import { type ConfiguredAlert } from "../alerting";
import { omitUndefined } from "../diagnostics";
import { type AlertBacktest, type BacktestCounts, timelineSlots } from "../plan-document";
import { type SeenCategories } from "./seen-categories";
import { formatTime, type Tally } from "./tally";

/** A version of an alert with what was counted. */
export interface CountedVersion {
  readonly alert: ConfiguredAlert;
  readonly tally: Tally;
  readonly counts: BacktestCounts;
  /** Why the number of firings is unknown, as a clause. */
  readonly unknown: string | undefined;
}

export interface CountedSubject {
  readonly before: CountedVersion | undefined;
  readonly after: CountedVersion | undefined;
  /** Whether the live alert has no configuration, so that it cannot fire. */
  readonly isBeforeIncomplete: boolean;
}

const maxListedHosts = 10;

export function writeAlertBacktest(subject: CountedSubject, categories: SeenCategories): AlertBacktest {
  const { before, after, isBeforeIncomplete } = subject;
  const versions = [before, after].filter((version) => version !== undefined);
  const shown = versions.at(-1);
  const unknown = versions.find((version) => version.unknown !== undefined)?.unknown;
  const timeline = timelineOf(subject, versions.every(areFiringsKnown));
  const condition = shown?.alert.config.condition;
  const unseen = condition?.kind === "event" ? categories.findUnseen(condition.categories) : [];
  return {
    before: before?.counts ?? (isBeforeIncomplete ? { events: 0, firings: 0 } : null),
    after: after?.counts ?? null,
    ...(shown === undefined ? { hosts: [], host_count: 0 } : busiest(shown)),
    destinations: notificationsOf(subject),
    ...(timeline.length === 0 ? {} : { timeline }),
    ...(shown?.alert.disabled === true ? { disabled: true as const } : {}),
    ...(unseen.length === 0 ? {} : { unseen_categories: unseen }),
    ...omitUndefined({ unknown }),
  };
}

function areFiringsKnown({ counts }: CountedVersion): boolean {
  return counts.firings !== null;
}

/** The busiest hour and hosts. */
function busiest(version: CountedVersion): Pick<AlertBacktest, "busiest_hour" | "hosts" | "host_count"> {
  const { tally } = version;
  const isKnown = areFiringsKnown(version);
  const { start, count } = isKnown ? tally.firingPeak : tally.eventPeak;
  const hosts = [...tally.hosts]
    .map(([id, host]) => ({ id: id ?? null, count: isKnown ? host.firings : host.events }))
    .filter((host) => host.count > 0)
    .sort((a, b) => b.count - a.count || (a.id ?? 0) - (b.id ?? 0));
  return {
    ...(count === 0 ? {} : { busiest_hour: { start: formatTime(start), count } }),
    hosts: hosts.slice(0, maxListedHosts),
    host_count: hosts.length,
  };
}

/** @param areKnown whether the firings of both versions are known. Otherwise, their events are comparable. */
function timelineOf(
  { before, after }: CountedSubject,
  areKnown: boolean,
): NonNullable<AlertBacktest["timeline"]> {
  const countAt = (version: CountedVersion | undefined, slot: number) => {
    if (version === undefined) return 0;
    const { firingSlots, eventSlots } = version.tally;
    return (areKnown ? firingSlots : eventSlots).counts[slot] ?? 0;
  };
  return Array.from({ length: timelineSlots }, (_, slot) => ({
    slot,
    before: countAt(before, slot),
    after: countAt(after, slot),
  })).filter((counts) => counts.before + counts.after > 0);
}

function notificationsOf({ before, after }: CountedSubject): AlertBacktest["destinations"] {
  const countOf = (version: CountedVersion | undefined, destination: number) =>
    version?.alert.destinations.includes(destination) === true ? version.counts.firings : 0;
  const ids = [before, after].flatMap((version) => version?.alert.destinations ?? []);
  return [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id) => ({ id, before: countOf(before, id), after: countOf(after, id) }));
}
