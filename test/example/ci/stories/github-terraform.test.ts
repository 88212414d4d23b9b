/** Runs the jobs of examples/ci/github/cdktf.yml and terraform.yml as written, with a backend. */
import { join } from "node:path";
import { describeWithTerraform } from "../../../support/terraform";
import { addGithub, type Github } from "../github";
import { type GithubEvent } from "../../../support/code-hosts/github-expressions";
import { type JobRun, runWorkflow } from "../github-workflow";
import { agentToken, CiProject, token } from "../project";
import { addBackend } from "../backend";

const deploy = "Deploy: code went out";

describeWithTerraform("GitHub", () => {
  let project: CiProject;
  let github: () => Github;
  afterEach(() => project.stop());

  async function run(file: string, event: GithubEvent): Promise<Readonly<Record<string, JobRun>>> {
    const runs = await runWorkflow(project, file, event);
    const printed = JSON.stringify(runs);
    expect(printed).not.toContain(token);
    expect(printed).not.toContain(agentToken);
    return runs;
  }

  /** Starts a project with a backend. */
  async function startProject(language: "typescript" | "hcl"): Promise<void> {
    project = await CiProject.start(language);
    github = addGithub(project);
    addBackend(project, language, join(project.work, "state.tfstate"));
  }

  async function succeed(file: string, event: GithubEvent["name"], ...names: string[]): Promise<void> {
    const runs = await run(file, { name: event });
    expect(Object.keys(runs)).toEqual(names);
    const failed = Object.entries(runs).filter(([, { hasFailed }]) => hasFailed);
    if (failed.length > 0) throw new Error(JSON.stringify(failed, undefined, 2));
  }

  it.each([
    ["cdktf.yml", "typescript"],
    ["terraform.yml", "hcl"],
  ] as const)(
    "%s plans a pull request, deploys main, and reports drift until it is repaired",
    async (file, language) => {
      await startProject(language);
      await succeed(file, "pull_request", "check", "plan");
      expect(github().comments).toHaveLength(1);
      expect(github().comments[0]?.body).toMatch(/^<!-- dbmon-plan -->\n### Terraform's plan\n\n {4}/);
      expect(github().comments[0]?.body).toContain("    Plan: 3 to add, 0 to change, 0 to destroy.");
      expect(await project.alert(deploy)).toBeUndefined();

      await succeed(file, "push", "deploy");
      expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
      expect(await project.markers()).toEqual([expect.stringMatching(/ Add a backend$/)]);

      await project.annotate(deploy, "Ask Jonas.");
      await succeed(file, "schedule", "drift");
      expect(github().issues).toMatchObject([{ number: 1, state: "open" }]);
      expect(github().issues[0]?.body).toContain('"Ask Jonas."');
      await project.annotate(deploy, "");
      await succeed(file, "schedule", "drift");
      expect(github().issues).toMatchObject([{ number: 1, state: "closed" }]);
    },
    600_000,
  );

  it("updates one comment and one issue, and does not report a failure as drift", async () => {
    const file = "terraform.yml";
    await startProject("hcl");
    await succeed(file, "push", "deploy");
    await succeed(file, "schedule", "drift");
    expect(github().issues).toEqual([]);
    for (const annotations of ["Ask Jonas.", "Ask Mira."]) {
      await project.annotate(deploy, annotations);
      await succeed(file, "workflow_dispatch", "drift");
      await succeed(file, "pull_request", "check", "plan");
      expect(github().issues).toHaveLength(1);
      expect(github().issues[0]?.body).toContain(annotations);
      expect(github().comments).toHaveLength(1);
      expect(github().comments[0]?.body).toContain(annotations);
    }

    project.service.faults.add({ method: "GET", path: /\/config\/alerts$/, answer: { status: 400 } });
    const { drift } = await run(file, { name: "schedule" });
    expect(drift?.steps["Drift"]?.exit).toBe(1);
    expect(drift?.steps["Report"]?.outcome).toBe("skipped");
    const { plan } = await run(file, { name: "pull_request" });
    expect(plan?.steps["Plan"]?.exit).toBe(1);
    expect(plan?.steps["Comment"]?.outcome).toBe("success");
    expect(github().comments[0]?.body).toContain("Error: ");
  }, 600_000);
});
