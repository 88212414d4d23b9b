/** The notation of a series of samples, as in promtool: `0x6 40x40 10`. */

/** In all tests of a run. A sample counts once for each alert that watches its metric, and each can fire for it. */
export const maxSamples = 500_000;

/** How many more samples the tests of a run may have. */
export class SampleBudget {
  remaining = maxSamples;
}

/** Undefined is a missing sample. */
type Sample = number | undefined;

export type ParsedSeries =
  | { readonly ok: true; readonly samples: readonly Sample[] }
  | { readonly ok: false; readonly invalid: string }
  | { readonly ok: false; readonly isTooLong: true };

const number = String.raw`(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?`;
const element = new RegExp(`^([-+]?${number})(?:([+-]${number})(?=x))?(?:x(\\d{1,9}))?$`);
const missing = /^_(?:x(\d{1,9}))?$/;

/**
 * Parses samples that are separated by spaces: `a` is one sample, `axN` is `a` and N repetitions, `a+bxN` and `a-bxN` are `a` and N steps
 * of `b`, `_` is a missing sample, and `_xN` is N missing samples.
 *
 * @param limit max number of samples
 */
export function parseSeries(text: string, limit = maxSamples): ParsedSeries {
  const samples: Sample[] = [];
  for (const [part] of text.matchAll(/\S+/g)) {
    const parsed = parseElement(part);
    if (parsed === undefined) return { ok: false, invalid: part };
    const { first, step, count } = parsed;
    if (samples.length + count > limit) return { ok: false, isTooLong: true };
    for (let index = 0; index < count; index++) {
      samples.push(first === undefined ? undefined : first + index * step);
    }
  }
  return { ok: true, samples };
}

interface Element {
  readonly first: Sample;
  readonly step: number;
  readonly count: number;
}

function parseElement(part: string): Element | undefined {
  const gap = missing.exec(part);
  if (gap !== null) return { first: undefined, step: 0, count: Number(gap[1] ?? 1) };
  const match = element.exec(part);
  if (match === null) return undefined;
  const [, first, step = "0", repetitions = "0"] = match;
  const parsed = { first: Number(first), step: Number(step), count: Number(repetitions) + 1 };
  const last = parsed.first + parsed.step * Number(repetitions);
  return Number.isFinite(parsed.first) && Number.isFinite(last) ? parsed : undefined;
}
