/** Comments and issues on GitHub and GitLab that report the results of a pipeline. */
export { type CodeHost, type Issue } from "./code-host";
export { syncDriftIssue, type DriftState, type DriftUpdate } from "./drift-issue";
export { createGithub, readGithubEvent } from "./github";
export { createGitlab, readGitlabEvent } from "./gitlab";
export { keyOf } from "./marker";
export { type PipelineEvent, selectRuns, type PipelineCommand, pipelineCommands } from "./select-runs";
export { upsertComment } from "./upsert-comment";
