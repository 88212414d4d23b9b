/** Projects of `dbmon init` that use the published action: each of its steps runs with a service and a GitHub or GitLab on this machine. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { parseEnvironments } from "../../../src/cli/init/environments";
import { writeScaffold } from "../../../src/cli/init/scaffold";
import { type ServiceEmulator } from "../../../src/emulator";
import { commandBench, token } from "../shared/command";
import { runStep, type StepRun, type WorkflowEvent } from "./github";
import { contextOf, evaluate, type GithubEvent } from "../../support/code-hosts/github-expressions";
import { FakeGithub } from "../../support/code-hosts/fake-github";
import { FakeGitlab, gitlabToken } from "../../support/code-hosts/fake-gitlab";
import { runJob } from "../../support/code-hosts/gitlab-job";
import { preload } from "../../support/programs";

const root = resolve(__dirname, "../../..");
const bench = commandBench();
const publication = { repository: "shop/dbmon-iac", tag: "v0" };
const stagingToken = "s3cr3t-staging-token";
let emulator: ServiceEmulator;
beforeEach(async () => {
  emulator = await bench.emulator({ propagationSeconds: 0, tokens: { [stagingToken]: "staging" } });
});

const read = (file: string) => readFileSync(join(bench.folder(), file), "utf8");

function createProject(ci: "github" | "gitlab", environments = ""): void {
  writeScaffold({
    folder: bench.folder(),
    language: "yaml",
    packageSpec: "^0.2.0",
    environments: environments === "" ? [] : parseEnvironments(environments),
    ci,
    publication,
  });
  if (environments !== "")
    bench.write("dbmon.yaml", read("dbmon.yaml").replaceAll("http://127.0.0.1:8080", emulator.url));
}

const texts = z.record(z.string(), z.string());
const workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      if: z.string(),
      strategy: z.unknown().optional(),
      steps: z.array(
        z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
});
const action = z
  .object({ inputs: z.record(z.string(), z.object({ default: z.string().optional() })) })
  .parse(parse(readFileSync(join(root, "action.yml"), "utf8")));
const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""] as const);

describe("on GitHub", () => {
  let github: FakeGithub;
  beforeEach(async () => {
    github = await FakeGithub.start();
  });
  afterEach(() => github.stop());

  /** Runs the steps with the action of all jobs that the event starts. @returns them by job, or by job and environment */
  async function run(event: GithubEvent, details: WorkflowEvent = {}): Promise<Record<string, StepRun>> {
    const runs: Record<string, StepRun> = {};
    for (const [name, job] of Object.entries(
      workflow.parse(parse(read(".github/workflows/alerts.yml"))).jobs,
    )) {
      if (evaluate(job.if, contextOf(event, {})) !== true) continue;
      for (const environment of job.strategy === undefined ? [""] : ["staging", "production"]) {
        for (const { uses, with: inputs } of job.steps) {
          if (uses !== "shop/dbmon-iac@v0") continue;
          const given = Object.entries(texts.parse(inputs)).map(
            ([input, text]) => [input, text.replace("${{ matrix.environment }}", environment)] as const,
          );
          runs[environment === "" ? name : `${name} ${environment}`] = await runStep(
            bench,
            github,
            emulator,
            {
              inputs: Object.fromEntries([...defaults, ...given]),
              event: details,
              environment: { DBMON_STAGING_TOKEN: stagingToken, DBMON_PRODUCTION_TOKEN: token },
            },
          );
        }
      }
    }
    return runs;
  }
  const codes = (runs: Record<string, StepRun>) =>
    Object.fromEntries(Object.entries(runs).map(([name, { code }]) => [name, code]));

  it.each([
    ["", ["deploy"], "### Plan: 3 to create"],
    ["staging,production", ["deploy staging", "deploy production"], "| production | 3 |"],
  ])("with the environments %j, plans, deploys and reports drift", async (names, deployments, plan) => {
    createProject("github", names);
    const pull = { pull: 12 };
    expect(codes(await run({ name: "pull_request" }, pull))).toEqual({ check: 0, plan: 0 });
    expect(codes(await run({ name: "pull_request" }, pull))).toEqual({ check: 0, plan: 0 });
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining(plan)]);
    expect(codes(await run({ name: "schedule" }))).toEqual({ drift: 0 });
    expect(github.issues).toMatchObject([{ state: "open" }]);
    const deployed = Object.fromEntries(deployments.map((name) => [name, 0]));
    expect(codes(await run({ name: "push" }))).toEqual(deployed);
    expect(codes(await run({ name: "workflow_dispatch" }))).toEqual({ drift: 0 });
    expect(github.issues).toMatchObject([{ state: "closed" }]);
  });

  it("says why the pull request of a fork gets no plan", async () => {
    createProject("github");
    const { plan } = await run({ name: "pull_request", from: "fork/alerts" }, { pull: 12, isFork: true });
    expect(plan?.code).toBe(0);
    expect(plan?.summary).toContain("dbmon plan was not run");
    expect(plan?.summary).toContain("### Test: ");
    expect([...emulator.requests.list(), ...github.requests]).toEqual([]);
  });
});

it("on GitLab, the include has inputs of the file, and plans", async () => {
  createProject("gitlab");
  const gitlab = await FakeGitlab.start();
  bench.onClose(() => gitlab.stop());
  mkdirSync(join(bench.folder(), "node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "dist/cli/main.js"), join(bench.folder(), "node_modules/.bin/dbmon"));
  const include = z.strictObject({
    remote: z.literal("https://raw.githubusercontent.com/shop/dbmon-iac/v0/ci/dbmon.gitlab-ci.yml"),
    inputs: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  });
  const [{ inputs }] = z.object({ include: z.tuple([include]) }).parse(parse(read(".gitlab-ci.yml"))).include;
  const run = await runJob("dbmon-plan", {
    folder: bench.folder(),
    inputs,
    variables: {
      ...preload(require.resolve("../../support/skip-waits.cjs")),
      CI_API_V4_URL: `${gitlab.origin}/api/v4`,
      CI_PROJECT_ID: "42",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_PROJECT_ID: "42",
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
    },
    scopedVariables: {
      "alerts-plan": { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: token, GITLAB_TOKEN: gitlabToken },
    },
  });
  expect(run).toMatchObject({ exit: 0 });
  expect(gitlab.notes).toMatchObject([{ body: expect.stringContaining("### Plan: 3 to create") as string }]);
});
