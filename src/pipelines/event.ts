/**
 * The event of a pipeline, what it runs, and whether it is trusted: whether programs of the checkout may run, and tokens may be used. The GitHub Action
 * asks before anything of the checkout runs, and `dbmon pipeline` asks again.
 */
import { readFileSync, statSync } from "node:fs";
// The full zod would be two thirds of the GitHub Action.
import { int, nullish, object, string } from "zod/mini";
import { $ZodError } from "zod/v4/core";
import { errorMessage, ProblemError } from "../diagnostics";
import { requireVariable } from "./variables";

export interface PipelineEvent {
  /** Number of the pull request or merge request. Undefined for other events. */
  readonly changeRequest: number | undefined;
  /** Why the event is not trusted, as a clause. Undefined if it is. */
  readonly untrusted: string | undefined;
  readonly commit: string | undefined;
}

/**
 * Events that run code which members of the project have merged or pushed. All events that are not listed are untrusted. A child pipeline
 * of a merge request has the variables of the merge request, which decide instead.
 */
const trustedEvents = {
  github: ["push", "schedule", "workflow_dispatch", "repository_dispatch", "merge_group", "release"],
  gitlab: ["push", "schedule", "web", "api", "trigger", "parent_pipeline"],
} as const;

const fork = "the change is from a fork, whose code must not run with the tokens of this project";
const dependabot = "the change is from Dependabot, which GitHub gives no secrets of this project";

/** Why the event is not trusted, as a clause. Undefined if it is. */
export function untrustedEvent(name: string, host: keyof typeof trustedEvents): string | undefined {
  const trusted: readonly string[] = trustedEvents[host];
  if (trusted.includes(name)) return undefined;
  const changes = `${host === "github" ? "pull" : "merge"} requests from branches of the project`;
  const shown = /^\w{1,50}$/.test(name) ? `the event ${name}` : "an event with an invalid name";
  return `${shown} is not trusted (trusted are ${trusted.join(", ")}, and ${changes})`;
}

const githubPayload = object({
  pull_request: object({
    number: int(),
    // The repository of a deleted fork is null.
    head: object({ sha: string(), repo: nullish(object({ id: int() })) }),
    base: object({ repo: object({ id: int() }) }),
  }),
});

/** Pure. @param payload the content of GITHUB_EVENT_PATH @throws ZodError, or SyntaxError for invalid JSON */
function judgeGithubEvent(environment: NodeJS.ProcessEnv, payload: string): PipelineEvent {
  const name = environment["GITHUB_EVENT_NAME"] ?? "";
  if (name !== "pull_request") {
    const untrusted = untrustedEvent(name, "github");
    return { changeRequest: undefined, untrusted, commit: environment["GITHUB_SHA"] };
  }
  const { number, head, base } = githubPayload.parse(JSON.parse(payload)).pull_request;
  const isDependabot = environment["GITHUB_ACTOR"] === "dependabot[bot]";
  const untrusted = head.repo?.id !== base.repo.id ? fork : isDependabot ? dependabot : undefined;
  return { changeRequest: number, untrusted, commit: head.sha };
}

/** GitHub sends at most 25 MB. */
const maxPayloadBytes = 32 * 1024 * 1024;

/** @throws ProblemError if the file of the event is missing, too large, or has an unknown format */
export function readGithubEvent(environment: NodeJS.ProcessEnv): PipelineEvent {
  requireVariable(environment, "GITHUB_EVENT_NAME");
  const file = requireVariable(environment, "GITHUB_EVENT_PATH");
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > maxPayloadBytes)
      throw new Error(`it is not a file of at most ${maxPayloadBytes} bytes`);
    return judgeGithubEvent(environment, readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof $ZodError ? "its format is unknown" : errorMessage(error);
    const what = `Cannot read the event of the workflow: ${reason}.`;
    throw ProblemError.of(
      "ci-invalid",
      what,
      { where: { file }, remedy: "Run this command in a workflow of GitHub, which writes the file." },
      { cause: error },
    );
  }
}

/** @throws ProblemError if a variable of the pipeline is missing */
export function readGitlabEvent(environment: NodeJS.ProcessEnv): PipelineEvent {
  const name = requireVariable(environment, "CI_PIPELINE_SOURCE");
  const commit = environment["CI_COMMIT_SHA"];
  const iid = environment["CI_MERGE_REQUEST_IID"] ?? "";
  if (name !== "merge_request_event" && iid === "") {
    return { changeRequest: undefined, untrusted: untrustedEvent(name, "gitlab"), commit };
  }
  const source = requireVariable(environment, "CI_MERGE_REQUEST_SOURCE_PROJECT_ID");
  const isFork = source !== requireVariable(environment, "CI_MERGE_REQUEST_PROJECT_ID");
  return { changeRequest: Number(iid), untrusted: isFork ? fork : undefined, commit };
}

export const pipelineCommands = [
  "check",
  "test",
  "plan",
  "backtest",
  "apply",
  "drift",
  "audit",
  "drill",
] as const;
export type PipelineCommand = (typeof pipelineCommands)[number];

/** Why the command is not run. */
export interface Refusal {
  readonly severity: "notice" | "warning" | "error";
  readonly what: string;
}

/**
 * Commands without tokens always run. Instead of the others, an untrusted event runs `check` and `test`, or nothing if Terraform runs
 * instead of dbmon. Only commands that show what would happen may be missing from a successful job.
 */
export function selectRuns(
  command: PipelineCommand,
  { untrusted }: PipelineEvent,
  isTerraform: boolean,
): { readonly commands: readonly PipelineCommand[]; readonly refusal?: Refusal } {
  if (untrusted === undefined || command === "check" || command === "test") return { commands: [command] };
  const isFailure = ["apply", "drift", "audit", "drill"].includes(command);
  const what = [
    `${isTerraform ? "terraform" : "dbmon"} ${command} was not run: ${untrusted}.`,
    ...(isTerraform ? [] : ["Instead, dbmon check and dbmon test were run."]),
    ...(isFailure ? ["Run the job for a trusted event, for example a push."] : []),
  ].join(" ");
  const severity = isFailure ? "error" : isTerraform ? "warning" : "notice";
  return { commands: isTerraform ? [] : ["check", "test"], refusal: { severity, what } };
}
