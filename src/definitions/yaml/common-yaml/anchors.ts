/** The values of anchors. Limits their aliases as the complete parser does. */
import { maxAliasedValues } from "../yaml-values";
import { UnsupportedSyntax } from "./scanner";

interface Anchored {
  readonly value: unknown;
  /** The number of values in it, including aliased values. */
  readonly count: number;
}

export class Anchors {
  /** Values read so far. */
  valueCount = 0;
  /** An anchor is undefined while its value is being read. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  #aliasedCount = 0;

  /** Reads a value and makes it the value of the anchor. */
  define(name: string, read: () => unknown): unknown {
    this.#anchors.set(name, undefined);
    const countBefore = this.valueCount;
    const value = read();
    this.#anchors.set(name, { value, count: this.valueCount - countBefore });
    return value;
  }

  /** @throws UnsupportedSyntax for an unknown anchor, and if the aliases exceed their limit */
  resolve(name: string): unknown {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) throw new UnsupportedSyntax();
    this.valueCount += anchored.count;
    this.#aliasedCount += anchored.count;
    if (this.#aliasedCount > maxAliasedValues) throw new UnsupportedSyntax();
    return anchored.value;
  }
}
