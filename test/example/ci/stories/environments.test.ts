/** Runs the jobs of the examples for many environments as written: one comment, and a deployment for each environment. */
import { addGithub, type Github } from "../github";
import { Gitlab } from "../gitlab-api";
import { runPipeline } from "../gitlab-pipeline";
import { type GithubEvent } from "../../../support/code-hosts/github-expressions";
import { type BeforeStep, type JobRun, runWorkflow } from "../github-workflow";
import { agentToken, CiProject, stagingAgentToken, stagingToken, token } from "../project";

const deploy = "Deploy: code went out";
let project: CiProject;
beforeEach(async () => {
  project = await CiProject.startEnvironments();
});
afterEach(() => project.stop());

function expectNoSecrets(printed: string): void {
  for (const secret of [token, agentToken, stagingToken, stagingAgentToken])
    expect(printed).not.toContain(secret);
}

/** The environments that have the alert. */
async function deployed(): Promise<string[]> {
  const tokens = { staging: stagingToken, production: token };
  const found = Object.entries(tokens).map(async ([environment, apiToken]) =>
    (await project.alert(deploy, apiToken)) === undefined ? [] : [environment],
  );
  return (await Promise.all(found)).flat();
}

describe("on GitHub", () => {
  let github: () => Github;
  beforeEach(() => {
    github = addGithub(project);
  });

  async function run(event: GithubEvent, beforeStep?: BeforeStep): Promise<Readonly<Record<string, JobRun>>> {
    const runs = await runWorkflow(project, "environments.yml", event, beforeStep);
    expectNoSecrets(JSON.stringify(runs));
    return runs;
  }
  const outcomes = (runs: Readonly<Record<string, JobRun>>) =>
    Object.entries(runs).map(([name, { hasFailed }]) => [name, hasFailed]);

  it("keeps the plans of all environments in one comment, and deploys each in its own job", async () => {
    const plans = await run({ name: "pull_request" });
    expect(outcomes(plans)).toEqual([
      ["check", false],
      ["plan", false],
    ]);
    expect(github().comments).toHaveLength(1);
    expect(github().comments[0]?.body).toMatch(/\| staging \| 3 \|[^]*\| production \| 3 \|/);
    expect(await deployed()).toEqual([]);

    const deployments = await run({ name: "push" });
    expect(outcomes(deployments)).toEqual([
      ["environments", false],
      ["deploy (staging)", false],
      ["deploy (production)", false],
    ]);
    expect(await deployed()).toEqual(["staging", "production"]);
    expect(await project.markers()).toHaveLength(1);

    await project.annotate(deploy, "Ask Jonas.");
    const drift = await run({ name: "schedule" });
    expect(outcomes(drift)).toEqual([["drift", false]]);
    expect(github().issues).toMatchObject([{ state: "open" }]);
    expect(github().issues[0]?.body).toContain("Ask Jonas.");
  });

  it("does not deploy to production if the deployment of staging fails", async () => {
    project.service.faults.add({ method: "POST", answer: { status: 400 }, times: 1 });
    const runs = await run({ name: "push" });
    expect(outcomes(runs)).toEqual([
      ["environments", false],
      ["deploy (staging)", true],
    ]);
    expect(await deployed()).not.toContain("production");
  });
});

it("on GitLab, keeps the plans of all environments in one note, and deploys each in its own job", async () => {
  const gitlab = await Gitlab.start();
  try {
    const file = "environments.gitlab-ci.yml";
    project.use(`gitlab/${file}`, ".gitlab-ci.yml");
    const run = async (source: "merge_request_event" | "push") => {
      const runs = await runPipeline(project, file, { source }, gitlab.url);
      expectNoSecrets(JSON.stringify(runs));
      return runs;
    };
    const plans = await run("merge_request_event");
    expect(plans).toMatchObject({ check: { exit: 0 }, plan: { exit: 0 } });
    expect(gitlab.notes).toHaveLength(2);
    expect(gitlab.notes[1]?.body).toMatch(/\| staging \| 3 \|[^]*\| production \| 3 \|/);
    expect(await run("push")).toMatchObject({
      "deploy: [staging]": { exit: 0 },
      "deploy: [production]": { exit: 0 },
    });
    expect(await deployed()).toEqual(["staging", "production"]);

    project.edit(".gitlab-ci.yml", (text) => text.replace("[staging, production]", "[staging]"));
    project.commit("Forget production");
    const forgotten = await run("merge_request_event");
    expect(forgotten["check"]).toMatchObject({ exit: 1 });
    expect(forgotten["check"]?.output).toContain("must have the matrix ENVIRONMENT: [staging, production]");
  } finally {
    await gitlab.stop();
  }
});
