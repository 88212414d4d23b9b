/**
 * The lengths of policies and durations in a comparison, in milliseconds. An unknown length is assumed. If the reference changes, the
 * length after the change is assumed to be the longer one, so that no change that can silence the alert is overlooked.
 */
import { type ComparedAlert, type KnownObjects } from "./situation";

const secondMs = 1000;
const hourMs = 3_600_000;

/** The length of a duration that is unknown and does not change. The interval of such a policy is 0. */
export const assumedDurationMs = 300_000;

export interface ComparedLengths {
  /** Before and after the change. */
  readonly durations: readonly [number, number];
  readonly intervals: readonly [number, number];
  /** Whether one of two different references has an assumed length. */
  readonly isAssumed: boolean;
}

export function compareLengths(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): ComparedLengths {
  const durations = comparePair(durationOf(before), durationOf(after), known.durationMs, {
    unchanged: assumedDurationMs,
    unnoticed: 0,
    additional: assumedDurationMs,
  });
  // An interval that ends before the alert can be due again makes no difference.
  const unnoticed = Math.max(...durations.lengths, secondMs) + secondMs;
  const intervals = comparePair(before?.policy, after?.policy, known.policyIntervalMs, {
    unchanged: 0,
    unnoticed,
    additional: unnoticed + hourMs,
  });
  return {
    durations: durations.lengths,
    intervals: intervals.lengths,
    isAssumed: durations.isAssumed || intervals.isAssumed,
  };
}

function durationOf(alert: ComparedAlert | undefined): number | undefined {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold" ? condition.duration : undefined;
}

interface Assumptions {
  /** An unknown length, if the reference does not change. */
  readonly unchanged: number;
  /** Lengths up to this one are the same for the alert. */
  readonly unnoticed: number;
  /** What the longer of two different lengths has in addition. */
  readonly additional: number;
}

function comparePair(
  before: number | undefined,
  after: number | undefined,
  lengthOf: (reference: number) => number | undefined,
  { unchanged, unnoticed, additional }: Assumptions,
): { readonly lengths: readonly [number, number]; readonly isAssumed: boolean } {
  const first = before === undefined ? undefined : lengthOf(before);
  const second = after === undefined ? undefined : lengthOf(after);
  const isChanged = before !== undefined && after !== undefined && before !== after;
  if (!isChanged || (first !== undefined && second !== undefined))
    return { lengths: [first ?? unchanged, second ?? unchanged], isAssumed: false };
  if (second === undefined) return { lengths: [first ?? 0, (first ?? 0) + additional], isAssumed: true };
  return { lengths: [second > unnoticed ? 0 : second + additional, second], isAssumed: true };
}
