/**
 * Runs a GitHub workflow's jobs as GitHub does: a fresh checkout for each, its shell steps in order and as they are written, with the
 * files and variables that GitHub gives them. Actions are taken as done: they bring the checkout, Node and terraform.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import * as z from "zod";
import { agentToken, type CiProject, token } from "./project";
import { runShell } from "./shell-step";

const texts = z.record(z.string(), z.string());
const step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: texts.optional(),
  run: z.string().optional(),
  "working-directory": z.string().optional(),
});
const job = z.strictObject({
  if: z.string(),
  "runs-on": z.string(),
  permissions: texts,
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean().optional() }).optional(),
  steps: z.array(step),
});
export const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }),
  jobs: z.record(z.string(), job),
});
export type Step = z.infer<typeof step>;

export interface GithubEvent {
  readonly name: "pull_request" | "push" | "schedule" | "workflow_dispatch";
  /** The repository that a pull request comes from; its own where it is left out. */
  readonly from?: string;
  /** Who has caused it; a member of the team where it is left out. */
  readonly actor?: string;
}

export interface StepRun {
  readonly outcome: "success" | "failure" | "skipped";
  readonly exit: number;
  readonly output: string;
}

export interface JobRun {
  readonly steps: Readonly<Record<string, StepRun>>;
  /** What the job shows below itself. */
  readonly summary: string;
  readonly hasFailed: boolean;
}

const skipped: StepRun = { outcome: "skipped", exit: 0, output: "" };

export function readWorkflow(file: string): z.infer<typeof workflow> {
  return workflow.parse(parse(readFileSync(resolve(__dirname, "../../../examples/ci/github", file), "utf8")));
}

/** What an expression sees: https://docs.github.com/en/actions/reference/contexts-reference */
export function contextOf(event: GithubEvent, permissions: Readonly<Record<string, string>>) {
  const { name, from = "shop/alerts", actor = "mira" } = event;
  const isStranger = from !== "shop/alerts" || actor === "dependabot[bot]";
  const pull = { number: 7, head: { repo: { full_name: from } } };
  return {
    github: {
      event_name: name,
      actor,
      repository: "shop/alerts",
      event: name === "pull_request" ? { pull_request: pull } : {},
      token: Object.entries(permissions)
        .map((pair) => pair.join(":"))
        .join(" "),
    },
    secrets: isStranger ? {} : { DBMON_API_TOKEN: token, DBMON_AGENT_TOKEN: agentToken },
  };
}

export function evaluate(expression: string, context: object): unknown {
  const text = /^\$\{\{(.*)\}\}$/s.exec(expression.trim())?.[1] ?? expression;
  return runInNewContext(text, context);
}

/** Where something else happens before a step. */
export type Meanwhile = (step: string) => Promise<void> | void;

/** @returns what ran, by the names of jobs and steps */
export async function runWorkflow(
  project: CiProject,
  file: string,
  event: GithubEvent,
  meanwhile: Meanwhile = () => undefined,
): Promise<Readonly<Record<string, JobRun>>> {
  const runs: Record<string, JobRun> = {};
  for (const [name, one] of Object.entries(readWorkflow(file).jobs)) {
    const vars = { DBMON_BASE_URL: project.service.url };
    const context = { ...contextOf(event, one.permissions), vars };
    if (evaluate(one.if, context) !== true) continue;
    runs[name] = await runJob(project, one.steps, context, meanwhile);
  }
  return runs;
}

async function runJob(
  project: CiProject,
  all: readonly Step[],
  context: object,
  meanwhile: Meanwhile,
): Promise<JobRun> {
  const workspace = project.checkout();
  const temp = mkdtempSync(join(project.work, "runner-"));
  const fresh = (name: string) => {
    writeFileSync(join(temp, name), "");
    return join(temp, name);
  };
  const read = (name: string) => readFileSync(join(temp, name), "utf8");
  const summary = fresh("summary");
  const set = fresh("env");
  const outputs: Record<string, { outputs: Record<string, string>; outcome: string }> = {};
  const runs: Record<string, StepRun> = {};
  let hasFailed = false;
  for (const [index, one] of all.entries()) {
    if (one.run === undefined) continue;
    const here = { ...context, steps: outputs, cancelled: () => false };
    const isDue = one.if === undefined ? !hasFailed : evaluate(one.if, here) === true;
    const output = fresh(`output-${String(index)}`);
    let run = skipped;
    if (isDue) {
      const title = one.name ?? one.run;
      await meanwhile(title);
      const environment = {
        ...project.environment,
        ...pairs(read("env")),
        ...Object.fromEntries(
          Object.entries(one.env ?? {}).map(([key, value]) => [key, filled(value, here)]),
        ),
        GITHUB_ACTIONS: "true",
        GITHUB_ENV: set,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temp,
      };
      // As `shell: bash` is run there, with the script as an argument instead of a file.
      const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] as const;
      const place = join(workspace, one["working-directory"] ?? ".");
      const { exit, output: said } = await runShell([...bash], one.run, place, environment);
      run = { outcome: exit === 0 ? "success" : "failure", exit, output: said };
    }
    hasFailed ||= run.outcome === "failure";
    runs[one.name ?? one.run] = run;
    if (one.id !== undefined)
      outputs[one.id] = { outcome: run.outcome, outputs: pairs(read(`output-${String(index)}`)) };
  }
  return { steps: runs, summary: read("summary"), hasFailed };
}

function filled(text: string, context: object): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (whole: string) => {
    const value = evaluate(whole, context);
    // A secret or variable that is not set is an empty text there.
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}

function pairs(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
}
