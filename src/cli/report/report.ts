/** The common model of all results. Each command builds a report from its document, and each renderer prints any report. */
import { type Place, type Problem } from "../../diagnostics";
import { type FieldText } from "./field-text";

export interface Report {
  /** "Plan", "Drift". */
  readonly title: string;
  /** Follows the title: "2 to create. 3 in sync." */
  readonly summary: string;
  /** One entry per alert in the document, including alerts without changes. */
  readonly entries: readonly Entry[];
  /** Problems of the run as a whole. Problems of one alert are in its entry. */
  readonly problems: readonly Problem[];
  /** Whether entries carry nothing but problems. Such entries are JUnit tests and are not listed elsewhere. */
  readonly hasOnlyProblems?: true;
}

export interface Entry {
  readonly name: string;
  /** Precedes the name: "+" or "drifted:". */
  readonly label: string;
  /** Follows the name: "will be created". */
  readonly description: string;
  readonly severity: EntrySeverity;
  readonly effect: Effect;
  readonly fields: readonly FieldText[];
  readonly fieldStyle: FieldStyle;
  /** "ignored: disabled". */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
  /** Whether the entry is a live alert without a definition. Renderers list these last and briefly. */
  readonly isUnmanaged?: true;
  /** Where the alert is defined. */
  readonly where?: Place;
}

/** The attention that an entry needs. Only `error` is a failed test in CI. */
export type EntrySeverity = "none" | "notice" | "warning" | "error";

/** The effect on the alert, which renderers show as a color. */
export type Effect = "create" | "change" | "delete" | "pending" | "none";

/** `values`: the desired value only. `changes`: from live to desired. `differences`: live beside desired. */
export type FieldStyle = "values" | "changes" | "differences";

/** Returns the entries that renderers list. */
export function listedEntries({ entries, hasOnlyProblems }: Report): readonly Entry[] {
  return hasOnlyProblems === true ? [] : entries.filter(({ severity }) => severity !== "none");
}

/** Sorts by severity. Within a severity, deletions come first. */
export function byImportance(a: Entry, b: Entry): number {
  const rank = ({ severity, effect }: Entry) =>
    severities.indexOf(severity) * 2 + (effect === "delete" ? 0 : 1);
  return rank(a) - rank(b);
}

const severities: readonly EntrySeverity[] = ["error", "warning", "notice", "none"];

/** Returns the problems of the report and of all entries. */
export function allProblems({ problems, entries }: Report): readonly Problem[] {
  return [...problems, ...entries.flatMap((entry) => entry.problems)];
}

/** "3 alerts", "1 alert". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Joins the counts that are not zero: "2 to create, 1 to delete". */
export function joinCounts(counts: readonly (readonly [count: number, label: string])[]): string {
  return counts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(", ");
}
