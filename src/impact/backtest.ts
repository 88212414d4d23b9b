/**
 * Back-tests alerts: replays the events of a period, and samples of metrics, against the alerts before and after a change. `alerting/`
 * decides when an alert fires. Events are passed in parts, so memory does not grow with their number.
 */
import { type AlertHost, type ConfiguredAlert, EventReplay } from "../alerting";
import { type AlertBacktest, type Backtests, timelineSlots } from "../plan-document";
import { type AlertDuration, type AlertPolicy, type Host, type ServiceEvent } from "../service";
import { type BacktestSubject } from "./backtest-subject";
import { EventDigest } from "./event-digest";
import { type FiringLimit } from "./firing-limit";
import { SampleReplay } from "./sample-replay";
import { type Sample } from "./samples";
import { SeenCategories } from "./seen-categories";
import { Tally } from "./tally";

export interface BacktestInput {
  readonly subjects: readonly BacktestSubject[];
  /** All hosts of the environment, including deleted ones. */
  readonly hosts: readonly Host[];
  readonly policies: readonly AlertPolicy[];
  readonly durations: readonly AlertDuration[];
  /** Unix seconds, both ends inclusive. */
  readonly period: { readonly from: number; readonly until: number };
  readonly maxFirings?: FiringLimit | undefined;
}

/** How complete the events are. `reason` is a clause. */
export type Completeness =
  { readonly status: "complete" } | { readonly status: "incomplete" | "failed"; readonly reason: string };

/** An alert that fires, or may fire, more often than the limit. */
export interface ExceededLimit {
  readonly name: string;
  /** Start of the first window with too many firings, in Unix milliseconds. */
  readonly from: number;
  /** Whether only matching events were counted, because the interval of the policy is unknown. */
  readonly isUpperBound: boolean;
}

export interface BacktestResult extends Backtests {
  readonly exceeded: readonly ExceededLimit[];
}

/** A version of an alert with what was counted. */
interface TestedVersion {
  readonly alert: ConfiguredAlert;
  readonly tally: Tally;
  /** Why the number of firings is unknown, as a clause. */
  readonly unknown: string | undefined;
}

interface TestedSubject {
  readonly name: string;
  readonly before: TestedVersion | "incomplete" | undefined;
  readonly after: TestedVersion | "incomplete" | undefined;
}

const maxListedHosts = 10;

/**
 * @example
 * const backtest = new Backtest({ subjects: subjectsOfChanges(plan.changes), hosts, policies, durations, period });
 * const reading = await readEvents(session, period, (events) => backtest.addEvents(events));
 * const { history, alerts } = backtest.result({ status: "complete" });
 */
export class Backtest {
  readonly #input: BacktestInput;
  readonly #subjects: readonly TestedSubject[];
  readonly #replay: EventReplay;
  readonly #samples: SampleReplay;
  #samplesFailure: string | undefined;
  readonly #digest = new EventDigest();
  readonly #categories: SeenCategories;
  readonly #hosts: ReadonlyMap<number, AlertHost>;
  readonly #intervals: ReadonlyMap<number, number | undefined>;
  #events = 0;

