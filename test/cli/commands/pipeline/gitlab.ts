/** Runs `dbmon pipeline gitlab` as a job of a pipeline of GitLab, with its variables. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { type FakeGitlab, gitlabToken } from "../../../support/code-hosts/fake-gitlab";
import { type commandBench, environmentOf, type Run } from "../../../support/command";
import { skipWaits } from "../../../support/programs";

export const mergeRequest = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_MERGE_REQUEST_IID: "7",
  CI_MERGE_REQUEST_PROJECT_ID: "42",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
};

interface Job {
  readonly inputs: Readonly<Record<string, string>>;
  /** Default: those of a push. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The current folder, in the checkout. */
  readonly cwd?: string;
}

export async function runGitlabJob(
  bench: ReturnType<typeof commandBench>,
  gitlab: FakeGitlab,
  emulator: ServiceEmulator,
  { inputs, environment = {}, cwd = "." }: Job,
): Promise<Run> {
  const run = await bench.dbmon(["pipeline", "gitlab"], {
    cwd,
    environment: {
      ...environmentOf(emulator),
      ...skipWaits,
      CI_API_V4_URL: `${gitlab.origin}/api/v4`,
      CI_PROJECT_ID: "42",
      CI_PROJECT_DIR: bench.folder(),
      CI_PIPELINE_SOURCE: "push",
      CI_COMMIT_SHA: "0123456789abcdef",
      CI_JOB_URL: "https://gitlab.example/shop/alerts/-/jobs/815",
      GITLAB_TOKEN: gitlabToken,
      DBMON_INPUTS: JSON.stringify(inputs),
      ...environment,
    },
  });
  expect(run.stdout + run.stderr).not.toContain(gitlabToken);
  return run;
}
