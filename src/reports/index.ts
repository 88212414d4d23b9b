/** Reports: the facts of a run, and their renderers. The model imports no renderer, and no renderer reads the output of another. */
export { environmentsReport, mergeProblems } from "./model/environments-report";
export { formatFieldText } from "./model/field-text";
export {
  entryBacktest,
  formatPlanned,
  hasChanges,
  originOf,
  planReport,
  versionsDetail,
} from "./model/plan-report";
export {
  capitalize,
  type ChangeCounts,
  type ChangeEntry,
  countsOf,
  type Entry,
  type EntrySeverity,
  joinFirst,
  noDetails,
  pluralize,
  type Report,
} from "./model/report";
export { changesSince } from "./model/report-changes";
export { formatReport, type ReportFormat } from "./format-report";
export { exceptionNotes } from "./sentences/exceptions";
export { summaryOf } from "./sentences/summary";
export {
  formatCause,
  formatDestinations,
  formatTarget,
  nobodyByDefinitions,
  valueText,
} from "./sentences/words";
export { annotationLines, escapeWorkflowMessage } from "./github/annotations";
export { junit } from "./junit/junit";
export { jobSummaryLimit, markdown } from "./markdown/markdown";
export { inlineCode, markdownText } from "./markdown/markdown-text";
export { type Colorize, type Style } from "./text/color";
export { type Column, tableLines } from "./text/table";
export { executionLines, problemLines, reportLines, serviceLines, summaryLine } from "./text/text";
