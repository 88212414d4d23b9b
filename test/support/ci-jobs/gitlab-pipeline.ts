/**
 * Runs the jobs of the `.gitlab-ci.yml` of a project: each in a fresh checkout, with all script lines in one shell that exits at the first
 * failure. `apk` is a stub.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { load as parse } from "js-yaml";
import * as z from "zod";
import { gitlabToken } from "../code-hosts/fake-gitlab";
import { type CiProject } from "./project";
import { runShell, type StepResult } from "./shell-step";

const job = z.strictObject({
  stage: z.literal("deploy").optional(),
  rules: z.array(z.strictObject({ if: z.string() })),
  script: z.array(z.string()),
  variables: z
    .strictObject({ DBMON_INPUTS: z.string(), DBMON_MAX_DELETES: z.literal("10").optional() })
    .optional(),
  environment: z
    .union([z.string(), z.strictObject({ name: z.literal("alerts-plan"), action: z.literal("access") })])
    .optional(),
  parallel: z
    .strictObject({ matrix: z.tuple([z.strictObject({ ENVIRONMENT: z.array(z.string()) })]) })
    .optional(),
  resource_group: z.string().optional(),
  interruptible: z.boolean().optional(),
});
const pipeline = z
  .object({
    default: z.strictObject({
      image: z.unknown(),
      before_script: z.array(z.string()),
      artifacts: z
        .strictObject({
          when: z.literal("always"),
          paths: z.tuple([z.literal("dbmon-report/")]),
          reports: z.strictObject({ junit: z.string(), codequality: z.string() }),
        })
        .optional(),
    }),
  })
  .catchall(job);

export interface GitlabEvent {
  readonly source: "merge_request_event" | "push" | "schedule" | "web";
  /** Default: "main". */
  readonly branch?: string;
  /** Project id of the merge request's branch. Default: "42", the project itself. */
  readonly from?: string;
}

/** @param folder of the project */
export function readPipeline(folder: string): z.infer<typeof pipeline> {
  return pipeline.parse(parse(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")));
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

/** Names of the jobs that an event starts. */
export function jobsFor(folder: string, event: GitlabEvent): string[] {
  const { default: _, ...jobs } = readPipeline(folder);
  const variables = variablesOf(event);
  const matches = (condition: string) =>
    runInNewContext(condition.replaceAll("$", "variables."), { variables }) === true;
  return Object.entries(jobs)
    .filter(([, one]) => job.parse(one).rules.some((rule) => matches(rule.if)))
    .map(([name]) => name);
}

interface JobResult extends StepResult {
  /** Names of the files that the job stores. */
  readonly artifacts: readonly string[];
}

/** @param api base URL of the GitLab API. @returns the jobs that ran, by name */
export async function runPipeline(
  project: CiProject,
  event: GitlabEvent,
  api: string,
): Promise<Readonly<Record<string, JobResult>>> {
  project.addProgram("apk", "#!/bin/sh\n");
  const whole = readPipeline(project.repository);
  const runs: Record<string, JobResult> = {};
  for (const name of jobsFor(project.repository, event)) {
    const { script, environment: scope, parallel, variables } = job.parse(whole[name]);
    const lines = [...whole.default.before_script, ...script];
    for (const value of parallel?.matrix[0].ENVIRONMENT ?? [""]) {
      const ciEnvironment = (typeof scope === "object" ? scope.name : (scope ?? "")).replace(
        "$ENVIRONMENT",
        value,
      );
      const environment = {
        ...project.environment,
        ...variablesOf(event),
        ...variables,
        CI_API_V4_URL: api,
        CI_JOB_URL: `https://gitlab.example/shop/alerts/-/jobs/${name}`,
        ...(ciEnvironment === "" ? {} : { DBMON_BASE_URL: project.service.url }),
        ...project.secrets[ciEnvironment],
        ...(ciEnvironment === "alerts-plan" ? { GITLAB_TOKEN: gitlabToken } : {}),
        ...(value === "" ? {} : { ENVIRONMENT: value }),
      };
      const folder = project.checkout();
      const run = await runShell(["sh", "-ec"], lines.join("\n"), folder, environment);
      const report = join(folder, "dbmon-report");
      const artifacts =
        whole.default.artifacts !== undefined && existsSync(report) ? readdirSync(report) : [];
      runs[value === "" ? name : `${name}: [${value}]`] = { ...run, artifacts };
    }
  }
  return runs;
}
