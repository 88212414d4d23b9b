/** The workflows of generated projects on GitHub: each runs with a service and a GitHub on this machine, Terraform with a backend. */
import { join } from "node:path";
import { addBackend } from "../support/ci-jobs/backend";
import { type GithubEvent } from "../support/ci-jobs/github-expressions";
import { type JobRun, runWorkflows } from "../support/ci-jobs/github-workflow";
import { agentToken, CiProject, stagingAgentToken, stagingToken, token } from "../support/ci-jobs/project";
import { FakeGithub, githubToken } from "../support/code-hosts/fake-github";
import { describeWithTerraform } from "../support/terraform";

const deploy = "Deploy: code went out";

describeWithTerraform("GitHub", () => {
  let project: CiProject;
  let github: FakeGithub;
  beforeEach(async () => {
    github = await FakeGithub.start();
  });
  afterEach(async () => {
    await github.stop();
    await project.stop();
  });

  async function run(event: GithubEvent): Promise<Readonly<Record<string, JobRun>>> {
    const runs = await runWorkflows(project, github, event);
    const printed = JSON.stringify(runs);
    for (const secret of [token, agentToken, stagingToken, stagingAgentToken, githubToken])
      expect(printed).not.toContain(secret);
    return runs;
  }

  async function succeed(
    event: GithubEvent["name"],
    ...names: string[]
  ): Promise<Readonly<Record<string, JobRun>>> {
    const runs = await run({ name: event });
    expect(Object.keys(runs)).toEqual(names);
    const failed = Object.values(runs).filter(({ exit }) => exit !== 0);
    if (failed.length > 0) throw new Error(failed.map(({ output }) => output).join("\n"));
    return runs;
  }

  it.each([
    ["yaml", "### Plan: 3 to create"],
    ["typescript", "### Terraform plan: 3 to add, 0 to change, 0 to destroy"],
    ["hcl", "### Terraform plan: 3 to add, 0 to change, 0 to destroy"],
  ] as const)(
    "%s: plans a pull request, deploys main, and reports drift until it is repaired",
    async (language, plan) => {
      project = await CiProject.start(language, "github");
      if (language !== "yaml") addBackend(project, language, join(project.work, "state.tfstate"));
      for (let count = 0; count < 2; count++) {
        const runs = await succeed("pull_request", "check", "plan");
        expect(runs["plan"]?.artifacts).toEqual(language === "yaml" ? ["plan.html"] : []);
      }
      expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining(plan)]);
      expect(github.comments[0]?.body).toContain(deploy);
      expect(await project.alert(deploy)).toBeUndefined();

      await succeed("push", "deploy");
      expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
      expect(await project.markers()).toHaveLength(1);
      await succeed("schedule", "drift");
      expect(github.issues).toEqual([]);

      for (const annotations of ["Ask Jonas.", "Ask Mira."]) {
        await project.annotate(deploy, annotations);
        for (let count = 0; count < 2; count++) await succeed("schedule", "drift");
        expect(github.issues).toMatchObject([{ number: 1, state: "open" }]);
        expect(github.issues[0]?.body).toContain(annotations);
      }
      // Opened, updated by the second drift, and unchanged by the second run of each.
      expect(
        github.writes.filter((write) => write.startsWith("PATCH /repos/shop/alerts/issues/1")),
      ).toHaveLength(1);

      project.service.faults.add({ method: "GET", path: "*/config/alerts", answer: { status: 400 } });
      expect((await run({ name: "workflow_dispatch" }))["drift"]?.exit).toBe(1);
      expect(github.issues).toMatchObject([{ state: "open" }]);
      expect((await run({ name: "pull_request" }))["plan"]?.exit).toBe(1);
      expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining("failed.")]);
      project.service.faults.clear();

      await project.annotate(deploy, "");
      await succeed("schedule", "drift");
      expect(github.issues).toMatchObject([{ number: 1, state: "closed" }]);
    },
    900_000,
  );

  it("with environments: one comment and one issue for all, and a deployment of each", async () => {
    project = await CiProject.startEnvironments("github");
    await succeed("pull_request", "check", "plan");
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/\| staging \| 3 \|[^]*\| production \| 3 \|/) as string,
    ]);
    project.service.faults.add({
      method: "POST",
      path: "*/config/alerts",
      answer: { status: 400 },
      times: 3,
    });
    expect(Object.keys(await run({ name: "push" }))).toEqual(["deploy (staging)"]);
    project.service.faults.clear();
    await succeed("push", "deploy (staging)", "deploy (production)");
    for (const apiToken of [stagingToken, token])
      expect(await project.alert(deploy, apiToken)).toMatchObject({ policy: 1 });
    await succeed("schedule", "drift");
    expect(github.issues).toEqual([]);
    await project.annotate(deploy, "Ask Jonas.");
    await succeed("schedule", "drift");
    expect(github.issues).toMatchObject([{ state: "open" }]);
  });
});
