/** The result of a benchmark: tables, plots and goals. */
export type Unit = "ms" | "us" | "times" | "count" | "bytes" | "text";

export interface Column {
  readonly key: string;
  readonly head: string;
  readonly unit: Unit;
}

/** A value is undefined if it was not measured. */
export type Row = Readonly<Record<string, number | string | undefined>>;

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Line {
  readonly name: string;
  /** A lower bound, drawn as a dashed line. */
  readonly isBound?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  /** Name of the image file, without its extension. */
  readonly file: string;
  readonly title: string;
  readonly x: { readonly label: string; readonly isLogarithmic: boolean };
  /** The y values are milliseconds on a logarithmic scale. */
  readonly lines: readonly Line[];
}

export interface Goal {
  readonly what: string;
  readonly measured: string;
  readonly isMet: boolean;
}

export interface Section {
  readonly title: string;
  /** Paragraphs that describe what was measured, and how. */
  readonly how: readonly string[];
  readonly goals: readonly Goal[];
  readonly tables: readonly Table[];
  readonly plots?: readonly Plot[];
  /** When it was measured, and with which version of Node.js. Set by bench/run.ts. */
  readonly measured?: { readonly node: string; readonly date: string };
}

export interface Options {
  /** Uses small numbers, to check that the benchmark works. */
  readonly quick: boolean;
  /** Prints a line of progress. */
  readonly report: (line: string) => void;
}

export type Benchmark = (options: Options) => Promise<Section> | Section;

/** @param maxFactor the largest factor that meets the goal */
export function goalOfFactor(what: string, factors: readonly number[], maxFactor: number): Goal {
  const worst = Math.max(...factors);
  return { what, measured: `${worst.toFixed(2)} at worst`, isMet: factors.length > 0 && worst <= maxFactor };
}
