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
const valueStart = " at ";
const publicMiddle = ", greater than trigger threshold of ";
const publicMetric = /^(["'`]?)(.+)\1$/su;
const namedLimits = /\bthreshold of (\S+) for (\S+) seconds?\b/u;

const letter = "[\\p{L}\\p{M}\\p{N}_]";
/** Joins the parts of a word, so that `mysql.repl` is no word of `mysql.repl.lag`. At the end of a word, it is punctuation. */
const joint = "[.:/-]";
const words = new RegExp(`${letter}+(?:${joint}${letter}+)*`, "gu");

const maxConditions = 10_000;

export class FiringMessageReader<T extends NamedCondition = NamedCondition> {
  readonly #metrics: ReadonlySet<string>;
  /** Of metrics that are no single word. */
  readonly #patterns: readonly { readonly metric: string; readonly pattern: RegExp }[];
  readonly #conditions = new Map<string, T>();

  /**
   * @param metrics in NFC
   * @param create what is kept for equal conditions
   */
  constructor(
    metrics: readonly string[],
    private readonly create: (condition: NamedCondition) => T,
  ) {
    this.#metrics = new Set(metrics);
    this.#patterns = metrics
      .filter((metric) => metric.match(words)?.[0] !== metric)
      .map((metric) => {
        const escaped = metric.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
        const pattern = `(?<!${letter}|${letter}${joint})${escaped}(?!${letter}|${joint}${letter})`;
        return { metric, pattern: new RegExp(pattern, "u") };
      });
  }

  read(message: string): T {
    const middle = message.indexOf(publicMiddle);
    const end = message.lastIndexOf(valueStart, middle);
    const isPublic =
      message.startsWith(publicStart) &&
      end > 0 &&
      message.indexOf(" ", end + valueStart.length) === middle + 1;
    if (!isPublic) return this.#readWords(message);
    const name = message.slice(publicStart.length, end);
    const key = name + message.slice(middle + publicMiddle.length - 1);
    return this.#conditions.get(key) ?? this.#readPublic(message, name, key);
  }

  #readPublic(message: string, name: string, key: string): T {
    const [, trigger, seconds] = namedLimits.exec(message) ?? [];
    const metric = publicMetric.exec(name)?.[2];
    if (metric === undefined || seconds === undefined) return this.#readWords(message);
    const known = [metric, toNfc(metric)].find((one) => this.#metrics.has(one));
    return this.#keep(key, { metrics: known === undefined ? [] : [known], trigger, seconds });
  }

  #readWords(message: string): T {
    const [, trigger, seconds] = namedLimits.exec(message) ?? [];
    const metrics = this.#findMetrics(toNfc(message));
    const key = [trigger, seconds, ...(metrics ?? [])].join("\n");
    return this.#conditions.get(key) ?? this.#keep(key, { metrics, trigger, seconds });
  }

  #keep(key: string, condition: NamedCondition): T {
    if (this.#conditions.size >= maxConditions) this.#conditions.clear();
    const kept = this.create(condition);
    this.#conditions.set(key, kept);
    return kept;
  }

  #findMetrics(message: string): readonly string[] | undefined {
    const named = new Set((message.match(words) ?? []).filter((word) => this.#metrics.has(word)));
    for (const { metric, pattern } of this.#patterns) if (pattern.test(message)) named.add(metric);
    return named.size === 0 ? undefined : [...named];
  }
}
