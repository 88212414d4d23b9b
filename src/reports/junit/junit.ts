/**
 * Formats a report as JUnit XML: one suite per file of definitions or tests, one test per alert, and one for the problems of the run. The
 * elements and attributes are those that the xUnit plugin of Jenkins accepts. It accepts the attribute `file` on suites only, so the line of
 * a definition is in the text of its test.
 */
import {
  formatPlace,
  formatProblem,
  groupBy,
  isError,
  quote,
  toSafeLine,
  toSafeLines,
} from "../../diagnostics";
import { historySentence } from "../../impact";
import { fieldStyleOf, type Finding, type FindingFacts } from "../model/findings";
import { partsOf, type Report } from "../model/report";
import { backtestLines } from "../sentences/backtests";
import { descriptionOf, findingNotes, labelOf } from "../sentences/findings";
import { routeLines, routeNotes, routesTitle } from "../sentences/routes";
import { comparisonLines, fieldLine } from "../sentences/values";

interface TestCase {
  readonly outcome: "passed" | "failure" | "skipped";
  readonly lines: readonly string[];
}

interface TestSuite {
  readonly cases: readonly TestCase[];
  readonly lines: readonly string[];
}

export function junit(report: Report): string {
  const name = `dbmon ${report.title.toLowerCase()}`;
  const suites = partsOf(report).flatMap((part) =>
    testSuites(part.report, `${name} ${part.environments.join(", ")}`.trimEnd()),
  );
  const cases = suites.flatMap((suite) => suite.cases);
  const failures = cases.filter(({ outcome }) => outcome === "failure").length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" tests="${cases.length}" failures="${failures}" errors="0">`,
    ...suites.flatMap(({ lines }) => lines),
    "</testsuites>",
  ].join("\n");
}

function testSuites(report: Report, run: string): TestSuite[] {
  const { routes } = report;
  const byFile = groupBy<Finding, string | undefined>(report.findings, ({ where }) => where?.file);
  const runCases = [
    ...(report.problems.length > 0 ? [runTestCase(report, run)] : []),
    ...(byFile.get(undefined) ?? []).map((finding) => findingTestCase(report, finding, run)),
    ...(routes === undefined
      ? []
      : [testCase(routesTitle, run, "passed", "", [...routeLines(routes), ...routeNotes(routes)])]),
  ];
  const files = [...byFile].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const fileSuites = files.flatMap(([file, findings]) => {
    if (file === undefined) return [];
    const cases = findings.map((finding) => findingTestCase(report, finding, file));
    // The name contains the command, because GitLab ignores the second of two tests with one name in suites of one name.
    return [testSuite(report, `${run}: ${file}`, cases, file)];
  });
  const hasRunSuite = runCases.length > 0 || fileSuites.length === 0;
  return [...(hasRunSuite ? [testSuite(report, run, runCases)] : []), ...fileSuites];
}

function testSuite(report: Report, name: string, cases: readonly TestCase[], file?: string): TestSuite {
  const count = (outcome: TestCase["outcome"]) => cases.filter((item) => item.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="0" skipped="${count("skipped")}"`;
  const fileAttribute = file === undefined ? "" : ` file="${escapeAttribute(file)}"`;
  const lines = [
    `  <testsuite name="${escapeAttribute(name)}" ${counts}${fileAttribute}>`,
    ...propertyLines(report),
    ...cases.map((item) => item.lines.map((line) => `    ${line}`).join("\n")),
    "  </testsuite>",
  ];
  return { cases, lines };
}

function propertyLines(report: Report): string[] {
  const properties = Object.entries({
    base_url: report.baseUrl,
    environment: report.environment,
    backtest: report.history && historySentence(report.history),
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [`      <property name="${name}" value="${escapeAttribute(value)}"/>`],
  );
  return properties.length === 0 ? [] : ["    <properties>", ...properties, "    </properties>"];
}

function runTestCase({ title, problems }: Report, className: string): TestCase {
  return testCase(
    title,
    className,
    problems.some(isError) ? "failure" : "passed",
    problems[0]?.what ?? "",
    problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
  );
}

function findingTestCase(report: Report, finding: Finding, className: string): TestCase {
  const facts: FindingFacts = finding;
  const { name, severity, where, fields = [], problems = [], comparisons = [], differences } = facts;
  const backtest = backtestLines(report, finding);
  const details = [
    ...(severity === "error" && where !== undefined ? [formatPlace(where)] : []),
    ...fields.map((field) => fieldLine(field, fieldStyleOf(finding))),
    ...findingNotes(finding),
    ...backtest,
    ...problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
    ...comparisons.flatMap((comparison) => comparisonLines(comparison)),
  ];
  const outcome = severity === "error" ? "failure" : severity === "notice" ? "skipped" : "passed";
  // A skipped test has only a message.
  const extra = outcome === "skipped" ? [...backtest, ...(differences?.sentences ?? [])] : [];
  const message =
    comparisons.length > 0 && problems[0] !== undefined
      ? formatProblem(problems[0])
      : [`${labelOf(finding)} ${descriptionOf(finding)}`, ...extra].join(". ");
  // Several findings can be of one alert, and GitLab ignores the second of two tests with one name.
  const title = finding.kind === "audit" ? `${labelOf(finding)} ${quote(name)} ${finding.what}` : name;
  return testCase(title, className, outcome, message, details);
}

function testCase(
  name: string,
  className: string,
  outcome: TestCase["outcome"],
  message: string,
  details: readonly string[],
): TestCase {
  const attributes = `name="${escapeAttribute(name)}" classname="${escapeAttribute(className)}"`;
  const text = details.map(escapeContent).join("\n");
  const lines = (child: string) => [`<testcase ${attributes}>`, `  ${child}`, "</testcase>"];
  if (outcome === "skipped")
    return { outcome, lines: lines(`<skipped message="${escapeAttribute(message)}"/>`) };
  if (outcome === "failure")
    return { outcome, lines: lines(`<failure message="${escapeAttribute(message)}">${text}</failure>`) };
  if (text === "") return { outcome, lines: [`<testcase ${attributes}/>`] };
  return { outcome, lines: lines(`<system-out>${text}</system-out>`) };
}

/** XML 1.0 cannot represent controls, not even escaped. The sanitizer replaces them. */
function escapeContent(text: string): string {
  return toSafeLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeContent(toSafeLine(text)).replaceAll('"', "&quot;");
}
