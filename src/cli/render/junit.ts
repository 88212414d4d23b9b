/** A report as JUnit XML, which CI systems show as tests: one for each alert, and one for what is wrong as a whole. */
import { formatProblem } from "../../diagnostics";
import { type Entry, type Report } from "../report/report";
import { fieldText } from "./text";

export function junit(report: Report): string {
  const suite = `dbmon ${report.title.toLowerCase()}`;
  const cases = [
    ...(report.problems.length > 0 ? [wholeCase(report, suite)] : []),
    ...report.entries.map((entry) => entryCase(entry, suite)),
  ];
  const count = (what: Case["result"]) => cases.filter(({ result }) => result === what).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="0" skipped="${count("skipped")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${suite}" ${counts}>`,
    `  <testsuite name="${suite}" ${counts}>`,
    ...cases.map(({ lines }) => lines.map((line) => `    ${line}`).join("\n")),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

interface Case {
  readonly result: "passed" | "failure" | "skipped";
  readonly lines: readonly string[];
}

function wholeCase({ title, problems }: Report, suite: string): Case {
  const isFailure = problems.some(({ severity }) => severity === "error");
  return testCase(
    `name="${attribute(title)}" classname="${suite}"`,
    isFailure ? "failure" : "passed",
    problems[0]?.what ?? "",
    problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
  );
}

function entryCase(entry: Entry, suite: string): Case {
  const { name, weight, says, label, fields, shows, problems, notes, where } = entry;
  const file = where?.file === undefined ? "" : ` file="${attribute(where.file)}"`;
  const line = where?.line === undefined ? "" : ` line="${where.line}"`;
  const head = `name="${attribute(name)}" classname="${attribute(where?.file ?? suite)}"${file}${line}`;
  const details = [
    ...fields.map((field) => fieldText(field, shows)),
    ...notes,
    ...problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
  ];
  // Only an error makes a run in CI fail.
  const result = weight === "error" ? "failure" : weight === "notice" ? "skipped" : "passed";
  return testCase(head, result, `${label} ${says}`, details);
}

function testCase(head: string, result: Case["result"], message: string, details: readonly string[]): Case {
  const text = details.map(content).join("\n");
  if (result === "skipped") {
    const lines = [`<testcase ${head}>`, `  <skipped message="${attribute(message)}"/>`, "</testcase>"];
    return { result, lines };
  }
  if (result === "failure") {
    const failure = `<failure message="${attribute(message)}">${text}</failure>`;
    return { result, lines: [`<testcase ${head}>`, `  ${failure}`, "</testcase>"] };
  }
  if (text === "") return { result, lines: [`<testcase ${head}/>`] };
  return { result, lines: [`<testcase ${head}>`, `  <system-out>${text}</system-out>`, "</testcase>"] };
}

function content(text: string): string {
  return allowed(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function attribute(text: string): string {
  return content(text)
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** XML has no way to write the others, not even escaped. */
function allowed(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
