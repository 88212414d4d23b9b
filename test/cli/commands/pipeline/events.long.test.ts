/** Which events `dbmon pipeline github` trusts, and what it runs for the others. */
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { alerts, commandBench, cpuHigh, deployed } from "../../../support/command";
import { runStep, type Step } from "./github";

const bench = commandBench();
let github: FakeGithub;
let emulator: Awaited<ReturnType<typeof bench.emulator>>;
beforeEach(async () => {
  github = await FakeGithub.start();
  emulator = await bench.emulator();
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
});
afterEach(() => github.stop());

const step = (overrides: Partial<Step>) =>
  runStep(bench, github, emulator, { inputs: { command: "plan", sources: "alerts.yaml" }, ...overrides });

it("runs check and test for a fork, without the service and without a comment", async () => {
  const run = await step({
    event: { pull: 12, isFork: true },
    environment: { GITHUB_TOKEN: "", DBMON_API_TOKEN: "" },
  });
  const sentence =
    "dbmon plan was not run: the change is from a fork, whose code must not run with the tokens of this project. " +
    "Instead, dbmon check and dbmon test were run.";
  expect(run).toMatchObject({ code: 0, stderr: "", outputs: { changes: "", "exit-code": "0" } });
  expect(run.stdout).toContain(`::notice title=dbmon::${sentence}`);
  expect(run.summary).toContain("was not run");
  expect(emulator.requests.list()).toEqual([]);
  expect(github.requests).toEqual([]);
  const bot = await step({ event: { pull: 12, actor: "dependabot[bot]" } });
  expect(bot.stdout).toContain(
    "the change is from Dependabot, which GitHub gives no secrets of this project",
  );
  expect(emulator.requests.list()).toEqual([]);
});

it.each(["pull_request_target", "workflow_run", "issue_comment", "pull_request_review", "x::y"])(
  "runs check and test for the event %s, without tokens",
  async (name) => {
    const run = await step({ event: { name, pull: 12 } });
    expect(run).toMatchObject({ code: 0, stderr: "", outputs: { "exit-code": "0" } });
    expect(run.stdout).toMatch(
      /^::notice title=dbmon::dbmon plan was not run: (?:the event \w+|an event with an invalid name) is not trusted \(trusted are push, /,
    );
    expect([...emulator.requests.list(), ...github.requests]).toEqual([]);
  },
);

it.each<[string, Step["event"]]>([
  ["a fork", { pull: 12, isFork: true }],
  ["workflow_run", { name: "workflow_run" }],
])("fails instead of apply, drift and audit for %s", async (_, event = {}) => {
  for (const command of ["apply", "drift", "audit"]) {
    const run = await step({ inputs: { command }, event });
    expect(run).toMatchObject({ code: 1, outputs: { changes: "", "exit-code": "1" } });
    expect(run.stdout).toContain(`::error title=dbmon::dbmon ${command} was not run: the `);
    expect(run.stdout).toContain("Run the job for a trusted event, for example a push.");
    if (command === "audit") continue;
    const terraform = await step({ inputs: { command, terraform: "." }, event });
    expect(terraform).toMatchObject({ code: 1, outputs: { changes: "", "exit-code": "1" } });
  }
  for (const command of ["check", "test", "backtest"])
    expect((await step({ inputs: { command }, event })).code).toBe(command === "test" ? 1 : 0);
  expect([...emulator.requests.list(), ...github.requests]).toEqual([]);
});

it.each(["push", "workflow_dispatch", "repository_dispatch", "merge_group", "release"])(
  "plans for the event %s",
  async (name) => {
    expect(await step({ event: { name } })).toMatchObject({ code: 0, outputs: { changes: "true" } });
    expect(emulator.requests.list()).not.toEqual([]);
  },
);
