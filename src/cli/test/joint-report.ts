/** Builds the report of tests in several environments. */
import { isError, type Problem } from "../../diagnostics";
import { environmentsReport, mergeProblems } from "../shared/environments/environments-report";
import { type Report } from "../shared/report/report";
import { testReport } from "./report";
import { type TestRun } from "./run-tests";

/** @param shared problems of all environments */
export function testsReport(runs: readonly TestRun[], shared: readonly Problem[]): Report {
  const results = runs.map(({ environment = "", document }) => ({
    environment,
    report: testReport(document),
    problems: document.problems.filter((problem) => !shared.includes(problem)),
    lines: [],
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
    problems: mergeProblems([{ environment: undefined, problems: shared }, ...results]).map(
      ({ merged }) => merged,
    ),
  };
}
