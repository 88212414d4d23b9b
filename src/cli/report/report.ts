/**
 * What a renderer shows, whichever document it comes from: one line that sums up, an entry for each alert, and the problems.
 * Every command makes one of these from its document; every renderer is a file of its own that shows any of them.
 */
import { type Place, type Problem } from "../../diagnostics";
import { type FieldText } from "./field-text";

export interface Report {
  /** "Plan", "Drift". */
  readonly title: string;
  /** After the title: "2 to create; 3 in sync." */
  readonly summary: string;
  /** One for each alert that the document is about, those without news included. */
  readonly entries: readonly Entry[];
  /** Of the whole; those of one alert are with its entry. */
  readonly problems: readonly Problem[];
  /** Whether all that entries say is their problems: then they count as tests and are told nowhere else. */
  readonly hasOnlyProblems?: true;
}

/** The entries that have something to say, and not only problems. */
export function listedEntries({ entries, hasOnlyProblems }: Report): readonly Entry[] {
  return hasOnlyProblems === true ? [] : entries.filter(({ weight }) => weight !== "none");
}

/** What a reader has to see first: what fails, then what is lost; else as the report has them. */
export function byImportance(a: Entry, b: Entry): number {
  const rank = ({ weight, tone }: Entry) => weights.indexOf(weight) * 2 + (tone === "delete" ? 0 : 1);
  return rank(a) - rank(b);
}

const weights: readonly Weight[] = ["error", "warning", "notice", "none"];

/** All problems: of the whole and of entries. */
export function allProblems({ problems, entries }: Report): readonly Problem[] {
  return [...problems, ...entries.flatMap((entry) => entry.problems)];
}

/** What an entry asks for: nothing, to be known of, to be looked at; an error is what a run in CI fails for. */
export type Weight = "none" | "notice" | "warning" | "error";
/** What happens to the alert, which colors show. */
export type Tone = "create" | "change" | "delete" | "doubt" | "none";

/** What fields tell: what a new alert gets, what an apply makes of what is live, or what is live beside what the code says. */
export type Shows = "values" | "changes" | "differences";

export interface Entry {
  readonly name: string;
  /** What stands before the name: "+" or "drifted:". */
  readonly label: string;
  /** What stands after it: "will be created". */
  readonly says: string;
  readonly weight: Weight;
  readonly tone: Tone;
  readonly fields: readonly FieldText[];
  readonly shows: Shows;
  /** "left as it is: disabled" */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
  /** Whether it is beside what was asked for, and is told shortly: a live alert that no definition names. */
  readonly isUnmanaged?: true;
  /** Where it is defined. */
  readonly where?: Place;
}

/** "3 alerts", "1 alert". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The parts that there are any of: "2 to create, 1 to delete". */
export function joinCounts(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(", ");
}
