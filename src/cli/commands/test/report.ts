import {
  errorOf,
  formatPlace,
  isError,
  joinFirst,
  type Problem,
  quote,
  toSafeLine,
} from "../../../diagnostics";
import {
  environmentsReport,
  firstLines,
  mergeProblems,
  type Report,
  type ReportOf,
  type TestFinding,
} from "../../../reports";
import { type TestDocument, type TestRun } from "./document";

/** A longer list would hide the results. */
const maxListedNames = 10;
const maxMutants = 50;

export function testReport({ tests, coverage, mutants, problems }: TestDocument): Report {
  return {
    kind: "test",
    title: "Test",
    ...(coverage && {
      coverage: { alerts: coverage.alerts, fired: coverage.fired, percent: coverage.percent },
    }),
    findings: tests.map(testFinding),
    notes: [
      ...nameList("No test makes these alerts fire", coverage?.unfired ?? []),
      ...nameList("No test reaches the resolution of these alerts", coverage?.unresolved ?? []),
      ...(mutants === undefined ? [] : mutantNotes(mutants)),
    ],
    problems,
  };
}

export function testsReport(runs: readonly TestRun[], shared: readonly Problem[]): ReportOf<"environments"> {
  const results = runs.map(({ environment = "", document }) => ({
    environment,
    report: testReport(document),
    problems: document.problems.filter((problem) => !shared.includes(problem)),
    hasFailed: document.problems.some(isError) || document.tests.some(({ status }) => status === "failed"),
  }));
  return {
    ...environmentsReport(results),
    table: {
      titles: ["Environment", "Passed", "Failed", "Errors"],
      rows: runs.map(({ environment, document: { tests, problems } }) => {
        const passed = tests.filter(({ status }) => status === "passed").length;
        return [environment, passed, tests.length - passed, problems.filter(isError).length];
      }),
    },
    problems: mergeProblems([{ problems: shared }, ...results]).map(({ merged }) => merged),
  };
}

function testFinding({ name, where, status, failures }: TestDocument["tests"][number]): TestFinding {
  return {
    kind: "test",
    name,
    status,
    severity: status === "failed" ? "error" : "none",
    problems: failures.map(({ what, where }) => errorOf("test-failed", what, { where })),
    comparisons: failures.map(({ where, timeline }) => ({
      title: formatPlace(where),
      rows: timeline.map(({ expected, actual, same }) => ({
        expected: expected ?? "",
        actual: actual ?? "",
        isSame: same,
      })),
    })),
    where,
  };
}

function mutantNotes({
  mutants,
  noticed,
  percent,
  unnoticed,
}: NonNullable<TestDocument["mutants"]>): string[] {
  const lines = unnoticed.map(
    ({ name, change, sentence }) => `No test notices ${quote(name)} with ${toSafeLine(change)}. ${sentence}`,
  );
  return [
    ...firstLines(lines, maxMutants, toSafeLine, "changes"),
    `Tests notice ${noticed} of ${mutants} changes of alerts (${percent}%).`,
  ];
}

function nameList(title: string, alerts: readonly { readonly name: string }[]): string[] {
  if (alerts.length === 0) return [];
  const names = alerts.map(({ name }) => quote(name));
  return [`${title}: ${joinFirst(names, maxListedNames)}.`];
}
