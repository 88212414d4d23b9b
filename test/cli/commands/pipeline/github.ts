/** Runs `dbmon pipeline github` as a step of a workflow: with the variables, the event and the files of the runner. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { type FakeGithub, githubToken } from "../../../support/code-hosts/fake-github";
import { type commandBench, environmentOf, type Run } from "../../../support/command";
import { skipWaits } from "../../../support/programs";

interface WorkflowEvent {
  /** Default: `pull_request`, or `schedule` without a pull request. */
  readonly name?: string;
  /** Number of the pull request. Undefined: a push or a schedule. */
  readonly pull?: number;
  readonly isFork?: boolean;
  readonly actor?: string;
  /** Text of the title and of the name of the branch. */
  readonly title?: string;
}

interface StepRun extends Run {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface Step {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event?: WorkflowEvent;
  readonly environment?: Readonly<Record<string, string>>;
  /** The working directory, in the checkout. */
  readonly cwd?: string;
}

let steps = 0;

export async function runStep(
  bench: ReturnType<typeof commandBench>,
  github: FakeGithub,
  emulator: ServiceEmulator | undefined,
  { inputs, event = {}, environment = {}, cwd }: Step,
): Promise<StepRun> {
  // Outside of the project, as on a runner.
  const folder = join(bench.folder(), ".runner", String(++steps));
  mkdirSync(folder, { recursive: true });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const output = file("output", "");
  const summary = file("summary", "");
  const run = await bench.dbmon(["pipeline", "github"], {
    ...(cwd === undefined ? {} : { cwd }),
    environment: {
      ...(emulator === undefined ? {} : environmentOf(emulator)),
      ...skipWaits,
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: github.origin,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_REPOSITORY: "shop/alerts",
      GITHUB_RUN_ID: "815",
      GITHUB_ACTOR: event.actor ?? "mira",
      GITHUB_SHA: "0123456789abcdef0123456789abcdef01234567",
      GITHUB_EVENT_NAME: event.name ?? (event.pull === undefined ? "schedule" : "pull_request"),
      GITHUB_BASE_REF: event.pull === undefined ? "" : "main",
      GITHUB_EVENT_PATH: file("event.json", JSON.stringify(eventOf(event))),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_TOKEN: githubToken,
      GITHUB_WORKSPACE: bench.folder(),
      RUNNER_TEMP: folder,
      DBMON_INPUTS: JSON.stringify(inputs),
      ...environment,
    },
  });
  expect(run.stdout + run.stderr).not.toContain(githubToken);
  return { ...run, outputs: readOutputs(output), summary: readFileSync(summary, "utf8") };
}

function eventOf({ pull, isFork = false, title = "Add alerts" }: WorkflowEvent): unknown {
  if (pull === undefined) return { schedule: "23 6 * * *" };
  const head = { ref: title, sha: "fedcba9876543210fedcba9876543210fedcba98", repo: { id: isFork ? 2 : 1 } };
  return { pull_request: { number: pull, title, head, base: { repo: { id: 1 } } } };
}

/** Parses the file as the runner does: `NAME<<END`, lines, `END`. */
function readOutputs(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/([\w-]+)<<(.+)\n(?:([^]*?)\n)?\2\n/gy)];
  expect(blocks.map(([block]) => block).join("")).toBe(text);
  return Object.fromEntries(blocks.map(([, name = "", , value = ""]) => [name, value]));
}
