/** The drill of `dbmon pipeline`, and its issue: opened by a drill, confirmed by comments, and closed when all are confirmed. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { FakeGitlab } from "../../../support/code-hosts/fake-gitlab";
import { commandBench, writesTo } from "../../../support/command";
import { runStep } from "./github";
import { runGitlabJob } from "./gitlab";

const bench = commandBench();
const agentToken = "drill-agent-token";
let github: FakeGithub;
let emulator: ServiceEmulator;
beforeEach(async () => {
  github = await FakeGithub.start();
  emulator = await bench.emulator({ propagationSeconds: 0, agentToken });
});
afterEach(() => github.stop());

const environment = { DBMON_AGENT_TOKEN: agentToken };
const drill = (inputs: Readonly<Record<string, string>> = {}) =>
  runStep(bench, github, emulator, {
    inputs: {
      command: "drill",
      destinations: "#db-alerts\nOn-call PagerDuty",
      "on-unconfirmed": "issue",
      ...inputs,
    },
    environment,
  });

function codeOfNewest(): string {
  const [newest] = emulator.environment().outbox();
  const { event_message: message } = newest?.body as { readonly event_message: string };
  return /Code: (\w{6})\./.exec(message)?.[1] ?? "none";
}

const eventCalls = () => writesTo(emulator).filter((write) => write.endsWith("/events")).length;

it("opens an issue, reads the codes in its comments, and closes it when all are confirmed", async () => {
  const first = await drill();
  expect(first.stderr).toContain("Opened an issue for the drill.");
  expect(first).toMatchObject({ code: 0, outputs: { "exit-code": "3" } });
  expect(github.labels).toEqual(["dbmon-drill"]);
  const [issue] = github.issues;
  expect(issue?.title).toBe("Destinations are not confirmed");
  expect(issue?.body).toMatch(
    /^<!-- dbmon drill [0-9a-f]{16} drill=[0-9a-f]{4}-[0-9a-f]{16} reported=\S+ -->\n/,
  );
  expect(issue?.body).toContain("### Drill: 2 not asked.");
  expect(issue?.body).toMatch(/should have a code since \d{4}-.*Z, which nobody entered/);
  expect(issue?.body).toContain("`NAME: CODE`");
  const code = codeOfNewest();
  expect(`${first.stdout}${first.stderr}${issue?.body ?? ""}`).not.toContain(code);

  // Nobody answers: the next run changes nothing, and creates no event.
  const writes = github.writes.length;
  expect((await drill()).code).toBe(0);
  expect(github.writes.slice(writes)).toEqual([]);
  expect(eventCalls()).toBe(1);

  github.addCommentOfOther(1, `Hello: both?\nOn-call PagerDuty: AAAAAA\n\`#db-alerts: ${code}\``);
  const second = await drill();
  expect(second.stderr).toContain("Updated issue 1, because a result of the drill changed.");
  expect(second.stdout).toContain('delivered: "#db-alerts" to "mira", who wrote the code in a comment');
  expect(second.stdout).toContain('not confirmed: "On-call PagerDuty" received another code');

  github.addCommentOfOther(1, `On-call PagerDuty: ${code.toLowerCase()}`);
  const last = await drill();
  expect(last.stderr).toContain("Closed issue 1: all destinations are confirmed.");
  expect(last).toMatchObject({ code: 0, outputs: { "exit-code": "0" } });
  expect(github.issues).toMatchObject([{ state: "closed", stateReason: "completed" }]);
  expect(eventCalls()).toBe(1);

  await drill();
  expect(eventCalls()).toBe(2);
  expect(github.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
});

it("reads the codes in the notes of an issue on GitLab", async () => {
  const gitlab = await FakeGitlab.start();
  try {
    const run = () =>
      runGitlabJob(bench, gitlab, emulator, {
        inputs: { command: "drill", destinations: "#db-alerts", "on-unconfirmed": "issue" },
        environment: { ...environment, GITLAB_CI: "true", CI_PIPELINE_SOURCE: "schedule" },
      });
    expect(await run()).toMatchObject({ code: 0 });
    const [issue] = gitlab.issues;
    expect(issue).toMatchObject({ title: "Destinations are not confirmed", state: "opened" });
    const code = codeOfNewest();
    const other = 31;
    gitlab.addNote(`issues/${String(issue?.iid)}`, `Received.\n#db-alerts: ${code}`, other);
    const last = await run();
    expect(last.stdout).toContain('delivered: "#db-alerts" to "user-31", who wrote the code in a comment');
    expect(gitlab.issues).toMatchObject([{ state: "closed" }]);
    expect(eventCalls()).toBe(1);
  } finally {
    await gitlab.stop();
  }
});

it("without an issue, an unconfirmed destination fails the job", async () => {
  expect((await drill({ "on-unconfirmed": "fail", destinations: "*" })).code).toBe(3);
  expect(github.writes).toEqual([]);
});

it("an untrusted event creates no event", async () => {
  const inputs = { command: "drill", destinations: "*" };
  const { code, stdout } = await runStep(bench, github, emulator, {
    inputs,
    environment,
    event: { name: "pull_request", pull: 1, isFork: true },
  });
  expect(code).toBe(1);
  expect(stdout).toContain("dbmon drill was not run: the change is from a fork");
  expect(writesTo(emulator)).toEqual([]);
});

it("names the missing input", async () => {
  const { code, stderr } = await drill({ destinations: "" });
  expect(code).toBe(1);
  expect(stderr).toContain("Missing input destinations.");
});
