/**
 * Back-tests alerts: replays the events of a period, and values of metrics, against the alerts before and after a change. `alerting/`
 * decides when an alert fires. Events are added in batches, so memory does not grow with their number.
 */
import { createHash } from "node:crypto";
import { type ConfiguredAlert, EventReplay, type KnownObjects, simulateTimeline } from "../alerting";
import { omitUndefined, toNfc } from "../diagnostics";
import { type AlertBacktest, type BacktestCounts, type Backtests, timelineSlots } from "../plan-document";
import { type AlertVersion } from "../reconcile";
import {
  type AlertDuration,
  type AlertPolicy,
  formatTimestamp,
  type Host,
  type ServiceEvent,
} from "../service";
import { FiringHistory, type LiveThresholdAlert } from "./history/firing-history";
import { hostOrUnlisted, knownObjects } from "./known-objects";
import { type NamedMetricValue } from "./metric-file";
import { TestedValues, type UnusedMetric } from "./metric-values";
import { type FiringLimit, type Period, SeenCategories, Tally } from "./tally";

type ReplayedAlert = Pick<AlertVersion, "policy" | "disabled" | "destinations" | "config">;

export interface BacktestSubject {
  readonly name: string;
  /** Undefined for a creation. */
  readonly before: ReplayedAlert | undefined;
  /** Undefined for a deletion. */
  readonly after: ReplayedAlert | undefined;
  /** ID of the live alert if it is a threshold alert. */
  readonly live?: number | undefined;
}

export interface BacktestInput {
  readonly subjects: readonly BacktestSubject[];
  /** All hosts of the environment, including deleted ones. */
  readonly hosts: readonly Host[];
  readonly policies: readonly AlertPolicy[];
  readonly durations: readonly AlertDuration[];
  readonly period: Period;
  readonly maxFirings?: FiringLimit | undefined;
  /** For the recorded firings of the subjects. */
  readonly recorded?: { readonly type: string; readonly alerts: readonly LiveThresholdAlert[] } | undefined;
}

/** How complete the events are. `reason` is a clause. */
export type Completeness =
  { readonly status: "complete" } | { readonly status: "incomplete" | "failed"; readonly reason: string };

interface ExceededLimit {
  readonly name: string;
  /** Start of the first window with too many firings, in Unix milliseconds. */
  readonly from: number;
  /** Whether the firings are an upper bound, because the interval of the policy or the length of the duration is unknown. */
  readonly isUpperBound: boolean;
  /** Whether they are the upper bound of recorded firings. */
  readonly isRecorded?: true;
}

/** A created or changed threshold alert for which there is no value of its metric. */
interface UntestedAlert {
  readonly name: string;
  /** A clause. */
  readonly reason: string;
}

export interface BacktestResult extends Required<Backtests> {
  readonly exceeded: readonly ExceededLimit[];
  readonly untested: readonly UntestedAlert[];
}

const noHistory = "dbmon reads no history of metrics";

interface TestedVersion {
  readonly alert: ConfiguredAlert;
  readonly tally: Tally;
}

interface CountedVersion extends TestedVersion {
  readonly counts: BacktestCounts;
  /** Why the number of firings is unknown, as a clause. */
  readonly unknown: string | undefined;
}

interface TestedSubject<Version = TestedVersion> {
  readonly name: string;
  readonly live: number | undefined;
  /** Whether the live alert has no configuration, so that it cannot fire. */
  readonly isBeforeIncomplete: boolean;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

export class Backtest {
  readonly #input: BacktestInput;
  readonly #subjects: readonly TestedSubject[];
  readonly #versions: readonly TestedVersion[];
  readonly #tallies: ReadonlyMap<number, Tally>;
  readonly #replay: EventReplay;
  readonly #values: TestedValues;
  /** Of all events: equal histories have equal digests. */
  readonly #digest = createHash("sha256");
  readonly #categories: SeenCategories;
  readonly #known: KnownObjects;
  readonly #firings: FiringHistory | undefined;
  #events = 0;

