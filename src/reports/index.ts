/** Reports: the facts of a run, and their renderers. The model imports no renderer, and no renderer imports another. */
export { changesSince } from "./model/changes-since";
export { environmentsReport, mergeProblems } from "./model/environments-report";
export {
  type AuditReportFinding,
  type BacktestFinding,
  type ChangeFinding,
  type CheckFinding,
  type DriftFinding,
  findingProblems,
  type TestFinding,
  type UnmanagedFinding,
} from "./model/findings";
export { formatFieldValues } from "./model/formatted-field";
export {
  backtestWithHistory,
  formatPlanned,
  hasChanges,
  planReport,
  versionsDetail,
} from "./model/plan-report";
export { type ChangeCounts, countsOf, hasCounts, type Report, type ReportOf, partsOf } from "./model/report";
export { type LinkOptions } from "./html/links";
export { formatReport, type ReportFormat } from "./format-report";
export { firstLines } from "./sentences/lists";
export { formatCause, formatDestinations, formatTarget, nobodyByDefinitions } from "./sentences/routes";
export { summaryOf } from "./sentences/summary";
export { reportNotes } from "./sentences/notes";
export { valueText } from "./sentences/values";
export { escapeWorkflowMessage } from "./github/annotations";
export { junit } from "./junit/junit";
export { jobSummaryLimit, markdown } from "./markdown/markdown";
export { inlineCode, markdownText } from "./markdown/markdown-text";
export { type Colorize, type Style } from "./text/color";
export { type Column, tableLines } from "./text/table";
export { executionLines, problemLines, reportLines, originLines, summaryLine } from "./text/text";
