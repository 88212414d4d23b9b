/** The notation of a series of samples, as in promtool: `0x6 40x40 10`. */

/**
 * In all tests of a run. A sample counts once for each alert that watches its metric, and each can fire for it: about a second for each
 * million, and 200 MB of memory for each million in one test.
 */
export const maxSamples = 10_000_000;

/** How many more samples the tests of a run may have. */
export class SampleBudget {
  #remaining = maxSamples;

  /** @returns whether these samples are the first above the limit */
  spend(count: number): boolean {
    const isExceeded = this.#remaining < 0;
    this.#remaining -= count;
    return !isExceeded && this.#remaining < 0;
  }

  get isExceeded(): boolean {
    return this.#remaining < 0;
  }
}

/** A number of samples: `first`, and more with a distance of `step`. Missing samples have no `first`. */
export interface SeriesPart {
  readonly first: number | undefined;
  readonly step: number;
  readonly count: number;
}

export type ParsedSeries =
  | { readonly ok: true; readonly parts: readonly SeriesPart[] }
  | { readonly ok: false; readonly invalid: string };

const number = String.raw`(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?`;
const element = new RegExp(`^([-+]?${number})(?:([+-]${number})(?=x))?(?:x(\\d{1,9}))?$`);
const missing = /^_(?:x(\d{1,9}))?$/;

/**
 * Parses samples that are separated by spaces: `a` is one sample, `axN` is `a` and N repetitions, `a+bxN` and `a-bxN` are `a` and N steps
 * of `b`, `_` is a missing sample, and `_xN` is N missing samples.
 */
export function parseSeries(text: string): ParsedSeries {
  const parts: SeriesPart[] = [];
  for (const [element] of text.matchAll(/\S+/g)) {
    const part = parsePart(element);
    if (part === undefined) return { ok: false, invalid: element };
    parts.push(part);
  }
  return { ok: true, parts };
}

/** The samples with their numbers, counted from 0, without missing samples. */
export function* samplesOf(parts: readonly SeriesPart[]): Iterable<[n: number, value: number]> {
  let start = 0;
  for (const { first, step, count } of parts) {
    if (first !== undefined)
      for (let index = 0; index < count; index++) yield [start + index, first + index * step];
    start += count;
  }
}

function parsePart(text: string): SeriesPart | undefined {
  const gap = missing.exec(text);
  if (gap !== null) return { first: undefined, step: 0, count: Number(gap[1] ?? 1) };
  const match = element.exec(text);
  if (match === null) return undefined;
  const [, first, step = "0", repetitions = "0"] = match;
  const parsed = { first: Number(first), step: Number(step), count: Number(repetitions) + 1 };
  const last = parsed.first + parsed.step * Number(repetitions);
  return Number.isFinite(parsed.first) && Number.isFinite(last) ? parsed : undefined;
}
