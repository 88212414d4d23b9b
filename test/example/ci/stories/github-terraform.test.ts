/** examples/ci/github/cdktf.yml and terraform.yml, as they are written, with a backend as they ask for. */
import { join } from "node:path";
import { describeWithTerraform } from "../../../support/terraform";
import { addGithub, type Github } from "../github";
import { type GithubEvent, type JobRun, runWorkflow } from "../github-workflow";
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

  it.each([
    ["cdktf.yml", "typescript", "alerts.ts"],
    ["terraform.yml", "hcl", "alerts.tf"],
  ] as const)(
    "%s plans a pull request, deploys main, and tells of drift until it is gone",
    async (file, language, source) => {
      project = await CiProject.start(language);
      github = addGithub(project);
      addBackend(project, language, join(project.work, "state.tfstate"));
      const succeed = async (event: GithubEvent["name"], ...names: string[]) => {
        const runs = await run(file, { name: event });
        expect(Object.keys(runs)).toEqual(names);
        const failed = Object.entries(runs).filter(([, { hasFailed }]) => hasFailed);
        if (failed.length > 0) throw new Error(JSON.stringify(failed, undefined, 2));
        return runs;
      };

      await succeed("pull_request", "check", "plan");
      expect(github().comments).toHaveLength(1);
      expect(github().comments[0]?.body).toMatch(/^<!-- dbmon-plan -->\n### Terraform's plan\n\n {4}/);
      expect(github().comments[0]?.body).toContain("    Plan: 3 to add, 0 to change, 0 to destroy.");
      expect(await project.alert(deploy)).toBeUndefined();

      await succeed("push", "deploy");
      expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
      expect(await project.markers()).toEqual([expect.stringMatching(/ Add a backend$/)]);

      project.edit(source, (text) => text.replace(deploy, "Deploy: a release"));
      project.commit("Another name");
      const again = await run(file, { name: "pull_request" });
      expect(again["plan"]?.hasFailed).toBe(false);
      expect(github().comments).toHaveLength(1);
      expect(github().comments[0]?.body).toContain("Plan: 0 to add, 1 to change, 0 to destroy.");
      project.edit(source, (text) => text.replace("Deploy: a release", deploy));
      project.commit("The old name");

      await succeed("schedule", "drift");
      expect(github().issues).toEqual([]);
      await project.annotate(deploy, "Ask Jonas.");
      await succeed("schedule", "drift");
      expect(github().issues).toMatchObject([{ number: 1, state: "open" }]);
      expect(github().issues[0]?.body).toContain('"Ask Jonas."');
      await project.annotate(deploy, "Ask Mira.");
      await succeed("workflow_dispatch", "drift");
      expect(github().issues).toHaveLength(1);
      expect(github().issues[0]?.body).toContain("Ask Mira.");
      await project.annotate(deploy, "");
      await succeed("schedule", "drift");
      expect(github().issues).toMatchObject([{ number: 1, state: "closed" }]);

      project.service.faults.add({ method: "GET", path: /\/config\/alerts$/, answer: { status: 400 } });
      const { drift } = await run(file, { name: "schedule" });
      expect(drift?.steps["Drift"]?.exit).toBe(1);
      expect(drift?.steps["Report"]?.outcome).toBe("skipped");

      project.edit(source, (text) => text.replace(deploy, "Deploy: a release"));
      project.commit("A name that cannot be planned now");
      const failed = await run(file, { name: "pull_request" });
      expect(failed["plan"]?.steps["Plan"]?.exit).toBe(1);
      expect(failed["plan"]?.steps["Comment"]?.outcome).toBe("success");
      expect(github().comments[0]?.body).toContain("Error: ");
    },
    600_000,
  );
});
