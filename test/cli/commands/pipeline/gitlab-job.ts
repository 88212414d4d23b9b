/** Runs jobs of ci/dbmon.gitlab-ci.yml as a runner of GitLab: with the inputs of the project, the variables of the event, and one shell. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { load } from "js-yaml";
import * as z from "zod";

const root = resolve(__dirname, "../../../..");
const text = readFileSync(join(root, "ci/dbmon.gitlab-ci.yml"), "utf8");
const [header = "", body = ""] = text.split(/^---$/m);

const inputSpec = z.strictObject({
  description: z.string(),
  type: z.literal("array").optional(),
  options: z.array(z.string()).optional(),
  default: z.union([z.string(), z.array(z.string())]),
});
const { spec } = z
  .object({ spec: z.strictObject({ inputs: z.record(z.string(), inputSpec) }) })
  .parse(load(header));

const environment = z.union([
  z.string(),
  z.strictObject({ name: z.string(), action: z.literal("access") }).transform(({ name }) => name),
]);
const artifacts = z.strictObject({
  when: z.literal("always").optional(),
  expose_as: z.string().optional(),
  paths: z.array(z.string()).optional(),
  reports: z.record(z.string(), z.string()).optional(),
});
const job = z.looseObject({
  before_script: z.array(z.string()).optional(),
  script: z.array(z.string()).optional(),
  rules: z.array(z.strictObject({ if: z.string(), exists: z.array(z.string()).optional() })).optional(),
  environment: environment.optional(),
  artifacts: artifacts.optional(),
  variables: z
    .looseObject({ DBMON_INPUTS: z.strictObject({ value: z.string(), expand: z.literal(false) }) })
    .optional(),
});

export type Inputs = Readonly<Record<string, string | readonly string[]>>;

/** Inserts inputs into the text of the file: a list becomes JSON. @throws Error for inputs that GitLab rejects */
function interpolate(inputs: Inputs): string {
  for (const [name, value] of Object.entries(inputs)) {
    const declared = spec.inputs[name];
    if (declared === undefined) throw new Error(`the file has no input ${name}`);
    if ((declared.type === "array") !== (typeof value !== "string"))
      throw new Error(`${name} has another type`);
    if (typeof value === "string" && declared.options?.includes(value) === false)
      throw new Error(`${name} has no option ${value}`);
  }
  return body.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = inputs[name] ?? spec.inputs[name]?.default;
    if (value === undefined) throw new Error(`the file has no input ${name}`);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

export function readJobs(inputs: Inputs): Readonly<Record<string, z.infer<typeof job>>> {
  return z.record(z.string(), job).parse(load(interpolate(inputs)));
}

/** Names of the jobs that an event starts in a project with test files. */
export function jobsFor(variables: Readonly<Record<string, string>>, inputs: Inputs = {}): string[] {
  return Object.entries(readJobs(inputs)).flatMap(([name, { rules = [] }]) => {
    const matches = (condition: string) =>
      runInNewContext(condition.replaceAll(/\$(\w+)/g, "variables.$1"), { variables }) === true;
    return rules.some((rule) => matches(rule.if)) ? [name] : [];
  });
}

interface JobRun {
  readonly exit: number;
  readonly output: string;
}

interface JobOptions {
  readonly folder: string;
  readonly inputs: Inputs;
  /** Variables of the event and of the project. */
  readonly variables: Readonly<Record<string, string>>;
  /** CI/CD variables by their environment scope. */
  readonly scopedVariables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** @param folder the checkout, in which the package is installed */
export async function runJob(
  name: string,
  { folder, inputs, variables, scopedVariables }: JobOptions,
): Promise<JobRun> {
  const jobs = readJobs(inputs);
  const { variables: own, environment: scope = "" } = jobs[name] ?? {};
  const script = jobs[name]?.script ?? jobs[".dbmon"]?.script ?? [];
  const child = spawn("sh", ["-ec", script.join("\n")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      npm_config_update_notifier: "false",
      GITLAB_CI: "true",
      ...variables,
      ...scopedVariables[scope],
      DBMON_INPUTS: own?.DBMON_INPUTS.value,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => (output += data));
  child.stderr.setEncoding("utf8").on("data", (data: string) => (output += data));
  const [exit] = (await once(child, "close")) as [number | null];
  return { exit: exit ?? -1, output };
}
