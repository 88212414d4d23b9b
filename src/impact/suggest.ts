/** Finds the triggers and durations with which a threshold alert would have fired at most as often as a limit allows. */
import { type ConfiguredAlert, type Firing, type MetricValue, simulateTimeline } from "../alerting";
import { groupBy, ProblemError } from "../diagnostics";
import { type AlertDuration, type Host, isInScope, type ThresholdCondition } from "../service";
import { knownObjects } from "./known-objects";
import { type FiringLimit, type Period } from "./tally";

export interface SuggestionInput {
  readonly alert: Omit<ConfiguredAlert, "id" | "disabled">;
  readonly condition: ThresholdCondition;
  readonly hosts: readonly Host[];
  /** Of the policy of the alert. */
  readonly policyIntervalMs: number;
  readonly durations: readonly AlertDuration[];
  /** Of the metric, in any order. */
  readonly values: readonly MetricValue[];
  readonly period: Period;
  readonly limit: FiringLimit;
}

/** The smallest trigger for a duration that meets the limit. The numbers are those of an enabled alert. */
export interface SuggestedTrigger {
  /** ID of the duration. */
  readonly duration: number;
  /** Equals the smallest trigger, or is rounded up to two significant digits and meets the limit too. */
  readonly trigger: number;
  readonly smallest_trigger: number;
  readonly firings: number;
  /** Length of the longest incident that only the current definition reports, from firing to reset. 0 if there is none. */
  readonly missed_seconds: number;
  /** Whether that incident lasts longer than the period. */
  readonly is_missed_unresolved: boolean;
}

/** The values of a host from a value that is at or above the reset to the next one that is below it. */
interface Excursion {
  readonly samples: readonly Pick<MetricValue, "at" | "value">[];
  readonly peak: number;
}

/** A firing, and the lowest value since the trigger was exceeded: the firing is the same with each trigger below it. */
interface CandidateFiring {
  readonly at: number;
  readonly level: number;
}

/** Of values that are compared with a trigger. It takes about 20 seconds. */
const maxSteps = 3_000_000_000;

/** One for each known length of a duration, in ascending order. It is missing if only an infinite trigger meets the limit. */
export function suggestTriggers(input: SuggestionInput): SuggestedTrigger[] {
  const search = new TriggerSearch(input);
  const lengths = input.durations.flatMap(({ id, seconds }) =>
    seconds === undefined ? [] : { id, seconds },
  );
  const found = lengths
    .sort((a, b) => a.seconds - b.seconds)
    .flatMap(({ id: duration, seconds }) => {
      const smallest = search.findSmallest(seconds * 1000);
      if (smallest === Infinity) return [];
      const rounded = roundUp(smallest);
      const trigger = search.meetsLimit(rounded, seconds * 1000) ? rounded : smallest;
      return [{ duration, trigger, smallest_trigger: smallest }];
    });
  const [current = [], ...others] = simulateEach(input, [input.condition, ...found]);
  const lengthOf = ({ at, resolvedAt = endOf(input) }: Firing) => resolvedAt - at;
  return found.map((row, index) => {
    const firings = others[index] ?? [];
    const reported = new Set(firings.map(incidentOf));
    const missed = current.filter((firing) => !reported.has(incidentOf(firing)));
    const longest = missed.reduce((max, firing) => Math.max(max, lengthOf(firing)), 0);
    return {
      ...row,
      firings: firings.length,
      missed_seconds: longest / 1000,
      is_missed_unresolved: missed.some(
        (firing) => firing.resolvedAt === undefined && lengthOf(firing) === longest,
      ),
    };
  });
}

/** The row that misses the shortest incident, then the one with the shortest duration. */
export function chooseTrigger(rows: readonly SuggestedTrigger[]): SuggestedTrigger | undefined {
  return [...rows].sort((a, b) => a.missed_seconds - b.missed_seconds)[0];
}

/** All firings between two values of a host below the reset are of one incident, which ends with the second one. */
function incidentOf({ host, resolvedAt }: Firing): string {
  return `${host} ${resolvedAt}`;
}

function endOf({ period }: SuggestionInput): number {
  return (period.until + 1) * 1000;
}

function simulateEach(
  input: SuggestionInput,
  variants: readonly Pick<ThresholdCondition, "trigger" | "duration">[],
): readonly (readonly Firing[])[] {
  const { alert, condition, hosts, durations, policyIntervalMs, values } = input;
  const firings = simulateTimeline({
    alerts: variants.map(({ trigger, duration }, id) => {
      const config = { ...alert.config, condition: { ...condition, trigger, duration } };
      return { ...alert, config, disabled: false, id };
    }),
    objects: { ...knownObjects({ hosts, durations }), policyIntervalMs: () => policyIntervalMs },
    values,
    until: endOf(input),
  });
  const byAlert = groupBy(firings, ({ alert: id }) => id);
  return variants.map((_, id) => byAlert.get(id) ?? []);
}