  constructor(input: BacktestInput) {
    this.#input = input;
    this.#hosts = new Map(
      input.hosts.map(({ id, type = "", isDeleted }) => [id, { id, type, isDeleted }] as const),
    );
    this.#intervals = new Map(input.policies.map(({ id, intervalSeconds }) => [id, intervalSeconds]));
    this.#samples = new SampleReplay(input, this.#hosts);
    let nextId = 1;
    const test = (version: BacktestSubject["after"], isAfter: boolean) => {
      if (version === undefined) return undefined;
      const { config } = version;
      return config === undefined
        ? "incomplete"
        : this.#testedVersion({ ...version, config, id: nextId++ }, isAfter);
    };
    this.#subjects = input.subjects.map(({ name, before, after }) => ({
      name,
      before: test(before, false),
      after: test(after, true),
    }));
    this.#categories = new SeenCategories(this.categories);
    const tallies = new Map(this.#versions().map(({ alert, tally }) => [alert, tally]));
    this.#replay = new EventReplay(
      [...tallies.keys()],
      {
        // An unlisted host is in the scope of alerts that list its id.
        host: (id) => this.#hosts.get(id) ?? { id, type: "", isDeleted: false },
        policyIntervalMs: (policy) => (this.#intervals.get(policy) ?? 0) * 1000,
      },
      (alert, host) => {
        const tally = tallies.get(alert);
        if (tally === undefined) throw new Error("The alert is not part of the back-test.");
        return tally.onHost(host?.id);
      },
    );
  }

  /** Whether an event alert is tested. Otherwise no events need to be read. */
  get needsEvents(): boolean {
    return this.#versions().some(({ alert }) => alert.config.condition.kind === "event");
  }

  /** The categories of the tested event alerts. Events of other categories match none of them. */
  get categories(): ReadonlySet<string> {
    return new Set(this.#versions().flatMap(({ alert }) => categoriesOf(alert)));
  }

  /** The metrics of the tested threshold alerts. */
  get metrics(): ReadonlySet<string> {
    return new Set(
      this.#versions().flatMap(({ alert: { config } }) =>
        config.condition.kind === "threshold" ? [config.condition.metric] : [],
      ),
    );
  }

  /** Adds the next events of the period, sorted by start. */
  addEvents(events: readonly ServiceEvent[]): void {
    for (const event of events) {
      this.#replay.raise(event, event.start * 1000);
      this.#categories.add(event.type);
    }
    this.#events += events.length;
    this.#digest.add(events);
  }

  /** Adds the category of events that no tested alert matches, which may resemble one without events. */
  addCategory(category: string): void {
    this.#categories.add(category);
  }

  /** Adds metric values in any order. Values of other metrics, of unknown hosts, and from outside of the period are ignored. */
  addSample(sample: Sample): void {
    this.#samples.add(sample);
  }

  /** Ignores all samples. @param reason why they cannot be used, as a clause */
  failSamples(reason: string): void {
    this.#samplesFailure = reason;
  }

  /** @param completeness of the events */
  result(completeness: Completeness): BacktestResult {
    const samples = this.#replaySamples();
    const { from, until } = this.#input.period;
    const hasFailed = completeness.status === "failed";
    const subjects = hasFailed
      ? this.#subjects.filter((subject) => !isEventSubject(subject))
      : this.#subjects;
    return {
      history: {
        from: formatTime(from * 1000),
        until: formatTime(until * 1000),
        completeness: completeness.status,
        ...(completeness.status === "complete" ? {} : { reason: completeness.reason }),
        events: this.#events,
        digest: this.needsEvents && !hasFailed ? this.#digest.value() : null,
        ...(samples.size === 0 ? {} : { samples: this.#samples.count }),
      },
      alerts: new Map(subjects.map((subject) => [subject.name, this.#alertBacktest(subject, samples)])),
      exceeded: subjects.flatMap(({ name, after }) => this.#exceeded(name, after)),
    };
  }

  /** @returns the metrics with values */
  #replaySamples(): ReadonlySet<string> {
    if (this.#samplesFailure !== undefined) return new Set();
    return this.#samples.replay(
      this.#versions().flatMap(({ alert, tally }) =>
        alert.config.condition.kind === "threshold" ? [{ alert, tally }] : [],
      ),
    );
  }

  #testedVersion(alert: ConfiguredAlert, isAfter: boolean): TestedVersion {
    const tally = new Tally(isAfter ? this.#input.maxFirings : undefined, this.#input.period);
    const isUnknown = this.#intervals.get(alert.policy) === undefined;
    return {
      alert,
      tally,
      unknown: isUnknown ? `the service gives no interval for policy ${alert.policy}` : undefined,
    };
  }

  #versions(): TestedVersion[] {
    return this.#subjects.flatMap(({ before, after }) =>
      [before, after].filter((version) => version !== undefined && version !== "incomplete"),
    );
  }

  #alertBacktest({ before, after }: TestedSubject, sampled: ReadonlySet<string>): AlertBacktest {
    const shown = after ?? before;
    const sides = [before, after].filter((version) => version !== undefined && version !== "incomplete");
    const unknowns = sides.flatMap((version) => this.#unknownOf(version, sampled) ?? []);
    const countsOf = (version: TestedSubject["after"]) => {
      if (version === undefined) return null;
      if (version === "incomplete") return { events: 0, firings: 0 };
      return this.#countsOf(version, sampled);
    };
    const unseen =
      shown === undefined || shown === "incomplete"
        ? []
        : this.#categories.findUnseen(categoriesOf(shown.alert));
    const [unknown] = unknowns;
    const timeline = this.#timelineOf(before, after, sampled);
    return {
      before: countsOf(before),
      after: countsOf(after),
      ...(shown === undefined || shown === "incomplete"
        ? { hosts: [], host_count: 0 }
        : this.#whereOf(shown, sampled)),
      destinations: this.#notifications(before, after, sampled),
      ...(timeline.length === 0 ? {} : { timeline }),
      ...(typeof shown === "object" && shown.alert.disabled ? { disabled: true as const } : {}),
      ...(unseen.length === 0 ? {} : { unseen_categories: unseen }),
      ...(unknown === undefined ? {} : { unknown }),
    };
  }

  #countsOf(version: TestedVersion, sampled: ReadonlySet<string>): NonNullable<AlertBacktest["after"]> {
    const { alert, tally } = version;
    const isKnown = this.#unknownOf(version, sampled) === undefined;
    return {
      events: alert.config.condition.kind === "event" ? tally.events : null,
      firings: isKnown || (alert.disabled && alert.config.condition.kind === "event") ? tally.firings : null,
    };
  }

  #unknownOf({ alert, unknown }: TestedVersion, sampled: ReadonlySet<string>): string | undefined {
    const { condition } = alert.config;
    if (condition.kind === "event") return alert.disabled ? undefined : unknown;
    if (!sampled.has(condition.metric)) {
      return this.#samplesFailure === undefined
        ? "not testable from the service, which has no history of metrics"
        : `not tested, because ${this.#samplesFailure}`;
    }
    return unknown ?? this.#samples.unknownDuration(condition.duration);
  }

  /** The busiest hour, and the hosts. */
  #whereOf(
    version: TestedVersion,
    sampled: ReadonlySet<string>,
  ): Pick<AlertBacktest, "busiest_hour" | "hosts" | "host_count"> {
    const { tally } = version;
    const isKnown = this.#countsOf(version, sampled).firings !== null;
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

  /** Counts of the same kind for both versions, so that they are comparable. */
  #timelineOf(
    before: TestedSubject["before"],
    after: TestedSubject["after"],
    sampled: ReadonlySet<string>,
  ): NonNullable<AlertBacktest["timeline"]> {
    const sides = [before, after].filter((version) => typeof version === "object");
    const areKnown = sides.every((version) => this.#countsOf(version, sampled).firings !== null);
    const countAt = (version: TestedSubject["after"], slot: number) => {
      if (typeof version !== "object") return 0;
      const { firingSlots, eventSlots } = version.tally;
      return (areKnown ? firingSlots : eventSlots).counts[slot] ?? 0;
    };
    return Array.from({ length: timelineSlots }, (_, slot) => ({
      slot,
      before: countAt(before, slot),
      after: countAt(after, slot),
    })).filter((counts) => counts.before + counts.after > 0);
  }

  #notifications(
    before: TestedSubject["before"],
    after: TestedSubject["after"],
    sampled: ReadonlySet<string>,
  ): AlertBacktest["destinations"] {
    const countOf = (version: TestedSubject["after"], destination: number) => {
      if (version === undefined || version === "incomplete") return 0;
      return version.alert.destinations.includes(destination) ? this.#countsOf(version, sampled).firings : 0;
    };
    const ids = [before, after].flatMap((version) =>
      typeof version === "object" ? version.alert.destinations : [],
    );
    return [...new Set(ids)]
      .sort((a, b) => a - b)
      .map((id) => ({ id, before: countOf(before, id), after: countOf(after, id) }));
  }

  #exceeded(name: string, version: TestedSubject["after"]): ExceededLimit[] {
    if (version === undefined || version === "incomplete") return [];
    const { tally, unknown } = version;
    const from = tally.exceededFrom;
    return from === undefined ? [] : [{ name, from, isUpperBound: unknown !== undefined }];
  }
}

function categoriesOf({ config: { condition } }: ConfiguredAlert): readonly string[] {
  return condition.kind === "event" ? condition.categories : [];
}

function isEventSubject({ before, after }: TestedSubject): boolean {
  const isEvent = (version: TestedSubject["after"]) =>
    typeof version === "object" && version.alert.config.condition.kind === "event";
  return isEvent(before) || isEvent(after);
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