  constructor(input: BacktestInput) {
    this.#input = input;
    this.#known = knownObjects(input);
    this.#values = new TestedValues(input.hosts, input.period);
    let nextId = 1;
    const test = (version: ReplayedAlert | undefined, limit?: FiringLimit): TestedVersion | undefined =>
      version?.config === undefined
        ? undefined
        : {
            alert: { ...version, config: version.config, id: nextId++ },
            tally: new Tally(limit, input.period),
          };
    this.#subjects = input.subjects.map(({ name, before, after, live }) => ({
      name,
      live,
      isBeforeIncomplete: before !== undefined && before.config === undefined,
      before: test(before),
      after: test(after, input.maxFirings),
    }));
    this.#versions = this.#subjects.flatMap(({ before, after }) =>
      [before, after].filter((version) => version !== undefined),
    );
    this.#categories = new SeenCategories(
      this.#versions.flatMap(({ alert: { config } }) =>
        config.condition.kind === "event" ? config.condition.categories : [],
      ),
    );
    this.#tallies = new Map(this.#versions.map(({ alert, tally }) => [alert.id, tally]));
    const counted = input.subjects.flatMap(({ live }) => live ?? []);
    this.#firings =
      input.recorded && new FiringHistory({ ...input, ...input.recorded, known: this.#known }, counted);
    this.#replay = new EventReplay(
      this.#versions.map(({ alert }) => alert),
      { ...this.#known, host: (id) => hostOrUnlisted(this.#known, id) },
      ({ id }, host) => this.#tallyOf(id).onHost(host?.id),
    );
  }

  /** Whether an event alert is tested. */
  get testsEvents(): boolean {
    return this.#versions.some(isEventAlert);
  }

  /** Otherwise no events need to be read. */
  get needsEvents(): boolean {
    return this.testsEvents || this.#firings !== undefined;
  }

  get metrics(): ReadonlySet<string> {
    return new Set(
      this.#versions.flatMap(({ alert: { config } }) =>
        config.condition.kind === "threshold" ? [toNfc(config.condition.metric)] : [],
      ),
    );
  }

  /** Adds the next events of the period, sorted by start. */
  addEvents(events: readonly ServiceEvent[]): void {
    const { testsEvents } = this;
    let identities = "";
    for (const event of events) {
      const { start, host, type, uuid } = event;
      if (testsEvents) this.#replay.raise(event, start * 1000);
      this.#firings?.add(event);
      this.#categories.add(type);
      // The UUID identifies an event, which never changes (EVENT-4).
      identities += uuid ?? `${start} ${host ?? ""} ${type.length} ${type}\n`;
    }
    this.#digest.update(identities);
    this.#events += events.length;
  }

  /** Adds values of the tested metrics in any order. Values of unknown hosts and from outside of the period are not used. */
  addMetricValue(value: NamedMetricValue): void {
    this.#values.add(value);
  }

  /** The tested metrics that no added value has. */
  get missingMetrics(): readonly string[] {
    return [...this.metrics].filter((metric) => !this.#values.metrics.has(metric));
  }

  get values(): Pick<TestedValues, "used" | "unknownHosts"> {
    return this.#values;
  }

  /** The tested metrics whose added values test no alert. */
  get unusedMetrics(): readonly UnusedMetric[] {
    return this.#values.unusedBy(this.#versions.map(({ alert }) => alert));
  }

  /** @param completeness of the events */
  result(completeness: Completeness): BacktestResult {
    this.#replayMetrics();
    const { from, until } = this.#input.period;
    const { status } = completeness;
    const count = (version: TestedVersion | undefined) => version && this.#count(version);
    // Without events, there is no answer for event alerts.
    const subjects = this.#subjects
      .filter(({ before, after }) => status !== "failed" || ![before, after].some(isEventAlert))
      .map((subject) => ({ ...subject, before: count(subject.before), after: count(subject.after) }));
    const bounds = new Map(
      subjects.map(({ name, live, after }) => [name, this.#boundsOf(live, after, status)] as const),
    );
    const recorded = this.#firings !== undefined && status !== "failed" && this.#firings.totals;
    return {
      history: {
        from: formatTimestamp(from * 1000),
        until: formatTimestamp(until * 1000),
        completeness: status,
        ...(status === "complete" ? {} : { reason: completeness.reason }),
        events: this.#events,
        digest: this.needsEvents && status !== "failed" ? this.#digest.copy().digest("hex") : null,
        ...this.#values.history,
        ...(recorded === false ? {} : { recorded }),
      },
      alerts: new Map(
        subjects.map((subject) => [subject.name, writeAlertBacktest(subject, this.#categories)]),
      ),
      recorded: new Map(
        [...bounds].flatMap(([name, one]) => (one === undefined ? [] : [[name, one.recorded]])),
      ),
      exceeded: subjects.flatMap(({ name, after }) => {
        if (after === undefined) return [];
        const isRecorded = !after.alert.disabled && this.#untestedReason(after.alert) !== undefined;
        const from = (isRecorded ? bounds.get(name) : after.tally.window)?.exceededFrom;
        if (from === undefined) return [];
        const isUpperBound = after.unknown !== undefined;
        return [{ name, from, isUpperBound, ...(isRecorded ? { isRecorded } : {}) }];
      }),
      untested: this.#subjects.flatMap(({ name, after }) => {
        const reason = after?.alert.disabled === false ? this.#untestedReason(after.alert) : undefined;
        return reason === undefined || bounds.get(name)?.isBounded === true ? [] : [{ name, reason }];
      }),
    };
  }

  #boundsOf(live: number | undefined, after: CountedVersion | undefined, status: Completeness["status"]) {
    if (live === undefined) return undefined;
    const isExact = after?.alert.config.condition.kind === "threshold";
    const exactFirings = isExact ? (after.counts.firings ?? undefined) : undefined;
    return this.#firings?.boundsOf(live, after?.alert, status, exactFirings);
  }

  #replayMetrics(): void {
    if (this.#values.used.length === 0) return;
    const firings = simulateTimeline({
      alerts: this.#versions.flatMap((version) => (isEventAlert(version) ? [] : version.alert)),
      objects: this.#known,
      values: this.#values.used,
      until: (this.#input.period.until + 1) * 1000,
    });
    for (const { alert, host, at } of firings) this.#tallyOf(alert).onHost(host).onFiring(at);
  }

  #tallyOf(alert: number): Tally {
    const tally = this.#tallies.get(alert);
    if (tally === undefined) throw new Error("The alert is not part of the back-test.");
    return tally;
  }

  #count(version: TestedVersion): CountedVersion {
    const unknown = this.#unknownOf(version.alert);
    const counts: BacktestCounts = {
      events: isEventAlert(version) ? version.tally.events.total : null,
      firings: unknown === undefined ? version.tally.firings.total : null,
    };
    return { ...version, counts, unknown };
  }

  /** Why the number of firings is unknown, as a clause. */
  #unknownOf(alert: ConfiguredAlert): string | undefined {
    const { policy, disabled, config } = alert;
    const { condition } = config;
    if (condition.kind === "event" && disabled) return undefined;
    const untested = this.#untestedReason(alert);
    if (untested === noHistory) return `not tested: ${noHistory}. Use --metrics FILE.`;
    if (untested !== undefined) return untested;
    if (this.#known.policyIntervalMs(policy) === undefined)
      return `the service gives no interval for policy ${policy}`;
    if (condition.kind === "event") return undefined;
    return this.#known.durationMs(condition.duration) === undefined
      ? `the service gives no length for duration ${condition.duration}`
      : undefined;
  }

  /** Why a threshold alert cannot be tested, as a clause. */
  #untestedReason(alert: ConfiguredAlert): string | undefined {
    const { condition } = alert.config;
    if (condition.kind === "event" || this.#values.includesHostOf(alert)) return undefined;
    return this.#values.metrics.has(toNfc(condition.metric))
      ? "not tested, because no value of its metric in the period is from one of its hosts"
      : noHistory;
  }
}

function isEventAlert(version: TestedVersion | undefined): boolean {
  return version?.alert.config.condition.kind === "event";
}

const maxListedHosts = 10;

function writeAlertBacktest(
  subject: TestedSubject<CountedVersion>,
  categories: SeenCategories,
): AlertBacktest {
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

function busiest(version: CountedVersion): Pick<AlertBacktest, "busiest_hour" | "hosts" | "host_count"> {
  const { tally } = version;
  const isKnown = areFiringsKnown(version);
  const { busiestHour } = isKnown ? tally.firings : tally.events;
  const hosts = [...tally.hosts]
    .map(([id, host]) => ({ id: id ?? null, count: isKnown ? host.firings : host.events }))
    .filter((host) => host.count > 0)
    .sort((a, b) => b.count - a.count || (a.id ?? 0) - (b.id ?? 0));
  return {
    ...omitUndefined({ busiest_hour: busiestHour }),
    hosts: hosts.slice(0, maxListedHosts),
    host_count: hosts.length,
  };
}

/** @param areKnown whether the firings of both versions are known. Otherwise, their events are comparable. */
function timelineOf(
  { before, after }: TestedSubject<CountedVersion>,
  areKnown: boolean,
): NonNullable<AlertBacktest["timeline"]> {
  const hasCounts = [before, after].some(
    (version) => version && version.tally.firings.total + version.tally.events.total > 0,
  );
  if (!hasCounts) return [];
  const countAt = (version: CountedVersion | undefined, slot: number) => {
    if (version === undefined) return 0;
    const { firings, events } = version.tally;
    return (areKnown ? firings : events).slots[slot] ?? 0;
  };
  return Array.from({ length: timelineSlots }, (_, slot) => ({
    slot,
    before: countAt(before, slot),
    after: countAt(after, slot),
  })).filter((counts) => counts.before + counts.after > 0);
}

function notificationsOf({ before, after }: TestedSubject<CountedVersion>): AlertBacktest["destinations"] {
  const countOf = (version: CountedVersion | undefined, destination: number) =>
    version?.alert.destinations.includes(destination) === true ? version.counts.firings : 0;
  const ids = [before, after].flatMap((version) => version?.alert.destinations ?? []);
  return [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id) => ({ id, before: countOf(before, id), after: countOf(after, id) }));
}
