/** Runs the jobs of examples/ci/github/dbmon.yml as written: calls to the service, comments and issues. */
import { addGithub, type Github } from "../github";
import { type GithubEvent } from "../../../support/code-hosts/github-expressions";
import { type BeforeStep, type JobRun, runWorkflow } from "../github-workflow";
import { agentToken, CiProject, token } from "../project";

const file = "dbmon.yml";
const deploy = "Deploy: code went out";
let project: CiProject;
let github: () => Github;
beforeEach(async () => {
  project = await CiProject.start("yaml");
  github = addGithub(project, ["<!-- dbmon-plan --> is the marker of our bot."]);
});
afterEach(() => project.stop());

async function run(event: GithubEvent, beforeStep?: BeforeStep): Promise<Readonly<Record<string, JobRun>>> {
  const runs = await runWorkflow(project, file, event, beforeStep);
  const printed = JSON.stringify(runs);
  expect(printed).not.toContain(token);
  expect(printed).not.toContain(agentToken);
  return runs;
}

/** Runs one job, which must succeed. */
async function succeed(event: GithubEvent, name: string): Promise<JobRun> {
  const job = (await run(event))[name];
  if (job === undefined || job.hasFailed)
    throw new Error(`${name} failed: ${JSON.stringify(job, undefined, 2)}`);
  return job;
}

const writes = () =>
  project.service.requests.list().filter(({ method, path }) => method !== "GET" && path.includes("/config/"));

it("checks and tests a pull request, and keeps its plan in one comment", async () => {
  const runs = await run({ name: "pull_request" });
  expect(Object.entries(runs).map(([name, { hasFailed }]) => [name, hasFailed])).toEqual([
    ["check", false],
    ["plan", false],
  ]);
  expect(runs["check"]?.steps["npm test"]?.output).toMatch(/^# pass 2$/m);
  expect(runs["plan"]?.summary).toContain("### Plan: 3 to create");
  expect(github().comments.map(({ body }) => body)).toEqual([
    "<!-- dbmon-plan --> is the marker of our bot.",
    expect.stringMatching(/^<!-- dbmon-plan -->\n### Plan: 3 to create/),
  ]);
  expect(github().comments[1]?.body).toContain(deploy);
  const [[url, page] = []] = Object.entries(runs["plan"]?.artifacts ?? {});
  expect(page).toMatch(/^<!doctype html>[^]*Deploy: code went out/i);
  expect(github().comments[1]?.body).toMatch(new RegExp(`\n\\[HTML report\\]\\(${String(url)}\\)\n$`));

  project.edit("alerts/databases.yaml", (text) => text.replace(deploy, "Deploy: a release"));
  project.edit("alerts.test.yaml", (text) => text.replace(deploy, "Deploy: a release"));
  project.commit("Rename an alert");
  await succeed({ name: "pull_request" }, "plan");
  expect(github().comments).toHaveLength(2);
  expect(github().comments[1]?.body).toContain("Deploy: a release");
  expect(writes()).toEqual([]);
});

it("fails the job and comments the error when a plan fails", async () => {
  project.edit("alerts/databases.yaml", (text) => text.replace("#db-alerts", "#no-such-channel"));
  project.edit("alerts.test.yaml", (text) => text.replace(/(went out.*)#db-alerts/, "$1#no-such-channel"));
  project.commit("Misspell a destination");
  const { plan } = await run({ name: "pull_request" });
  expect(plan?.steps["Plan"]?.exit).toBe(1);
  expect(plan?.steps["Comment"]?.outcome).toBe("success");
  expect(github().comments[1]?.body).toContain("#no-such-channel");
});

it("checks a pull request from a fork without tokens and without a plan", async () => {
  const runs = await run({ name: "pull_request", from: "fork/alerts" });
  expect(Object.keys(runs)).toEqual(["check"]);
  expect(runs["check"]?.hasFailed).toBe(false);
  expect(project.service.requests.list()).toEqual([]);
});

it("deploys a push to main and marks the deployment", async () => {
  const { steps, summary } = await succeed({ name: "push" }, "deploy");
  expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
  expect(steps["Deploy"]?.output).toContain("Apply: 3 of 3 changes applied.");
  expect(summary).toContain("### Apply: 3 of 3 changes applied.");
  expect(await project.markers()).toEqual([expect.stringMatching(/^[0-9a-f]{7,} First alerts$/)]);

  project.service.requests.clear();
  project.commit("Edit the README");
  await succeed({ name: "push" }, "deploy");
  expect(writes()).toEqual([]);
});

it("exits with 3, writes nothing and marks nothing when the plan is stale", async () => {
  await succeed({ name: "push" }, "deploy");
  project.edit("alerts/databases.yaml", (text) => text.replace("policy: 1", "policy: 2"));
  project.commit("Change the policy");
  let before = 0;
  const runs = await run({ name: "push" }, async (step) => {
    if (step !== "Deploy") return;
    await project.annotate(deploy, "Ask Jonas.");
    before = writes().length;
  });
  expect(runs["deploy"]?.steps["Deploy"]?.exit).toBe(3);
  expect(runs["deploy"]?.steps["Mark the deployment"]?.outcome).toBe("skipped");
  expect(writes()).toHaveLength(before);
  expect(await project.markers()).toHaveLength(1);
});

it("reports drift in one issue: opens, updates and closes it", async () => {
  await succeed({ name: "push" }, "deploy");
  await succeed({ name: "schedule" }, "drift");
  expect(github().issues).toEqual([]);

  await project.annotate(deploy, "Ask Jonas.");
  const { steps, summary, artifacts } = await succeed({ name: "schedule" }, "drift");
  expect(steps["Drift"]?.output).toContain('drifted: "Deploy: code went out" differs');
  expect(summary).toContain("### Drift: 2 in sync, 1 drifted");
  expect(github().issues).toMatchObject([
    { number: 1, title: "Alerts differ from their definitions", state: "open" },
  ]);
  expect(github().issues[0]?.body).toContain("Ask Jonas.");
  const [url = "no artifact"] = Object.keys(artifacts);
  expect(github().issues[0]?.body).toContain(`[HTML report](${url})`);

  await project.annotate(deploy, "Ask Mira.");
  await succeed({ name: "workflow_dispatch" }, "drift");
  expect(github().issues).toHaveLength(1);
  expect(github().issues[0]?.body).toContain("Ask Mira.");

  await succeed({ name: "push" }, "deploy");
  await succeed({ name: "schedule" }, "drift");
  expect(github().issues).toMatchObject([{ number: 1, state: "closed", comments: ["The drift is gone."] }]);
});

it("fails the job and leaves issues unchanged when the service does not respond", async () => {
  project.service.faults.add({ method: "GET", path: /\/config\/alerts$/, answer: { status: 400 } });
  const { drift } = await run({ name: "schedule" });
  expect(drift?.hasFailed).toBe(true);
  expect(drift?.steps["Report"]?.outcome).toBe("skipped");
  expect(github().issues).toEqual([]);
});
