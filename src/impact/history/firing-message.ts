/**
 * Reads what the message of a threshold alert's event names: the metric, the trigger and the duration. The specification defines no wording, so
 * each can be missing.
 */
import { toNfc } from "../../diagnostics";

export interface NamedCondition {
  /** In NFC. Empty for a metric that no alert has. Undefined if the message names no metric. */
  readonly metrics: readonly string[] | undefined;
  /** As written. */
  readonly trigger: string | undefined;
  /** Length of the duration, as written. */
  readonly seconds: string | undefined;
}

// The wording of public examples: `Metric M at V, greater than trigger threshold of T for D seconds`.
const publicStart = "Metric ";
const publicMiddle = ", greater than trigger threshold of ";
const publicHead = /^(["'`]?)(.+)\1 at \S+$/su;
const namedLimits = /\bthreshold of (\S+) for (\S+) seconds?\b/u;

const letter = "[\\p{L}\\p{M}\\p{N}_]";
/** Joins the parts of a word, so that `mysql.repl` is no word of `mysql.repl.lag`. At the end of a word, it is punctuation. */
const joint = "[.:/-]";
const words = new RegExp(`${letter}+(?:${joint}${letter}+)*`, "gu");

export class FiringMessageReader {
  readonly #metrics: ReadonlyMap<string, readonly string[]>;
  /** Of metrics that are no single word. */
  readonly #patterns: readonly { readonly metric: string; readonly pattern: RegExp }[];

  /** @param metrics in NFC */
  constructor(metrics: readonly string[]) {
    this.#metrics = new Map(metrics.map((metric) => [metric, [metric]]));
    this.#patterns = metrics
      .filter((metric) => metric.match(words)?.[0] !== metric)
      .map((metric) => {
        const escaped = metric.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
        const pattern = `(?<!${letter}|${letter}${joint})${escaped}(?!${letter}|${joint}${letter})`;
        return { metric, pattern: new RegExp(pattern, "u") };
      });
  }

  read(message: string): NamedCondition {
    const [, trigger, seconds] = namedLimits.exec(message) ?? [];
    const metric =
      message.startsWith(publicStart) && seconds !== undefined ? publicMetric(message) : undefined;
    if (metric === undefined) return { metrics: this.#findMetrics(toNfc(message)), trigger, seconds };
    const metrics = this.#metrics.get(metric) ?? this.#metrics.get(toNfc(metric)) ?? [];
    return { metrics, trigger, seconds };
  }

  #findMetrics(message: string): readonly string[] | undefined {
    const named = new Set((message.match(words) ?? []).filter((word) => this.#metrics.has(word)));
    for (const { metric, pattern } of this.#patterns) if (pattern.test(message)) named.add(metric);
    return named.size === 0 ? undefined : [...named];
  }
}

/** The metric of a message in the public wording. */
function publicMetric(message: string): string | undefined {
  const end = message.indexOf(publicMiddle);
  return end === -1 ? undefined : publicHead.exec(message.slice(publicStart.length, end))?.[2];
}
