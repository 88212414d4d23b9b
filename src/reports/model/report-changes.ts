/** Compares two reports of the same command, for --watch. */
import { formatProblemPlace, groupBy, type Problem } from "../../diagnostics";
import { summaryOf } from "../sentences/summary";
import { type Entry, isUnmanaged, noDetails, type Report, type Section } from "./report";

/** @returns the next report with only its new items and the items that are gone. Undefined if only the time differs */
export function changesSince(previous: Report, next: Report): Report | undefined {
  const sections = changedSections(previous, next);
  const entries = [
    ...newItems(previous.entries, next.entries, contentOf),
    ...newItems(next.entries, previous.entries, keyOf).map(({ name, status, severity }): Entry => ({
      ...noDetails,
      name,
      status: "gone",
      was: status,
      severity,
    })),
  ];
  const problems = newItems(previous.problems, next.problems, problemKey);
  const fixed = newItems(next.problems, previous.problems, problemKey).map(fixedNote);
  const notes = [...newItems(previous.notes ?? [], next.notes ?? [], (note) => note), ...fixed];
  const isSame = [sections, entries, problems, notes].every(({ length }) => length === 0);
  if (isSame && summaryOf(previous) === summaryOf(next)) return undefined;
  const { table: _, routes: __, sections: ___, ...rest } = next;
  return {
    ...rest,
    entries,
    problems,
    notes,
    complete: next,
    ...(next.sections === undefined ? {} : { sections }),
  };
}

/** Each environment is compared with itself. Environments that change in the same way share a section. */
function changedSections(previous: Report, next: Report): Section[] {
  return (next.sections ?? []).flatMap((section) => {
    const sources = groupBy(section.environments, (environment) =>
      previous.sections?.find(({ environments }) => environments.includes(environment)),
    );
    return [...sources].flatMap(([source, environments]): Section[] => {
      const report = source === undefined ? section.report : changesSince(source.report, section.report);
      return report === undefined ? [] : [{ ...section, environments, report }];
    });
  });
}

/** The items of `after` that `before` does not contain, or contains less often. */
function newItems<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const item of before) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return after.filter((item) => {
    const key = keyOf(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

function keyOf(entry: Entry): string {
  return JSON.stringify([entry.name, entry.where?.file, isUnmanaged(entry)]);
}

/** Without lines and columns, which change whenever a line is added above. */
function contentOf(entry: Entry): string {
  const { where: _, problems, comparisons = [], ...facts } = entry;
  return JSON.stringify([
    keyOf(entry),
    facts,
    problems.map(({ what }) => what),
    comparisons.map(({ rows }) => rows),
  ]);
}

function problemKey({ severity, what, where = {}, environments }: Problem): string {
  const { file, construct, address, subject, field } = where;
  return JSON.stringify([severity, what, file, construct, address, subject, field, environments]);
}

function fixedNote(problem: Problem): string {
  const place = formatProblemPlace(problem);
  return `fixed: ${place === "" ? "" : `${place}: `}${problem.what}`;
}
