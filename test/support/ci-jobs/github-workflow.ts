/**
 * Runs the jobs of the workflows of a project for an event of GitHub: each in a fresh checkout, with its shell steps as written, and with
 * the files and variables that GitHub sets. Uploads of artifacts are recorded. Other actions are skipped: the checkout, Node and Terraform
 * already exist.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load as parse } from "js-yaml";
import * as z from "zod";
import { type FakeGithub } from "../code-hosts/fake-github";
import { contextOf, evaluate, type GithubEvent } from "./github-expressions";
import { type CiProject } from "./project";
import { runShell } from "./shell-step";

const strings = z.record(z.string(), z.string());
const step = z.strictObject({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: strings.optional(),
  run: z.string().optional(),
});
const job = z.strictObject({
  if: z.string().optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.literal(true),
      "max-parallel": z.literal(1),
      matrix: z.strictObject({ environment: z.array(z.string()) }),
    })
    .optional(),
  "runs-on": z.string(),
  environment: z.string().optional(),
  permissions: strings,
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean().optional() }).optional(),
  steps: z.array(step),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  jobs: z.record(z.string(), job),
});
type Job = z.infer<typeof job>;

export interface JobRun {
  readonly exit: number;
  readonly output: string;
  /** Job summary in Markdown. */
  readonly summary: string;
  /** Names of uploaded files. */
  readonly artifacts: readonly string[];
}

/** Names of the workflow files. @param folder of the project */
export function workflowFiles(folder: string): string[] {
  const workflows = join(folder, ".github/workflows");
  return readdirSync(workflows).map((name) => join(workflows, name));
}

/** The jobs of the workflows of a project, by name. @param event only those that it starts */
export function readJobs(folder: string, event?: GithubEvent): Readonly<Record<string, Job>> {
  const workflows = workflowFiles(folder).map((file) => workflow.parse(parse(readFileSync(file, "utf8"))));
  const jobs = workflows.flatMap(({ on, jobs }) =>
    event !== undefined && !Object.hasOwn(on, event.name) ? [] : Object.entries(jobs),
  );
  const isDue = (condition = "true") => event === undefined || evaluate(condition, contextOf(event)) === true;
  return Object.fromEntries(jobs.filter(([, one]) => isDue(one.if)));
}

/** @returns the jobs that ran, by name. Jobs of a matrix are named `deploy (staging)`. A failure of one stops the later ones. */
export async function runWorkflows(
  project: CiProject,
  github: FakeGithub,
  event: GithubEvent,
): Promise<Readonly<Record<string, JobRun>>> {
  const runs: Record<string, JobRun> = {};
  for (const [name, one] of Object.entries(readJobs(project.repository, event))) {
    for (const value of one.strategy?.matrix.environment ?? [""]) {
      const matrix = { environment: value };
      const environment = expandExpressions(one.environment ?? "", { matrix });
      const url = environment === "" ? {} : { DBMON_BASE_URL: project.service.url };
      const vars = { ...project.variables, ...url };
      const context = { ...contextOf(event, project.secrets[environment]), matrix, vars };
      const run = await runJob(project, github, one.steps, { event, context });
      runs[value === "" ? name : `${name} (${value})`] = run;
      if (run.exit !== 0) break;
    }
  }
  return runs;
}

async function runJob(
  project: CiProject,
  github: FakeGithub,
  steps: Job["steps"],
  { event, context }: { readonly event: GithubEvent; readonly context: object },
): Promise<JobRun> {
  const workspace = project.checkout();
  const temp = mkdtempSync(join(project.work, "runner-"));
  const file = (name: string, text = "") => {
    writeFileSync(join(temp, name), text);
    return join(temp, name);
  };
  const summary = file("summary");
  const pull = { number: 12, head: { sha: "fedcba9876543210", repo: { id: 1 } }, base: { repo: { id: 1 } } };
  const environment = {
    ...project.environment,
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: event.actor ?? "mira",
    GITHUB_API_URL: github.origin,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: file(
      "event.json",
      JSON.stringify(event.name === "pull_request" ? { pull_request: pull } : {}),
    ),
    GITHUB_REPOSITORY: "shop/alerts",
    GITHUB_RUN_ID: "815",
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
  };
  const outputs: Record<string, { outputs: Record<string, string> }> = {};
  const pathFile = file("path");
  const artifacts: string[] = [];
  let exit = 0;
  let output = "";
  for (const [index, one] of steps.entries()) {
    const here = { ...context, steps: outputs, cancelled: () => false };
    const isDue = one.if === undefined ? exit === 0 : evaluate(one.if, here) === true;
    if (!isDue) continue;
    if (one.uses?.startsWith("actions/upload-artifact@") === true)
      artifacts.push(...readdirSync(expandExpressions(String(one.with?.["path"]), here)));
    if (one.run === undefined) continue;
    const outputFile = file(`output-${String(index)}`);
    const own = Object.entries(one.env ?? {}).map(
      ([key, value]) => [key, expandExpressions(value, here)] as const,
    );
    // GitHub's command, with the script as an argument instead of a file.
    const folders = readFileSync(pathFile, "utf8").split("\n").filter(Boolean);
    const run = await runShell(["bash", "-e", "-c"], one.run, workspace, {
      ...environment,
      GITHUB_PATH: pathFile,
      PATH: [...folders, project.environment["PATH"]].join(":"),
      ...Object.fromEntries(own),
      GITHUB_OUTPUT: outputFile,
    });
    output += `${one.run}\n${run.output}`;
    exit = exit === 0 ? run.exit : exit;
    // Outputs that a step has not set are empty strings.
    if (one.id !== undefined) outputs[one.id] = { outputs: { report: "", ...readOutputs(outputFile) } };
  }
  return { exit, output, summary: readFileSync(summary, "utf8"), artifacts };
}

function expandExpressions(text: string, context: object): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (whole: string) => {
    const value = evaluate(whole, context);
    // Unset secrets and variables expand to an empty string.
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}

/** Parses the file as the runner does: `NAME<<END`, lines, `END`. */
function readOutputs(file: string): Record<string, string> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const blocks = text.matchAll(/^([\w-]+)<<(.+)\n(?:([^]*?)\n)?\2\n/gm);
  return Object.fromEntries([...blocks].map(([, name = "", , value = ""]) => [name, value]));
}
