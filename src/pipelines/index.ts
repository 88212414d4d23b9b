/** Comments and issues on GitHub and GitLab that report the results of a pipeline. */
export { type CodeHost } from "./code-host";
export { syncDriftIssue, type DriftSummary } from "./drift-issue";
export {
  type PipelineCommand,
  pipelineCommands,
  type PipelineEvent,
  readGithubEvent,
  readGitlabEvent,
  type Refusal,
  selectRuns,
} from "./event";
export { createGithub } from "./github";
export { createGitlab } from "./gitlab";
export { type JobKey, keyOf } from "./marker";
export { upsertComment } from "./upsert-comment";
export { commandVariables, requireTemporaryFolder } from "./variables";
