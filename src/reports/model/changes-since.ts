/** Compares two reports of the same command, for --watch. */
import { groupBy, type Problem } from "../../diagnostics";
import { type Finding, type FindingFacts } from "./findings";
import { type Report, type Section } from "./report";

/** @returns the next report with only its new items and the items that are gone. Undefined if only the time differs */
export function changesSince(previous: Report, next: Report): Report | undefined {
  const areJoint = previous.kind === "environments" && next.kind === "environments";
  const sections = areJoint ? changedSections(previous.sections, next.sections) : [];
  const findings = [
    ...newItems<Finding>(previous.findings, next.findings, contentOf),
    ...newItems<Finding>(next.findings, previous.findings, keyOf).map((was): Finding => ({
      kind: "gone",
      name: was.name,
      severity: was.severity,
      was,
    })),
  ];
  const problems = newItems(previous.problems, next.problems, problemKey);
  const fixed = newItems(next.problems, previous.problems, problemKey);
  const notes = newItems(previous.notes ?? [], next.notes ?? [], (note) => note);
  const isSame = [sections, findings, problems, fixed, notes].every(({ length }) => length === 0);
  if (isSame && resultOf(previous) === resultOf(next)) return undefined;
  if (next.kind === "environments") {
    const { table: _, ...rest } = next;
    return { ...rest, problems, sections };
  }
  const { title, environment, baseUrl, tokenVariable } = next;
  const origin = { environment, baseUrl, tokenVariable };
  return { kind: "changes", title, ...origin, findings, problems, fixed, notes, complete: next };
}

const itemKeys = ["findings", "problems", "notes", "sections", "table"];

function resultOf(report: Report): string {
  return JSON.stringify(report, (key, value: unknown) => (itemKeys.includes(key) ? undefined : value));
}

/** Each environment is compared with itself. Environments that change in the same way share a section. */
function changedSections(previous: readonly Section[], next: readonly Section[]): Section[] {
  return next.flatMap((section) => {
    const sources = groupBy(section.environments, (environment) =>
      previous.find(({ environments }) => environments.includes(environment)),
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

function keyOf({ name, where, kind }: Finding): string {
  return JSON.stringify([name, where?.file, kind]);
}

/** Without lines and columns, which change whenever a line is added above. */
function contentOf(finding: Finding): string {
  const { problems, comparisons }: FindingFacts = finding;
  return JSON.stringify({
    ...finding,
    where: finding.where?.file,
    problems: problems?.map(({ what }) => what),
    comparisons: comparisons?.map(({ rows }) => rows),
  });
}

function problemKey({ severity, what, where = {}, environments }: Problem): string {
  const { file, construct, address, subject, field } = where;
  return JSON.stringify([severity, what, file, construct, address, subject, field, environments]);
}
