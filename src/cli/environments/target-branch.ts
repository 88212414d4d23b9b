/** A pull request can change the file with the addresses. Its jobs send tokens only to the addresses of the target branch. */
import { allowedHostsOf, allowedHostsVariable } from "../../client";
import { errorMessage, errorOf, type Problem, ProblemError, quote } from "../../diagnostics";
import { runGit } from "../../distribution";
import { type Environment, parseConfig } from "../../environments";
import { type CliContext } from "../framework/context";

interface ChangeRequest {
  readonly host: "GitHub" | "GitLab";
  /** Empty if the job does not name it. */
  readonly targetBranch: string;
}

/**
 * @param file the configuration file, relative to the current folder
 * @returns a function that returns why the token of an environment is not sent to the address of the file
 */
export function createAddressCheck(
  context: CliContext,
  file: string,
): (environment: Environment) => Promise<Problem | undefined> {
  let reviewed: Promise<readonly Environment[]> | undefined;
  return async ({ name, baseUrl, placeOf }) => {
    if (allowedHostsOf(context.env).length > 0) return undefined;
    const request = await changeRequestOf(context.env);
    if (request === undefined) return undefined;
    const refuse = (reason: string): Problem => {
      const what = `No token is sent to the address of the environment ${quote(name)}, because ${reason}.`;
      const where = { ...placeOf(["base_url"]), field: ["environments", name, "base_url"] };
      const remedy = `Set ${allowedHostsVariable} beside the token to the hosts that it may be sent to.`;
      return errorOf("address-refused", what, { where, remedy });
    };
    try {
      reviewed ??= readEnvironments(context, file, request);
      const isSame = (await reviewed).some((one) => one.name === name && one.baseUrl === baseUrl);
      return isSame ? undefined : refuse("the target branch does not have this address");
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const what = error.problems[0]?.what.replace(/\.$/, "") ?? "";
      return refuse(`it cannot be compared with the target branch: ${what}`);
    }
  };
}

/** Other untrusted events, for example `workflow_run`, run a workflow of a branch, and may check out a pull request. */
async function changeRequestOf(env: NodeJS.ProcessEnv): Promise<ChangeRequest | undefined> {
  const { GITHUB_EVENT_NAME: event = "", GITHUB_REF: reference = "", CI_PIPELINE_SOURCE: source } = env;
  if (event !== "") {
    const { untrustedEvent } = await import("../../pipelines/index.js");
    if (untrustedEvent(event, "github") === undefined) return undefined;
    const [, branch = ""] = /^refs\/heads\/(.+)$/.exec(reference) ?? [];
    return { host: "GitHub", targetBranch: env["GITHUB_BASE_REF"] || branch };
  }
  if (!env["CI_MERGE_REQUEST_IID"] && !source?.endsWith("_request_event")) return undefined;
  return { host: "GitLab", targetBranch: env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] ?? "" };
}

/** Of the file in the target branch. @throws ProblemError */
async function readEnvironments(
  context: CliContext,
  file: string,
  request: ChangeRequest,
): Promise<readonly Environment[]> {
  if (request.targetBranch === "") throw ProblemError.of("ci-invalid", "The job does not name it.");
  const problems: Problem[] = [];
  const config = parseConfig(await readFile(context, file, request), file, context.env, problems);
  if (config === undefined) throw new ProblemError(problems);
  return config.environments;
}

/** With the API if the job has a token for it, else with git. @throws ProblemError */
async function readFile(
  { env, jobEnv = env, signal }: CliContext,
  file: string,
  { host, targetBranch }: ChangeRequest,
): Promise<string> {
  const { checkoutFolder, createGithub, createGitlab, pathInRepository } =
    await import("../../pipelines/index.js");
  const path = pathInRepository(env, file);
  if (!jobEnv[`${host.toUpperCase()}_TOKEN`]) {
    // A change can make a tag with the name origin/BRANCH, and a submodule of the current folder.
    const object = `refs/remotes/origin/${targetBranch}:./${path}`;
    const args = ["-C", checkoutFolder(env), "show", object];
    return runGit(args, { env, signal }).catch((error: unknown) => {
      throw ProblemError.of("ci-invalid", `git show ${object}: ${errorMessage(error)}`);
    });
  }
  const api = (host === "GitHub" ? createGithub : createGitlab)(jobEnv, signal);
  try {
    return await api.readFile(path, targetBranch);
  } finally {
    api.client.close();
  }
}
