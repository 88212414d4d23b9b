/**
 * Runs the jobs of a GitLab pipeline: each in a fresh checkout, with all script lines in one shell that exits at the first failure.
 * `apk` is a stub.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import * as z from "zod";
import { gitlabToken } from "./gitlab-api";
import { type CiProject } from "./project";
import { runShell, type StepResult } from "./shell-step";

const rules = z.array(z.strictObject({ if: z.string() }));
const job = z.strictObject({
  stage: z.string(),
  rules,
  script: z.array(z.string()),
  environment: z
    .union([z.string(), z.strictObject({ name: z.literal("alerts-plan"), action: z.literal("access") })])
    .optional(),
  parallel: z
    .strictObject({ matrix: z.tuple([z.strictObject({ ENVIRONMENT: z.array(z.string()) })]) })
    .optional(),
  resource_group: z.string().optional(),
  interruptible: z.boolean().optional(),
  artifacts: z
    .strictObject({
      when: z.literal("always"),
      expose_as: z.string().optional(),
      paths: z.array(z.string()).optional(),
      reports: z.strictObject({ junit: z.string() }).optional(),
    })
    .optional(),
});
const pipeline = z
  .object({
    workflow: z.strictObject({ rules }),
    stages: z.array(z.string()),
    default: z.strictObject({ image: z.unknown(), before_script: z.array(z.string()) }),
  })
  .catchall(job);

export interface GitlabEvent {
  readonly source: "merge_request_event" | "push" | "schedule" | "web";
  /** Default: "main". */
  readonly branch?: string;
  /** Project id of the merge request's branch. Default: "42", the project itself. */
  readonly from?: string;
}

export function readPipeline(file: string): z.infer<typeof pipeline> {
  return pipeline.parse(parse(readFileSync(resolve(__dirname, "../../../examples/ci/gitlab", file), "utf8")));
}

/** The variables that GitLab sets. */
function variablesOf({ source, branch = "main", from = "42" }: GitlabEvent): Record<string, string> {
  const merge = {
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_PROJECT_ID: "42",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from,
  };
  return {
    CI_PIPELINE_SOURCE: source,
    CI_PROJECT_ID: "42",
    CI_DEFAULT_BRANCH: "main",
    ...(source === "merge_request_event" ? merge : { CI_COMMIT_BRANCH: branch }),
  };
}

function matches(condition: string, variables: Readonly<Record<string, string>>): boolean {
  return runInNewContext(condition.replaceAll("$", "variables."), { variables }) === true;
}

/** Names of the jobs that an event starts. */
export function jobsFor(file: string, event: GitlabEvent): string[] {
  const { workflow, stages: _, default: __, ...jobs } = readPipeline(file);
  const variables = variablesOf(event);
  const isDue = (all: z.infer<typeof rules>) => all.some((rule) => matches(rule.if, variables));
  if (!isDue(workflow.rules)) return [];
  return Object.entries(jobs)
    .filter(([, one]) => isDue(job.parse(one).rules))
    .map(([name]) => name);
}

export interface JobResult extends StepResult {
  /** Contents of stored files, by path. */
  readonly artifacts: Readonly<Record<string, string>>;
}

/** @param api base URL of the GitLab API. @returns the jobs that ran, by name */
export async function runPipeline(
  project: CiProject,
  file: string,
  event: GitlabEvent,
  api: string,
): Promise<Readonly<Record<string, JobResult>>> {
  project.addProgram("apk", "#!/bin/sh\n");
  const whole = readPipeline(file);
  const runs: Record<string, JobResult> = {};
  for (const name of jobsFor(file, event)) {
    const { script, environment: scope, parallel, artifacts } = job.parse(whole[name]);
    const lines = [...whole.default.before_script, ...script];
    for (const value of parallel?.matrix[0].ENVIRONMENT ?? [""]) {
      const ciEnvironment = (typeof scope === "object" ? scope.name : (scope ?? "")).replace(
        "$ENVIRONMENT",
        value,
      );
      const environment = {
        ...project.environment,
        ...variablesOf(event),
        CI_API_V4_URL: api,
        CI_JOB_URL: `https://gitlab.example/shop/alerts/-/jobs/${name}`,
        ...(ciEnvironment === "" ? {} : { DBMON_BASE_URL: project.service.url }),
        ...project.secrets[ciEnvironment],
        ...(ciEnvironment === "alerts-plan" ? { GITLAB_TOKEN: gitlabToken } : {}),
        ...(value === "" ? {} : { ENVIRONMENT: value }),
      };
      const folder = project.checkout();
      const run = await runShell(["sh", "-ec"], lines.join("\n"), folder, environment);
      const stored = (artifacts?.paths ?? []).filter((path) => existsSync(join(folder, path)));
      runs[value === "" ? name : `${name}: [${value}]`] = {
        ...run,
        artifacts: Object.fromEntries(stored.map((path) => [path, readFileSync(join(folder, path), "utf8")])),
      };
    }
  }
  return runs;
}
