/** The environment variables of a pipeline: what they say, and which of them a command receives. */
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { isCodeHostToken, ProblemError } from "../diagnostics";

/** @throws ProblemError if the variable is not set */
export function requireVariable(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name] ?? "";
  if (value !== "") return value;
  throw ProblemError.of("ci-invalid", `${name} is not set.`, {
    remedy:
      "Run dbmon pipeline in a job of GitHub or GitLab, which sets it. Elsewhere, run the command itself, for example dbmon plan.",
  });
}

/** The folder for files of a job of GitHub. A relative path would be in the checkout. @throws ProblemError */
export function requireTemporaryFolder(environment: NodeJS.ProcessEnv): string {
  const folder = requireVariable(environment, "RUNNER_TEMP");
  if (isAbsolute(folder)) return folder;
  throw ProblemError.of("ci-invalid", "RUNNER_TEMP is not an absolute path.", {
    remedy: "Run this command in a workflow of GitHub, which sets it.",
  });
}

/** What describes the machine and the run. No value is a token. */
const harmless = [
  "PATH|PATHEXT|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|TZ|CI|NO_COLOR|FORCE_COLOR|DBMON_INPUTS|DBMON_ALLOWED_(?:HOSTS|VARIABLES)|RUNNER_TEMP",
  "GITHUB_(?:ACTIONS|ACTOR|API_URL|EVENT_NAME|EVENT_PATH|OUTPUT|REPOSITORY|RUN_ID|SERVER_URL|SHA|STEP_SUMMARY|WORKSPACE)",
  "GITLAB_CI|CI_(?:PIPELINE_SOURCE|COMMIT_SHA|JOB_URL|PROJECT_DIR|MERGE_REQUEST_(?:IID|PROJECT_ID|SOURCE_PROJECT_ID))",
];
// Names of variables have no case on Windows.
const harmlessName = new RegExp(`^(?:${harmless.join("|")})$`, "i");

/** What a command receives: for an untrusted event only harmless variables, else all but the tokens of GitHub and GitLab. */
export function commandVariables(environment: NodeJS.ProcessEnv, isTrusted: boolean): NodeJS.ProcessEnv {
  const isAllowed = (name: string) => (isTrusted ? !isCodeHostToken(name) : harmlessName.test(name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isAllowed(name)));
}

/** The real path. Without variables of a job, it is the current folder. */
export function checkoutFolder(env: NodeJS.ProcessEnv): string {
  const { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: project } = env;
  return realpathSync([workspace, project].find((folder) => folder && existsSync(folder)) ?? ".");
}

/** The path relative to the folder of the checkout, with slashes. */
export function pathInRepository(env: NodeJS.ProcessEnv, path: string): string {
  // The current folder has no symbolic links.
  return relative(checkoutFolder(env), resolve(path)).replaceAll(sep, "/");
}
