/** The pipelines of generated projects on GitLab: each job runs with a service and a GitLab on this machine, Terraform with a backend. */
import { join } from "node:path";
import { addBackend } from "../support/ci-jobs/backend";
import { type GitlabEvent, runPipeline } from "../support/ci-jobs/gitlab-pipeline";
import { agentToken, CiProject, stagingToken, token } from "../support/ci-jobs/project";
import { FakeGitlab, gitlabToken } from "../support/code-hosts/fake-gitlab";
import { describeWithTerraform } from "../support/terraform";

const deploy = "Deploy: code went out";

describeWithTerraform("GitLab", () => {
  let project: CiProject;
  let gitlab: FakeGitlab;
  beforeEach(async () => {
    gitlab = await FakeGitlab.start();
  });
  afterEach(async () => {
    await gitlab.stop();
    await project.stop();
  });

  /** @returns the names of the jobs, which succeeded */
  async function run(event: GitlabEvent): Promise<string[]> {
    const runs = await runPipeline(project, event, `${gitlab.origin}/api/v4`);
    const printed = JSON.stringify(runs, undefined, 2);
    for (const secret of [token, agentToken, gitlabToken, stagingToken])
      expect(printed).not.toContain(secret);
    if (Object.values(runs).some(({ exit }) => exit !== 0)) throw new Error(printed);
    return Object.keys(runs);
  }

  const merge: GitlabEvent = { source: "merge_request_event" };

  it.each([
    ["yaml", "### Plan: 3 to create"],
    ["typescript", "### Terraform plan: 3 to add"],
    ["hcl", "### Terraform plan: 3 to add"],
  ] as const)(
    "%s: plans a merge request, deploys the default branch, and reports drift until it is repaired",
    async (language, plan) => {
      project = await CiProject.start(language, "gitlab");
      if (language !== "yaml") addBackend(project, language, join(project.work, "state.tfstate"));
      for (let count = 0; count < 2; count++) expect(await run(merge)).toEqual(["check", "plan"]);
      expect(gitlab.notes.map(({ body }) => body)).toEqual([expect.stringContaining(plan)]);
      expect(await project.alert(deploy)).toBeUndefined();

      expect(await run({ source: "push" })).toEqual(["deploy"]);
      expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
      expect(await project.markers()).toHaveLength(1);

      await project.annotate(deploy, "Ask Jonas.");
      expect(await run({ source: "schedule" })).toEqual(["drift"]);
      expect(gitlab.issues).toMatchObject([{ iid: 1, state: "opened", labels: "dbmon-drift" }]);
      expect(gitlab.issues[0]?.description).toContain("Ask Jonas.");
      await project.annotate(deploy, "");
      expect(await run({ source: "schedule" })).toEqual(["drift"]);
      expect(gitlab.issues).toMatchObject([{ iid: 1, state: "closed" }]);
    },
    900_000,
  );

  it("with environments: one note for all, and a deployment of each", async () => {
    project = await CiProject.startEnvironments("gitlab");
    expect(await run(merge)).toEqual(["check", "plan"]);
    expect(gitlab.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/\| staging \| 3 \|[^]*\| production \| 3 \|/) as string,
    ]);
    expect(await run({ source: "push" })).toEqual(["deploy: [staging]", "deploy: [production]"]);
    for (const apiToken of [stagingToken, token])
      expect(await project.alert(deploy, apiToken)).toMatchObject({ policy: 1 });
  });
});
