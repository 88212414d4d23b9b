/** Comments and issues on GitHub and GitLab that report the results of a pipeline. */
export { type CodeHost } from "./code-host";
export {
  type PipelineCommand,
  pipelineCommands,
  type PipelineEvent,
  readGithubEvent,
  readGitlabEvent,
  type Refusal,
  selectRuns,
  untrustedEvent,
} from "./event";
export { createGithub } from "./github";
export { createGitlab } from "./gitlab";
export { type JobKey, keyOf } from "./marker";
export { type IssueSummary, type IssueTopic, syncReportIssue } from "./report-issue";
export { upsertComment } from "./upsert-comment";
export { checkoutFolder, commandVariables, pathInRepository, requireTemporaryFolder } from "./variables";
export { type DrillAnswer, type DrillAnswers, readDrillAnswers } from "./drill-answers";
