/**
 * Runs the jobs of a GitHub workflow: each in a fresh checkout, with its shell steps as written, and with the files and variables
 * that GitHub sets. Uploads of artifacts are recorded. Steps with other actions are skipped: the checkout, Node and terraform already
 * exist.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { contextOf, evaluate, type GithubEvent } from "../../support/code-hosts/github-expressions";
import { type CiProject } from "./project";
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
  needs: z.string().optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.literal(true),
      "max-parallel": z.literal(1),
      matrix: z.strictObject({ environment: z.string() }),
    })
    .optional(),
  "runs-on": z.string(),
  environment: z.string().optional(),
  outputs: texts.optional(),
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

export interface StepRun {
  readonly outcome: "success" | "failure" | "skipped";
  readonly exit: number;
  readonly output: string;
}

export interface JobRun {
  readonly steps: Readonly<Record<string, StepRun>>;
  /** Job summary in Markdown. */
  readonly summary: string;
  readonly hasFailed: boolean;
  /** Contents of uploaded files, by URL. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** By ID of the step. */
  readonly outputs: Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>;
}

const skipped: StepRun = { outcome: "skipped", exit: 0, output: "" };

export function readWorkflow(file: string): z.infer<typeof workflow> {
  return workflow.parse(parse(readFileSync(resolve(__dirname, "../../../examples/ci/github", file), "utf8")));
}

/** The contexts of expressions: https://docs.github.com/en/actions/reference/contexts-reference */
/** Called with the name of each step before it runs. */
export type BeforeStep = (step: string) => Promise<void> | void;

/** @returns the jobs that ran, by name. Jobs of a matrix are named `deploy (staging)`. A failure of one stops the later ones. */
export async function runWorkflow(
  project: CiProject,
  file: string,
  event: GithubEvent,
  beforeStep: BeforeStep = () => undefined,
): Promise<Readonly<Record<string, JobRun>>> {
  const runs: Record<string, JobRun> = {};
  const needs: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {};
  for (const [name, one] of Object.entries(readWorkflow(file).jobs)) {
    const trigger = contextOf(event, one.permissions);
    if (evaluate(one.if, trigger) !== true) continue;
    if (one.needs !== undefined && needs[one.needs] === undefined) continue;
    const values = z
      .array(z.string())
      .parse(one.strategy ? evaluate(one.strategy.matrix.environment, { ...trigger, needs }) : [""]);
    for (const value of values) {
      const matrix = { environment: value };
      const environment = expandExpressions(one.environment ?? "", { matrix });
      const vars = environment === "" ? {} : { DBMON_BASE_URL: project.service.url };
      const context = {
        ...contextOf(event, one.permissions, project.secrets[environment]),
        matrix,
        vars,
      };
      const run = await runJob(project, one.steps, context, beforeStep);
      runs[value === "" ? name : `${name} (${value})`] = run;
      if (run.hasFailed) break;
      const outputs = Object.entries(one.outputs ?? {}).map(
        ([key, text]) => [key, expandExpressions(text, { steps: run.outputs })] as const,
      );
      needs[name] = { outputs: Object.fromEntries(outputs) };
    }
  }
  return runs;
}

async function runJob(
  project: CiProject,
  all: readonly Step[],
  context: object,
  beforeStep: BeforeStep,
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
  const artifacts: Record<string, string> = {};
  let hasFailed = false;
  for (const [index, one] of all.entries()) {
    const upload = one.uses?.startsWith("actions/upload-artifact@") === true ? one.with : undefined;
    if (one.run === undefined && upload === undefined) continue;
    const here = { ...context, steps: outputs, cancelled: () => false };
    const isDue = one.if === undefined ? !hasFailed : evaluate(one.if, here) === true;
    const output = fresh(`output-${String(index)}`);
    let run = skipped;
    if (isDue && one.run === undefined) {
      const file = join(workspace, String(upload?.["path"]));
      const url = `https://github.example/shop/alerts/artifacts/${String(index)}`;
      run = { outcome: "success", exit: 0, output: "" };
      // Without a file, the action prints a warning and sets no output.
      if (existsSync(file)) {
        artifacts[url] = readFileSync(file, "utf8");
        writeFileSync(output, `artifact-url=${url}\n`);
      }
    } else if (isDue && one.run !== undefined) {
      const title = one.name ?? one.run;
      await beforeStep(title);
      const environment = {
        ...project.environment,
        ...pairs(read("env")),
        ...Object.fromEntries(
          Object.entries(one.env ?? {}).map(([key, value]) => [key, expandExpressions(value, here)]),
        ),
        GITHUB_ACTIONS: "true",
        GITHUB_ENV: set,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temp,
      };
      // GitHub's command for `shell: bash`, with the script as an argument instead of a file.
      const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] as const;
      const folder = join(workspace, one["working-directory"] ?? ".");
      const { exit, output: printed } = await runShell([...bash], one.run, folder, environment);
      run = { outcome: exit === 0 ? "success" : "failure", exit, output: printed };
    }
    hasFailed ||= run.outcome === "failure";
    runs[one.name ?? one.run ?? ""] = run;
    if (one.id !== undefined)
      outputs[one.id] = { outcome: run.outcome, outputs: pairs(read(`output-${String(index)}`)) };
  }
  return { steps: runs, summary: read("summary"), hasFailed, artifacts, outputs };
}

function expandExpressions(text: string, context: object): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (whole: string) => {
    const value = evaluate(whole, context);
    // Unset secrets and variables expand to an empty string.
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
}

function pairs(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
}
