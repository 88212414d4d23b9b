/** What a benchmark gives: figures in tables, plots of them, and whether they reach what they are to reach. */
export type Unit = "ms" | "us" | "times" | "count" | "bytes" | "text";

export interface Column {
  readonly key: string;
  readonly head: string;
  readonly unit: Unit;
}

/** Undefined where it was not measured. */
export type Row = Readonly<Record<string, number | string | undefined>>;

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Line {
  readonly name: string;
  /** What cannot be beaten is drawn broken. */
  readonly isBound?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  /** Of its picture, without the ending. */
  readonly file: string;
  readonly title: string;
  readonly x: { readonly label: string; readonly isLogarithmic: boolean };
  /** Milliseconds, on a logarithmic scale. */
  readonly lines: readonly Line[];
}

export interface Goal {
  readonly what: string;
  readonly measured: string;
  readonly isMet: boolean;
}

export interface Section {
  readonly title: string;
  /** What was done, for who wants to know what a figure means. Paragraphs. */
  readonly how: readonly string[];
  readonly goals: readonly Goal[];
  readonly tables: readonly Table[];
  readonly plots?: readonly Plot[];
}

export interface Options {
  /** Small numbers: whether it works, and not how fast it is. */
  readonly quick: boolean;
  /** A line for who waits. */
  readonly tell: (line: string) => void;
}

export type Benchmark = (options: Options) => Promise<Section> | Section;

/** @param most the largest factor that is good enough */
export function goalOfFactor(what: string, factors: readonly number[], most: number): Goal {
  const worst = Math.max(...factors);
  return { what, measured: `${worst.toFixed(2)} at worst`, isMet: factors.length > 0 && worst <= most };
}