class TriggerSearch {
  readonly #excursions: readonly (readonly Excursion[])[];
  /** More firings exceed the limit, whenever they are. */
  readonly #maxFirings: number;
  #steps = 0;

  constructor(private readonly input: SuggestionInput) {
    const { alert, condition, hosts, values, limit, period } = input;
    const watched = new Set(
      hosts
        .filter((host) => !host.isDeleted && isInScope(alert.config, { id: host.id, type: host.type ?? "" }))
        .map(({ id }) => id),
    );
    const byHost = groupBy(
      values.filter(({ host }) => watched.has(host)),
      ({ host }) => host,
    );
    this.#excursions = [...byHost.values()].map((own) =>
      excursionsOf(
        own.sort((a, b) => a.at - b.at),
        condition.reset,
        endOf(input),
      ),
    );
    const windows = Math.floor((endOf(input) - period.from * 1000) / limit.windowMs) + 1;
    this.#maxFirings = limit.count * windows;
  }

  /**
   * Equals a search of the reset and each value above it, in ascending order: a larger trigger is only different if it ends a firing of
   * those that exceed the limit. The firings of larger triggers can come later, so the next one can exceed the limit again.
   */
  findSmallest(durationMs: number): number {
    let trigger = this.input.condition.reset;
    for (;;) {
      const excess = this.#excess(this.#fire(trigger, durationMs));
      if (excess.length === 0) return trigger;
      trigger = excess.reduce((min, { level }) => Math.min(min, level), Infinity);
    }
  }

  meetsLimit(trigger: number, durationMs: number): boolean {
    return this.#excess(this.#fire(trigger, durationMs)).length === 0;
  }

  #excess(firings: readonly CandidateFiring[]): readonly CandidateFiring[] {
    const { limit, policyIntervalMs } = this.input;
    if (firings.length > this.#maxFirings) return firings;
    const sorted = [...firings].sort((a, b) => a.at - b.at);
    const isLast = ({ at }: CandidateFiring, index: number) =>
      at - (sorted[index - limit.count]?.at ?? -Infinity) < limit.windowMs;
    const last = sorted.findIndex(isLast);
    if (last < 0) return [];
    // With an interval, each firing depends on the previous one.
    return policyIntervalMs > 0 ? firings : sorted.slice(last - limit.count, last + 1);
  }

  /** The firings on one host after another, until they exceed the limit in any order. */
  #fire(trigger: number, durationMs: number): readonly CandidateFiring[] {
    const firings: CandidateFiring[] = [];
    for (const excursions of this.#excursions) {
      let allowedAt = -Infinity;
      for (const { samples, peak } of excursions) {
        if (peak <= trigger) continue;
        const firing = firingIn(samples, trigger, durationMs, allowedAt);
        this.#steps += samples.length;
        if (firing === undefined) continue;
        firings.push(firing);
        if (firings.length > this.#maxFirings) return firings;
        allowedAt = firing.at + this.input.policyIntervalMs;
      }
      if (this.#steps > maxSteps)
        throw ProblemError.of(
          "facts-incomplete",
          "The search for a trigger takes too long, because the values differ too often.",
          { remedy: "Use fewer values per hour, fewer hosts, or a later --since." },
        );
    }
    return firings;
  }
}

/** FIRE-1, FIRE-4: an alert fires at most once in an excursion. */
function firingIn(
  samples: Excursion["samples"],
  trigger: number,
  durationMs: number,
  allowedAt: number,
): CandidateFiring | undefined {
  let since: number | undefined;
  let level = Infinity;
  for (const sample of samples) {
    const at = since === undefined ? Infinity : Math.max(since + durationMs, allowedAt);
    if (at <= sample.at) return { at, level };
    if (sample.value > trigger) {
      since ??= sample.at;
      level = Math.min(level, sample.value);
    } else {
      since = undefined;
      level = Infinity;
    }
  }
  return undefined;
}

/** @param end of the period, which ends the last excursion */
function excursionsOf(values: readonly MetricValue[], reset: number, end: number): Excursion[] {
  const found: Excursion[] = [];
  let samples: Pick<MetricValue, "at" | "value">[] = [];
  let peak = -Infinity;
  for (const sample of [...values, { at: end, value: -Infinity }]) {
    if (sample.value >= reset) peak = Math.max(peak, sample.value);
    else if (samples.length === 0) continue;
    samples.push(sample);
    if (sample.value >= reset) continue;
    found.push({ samples, peak });
    samples = [];
    peak = -Infinity;
  }
  return found;
}

/** To two significant digits. */
function roundUp(value: number): number {
  const nearest = Number(value.toPrecision(2));
  if (nearest >= value) return nearest;
  const [, exponent] = nearest.toExponential().split("e");
  return Number((nearest + Number(`1e${Number(exponent) - 1}`)).toPrecision(2));
}
