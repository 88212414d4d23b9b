/** Runs the jobs of examples/ci/gitlab as written: calls to the service, notes and issues. */
import { join } from "node:path";
import { describeWithTerraform } from "../../../support/terraform";
import { addBackend } from "../backend";
import { Gitlab, gitlabToken } from "../gitlab-api";
import { type GitlabEvent, runPipeline } from "../gitlab-pipeline";
import { agentToken, CiProject, token } from "../project";

const deploy = "Deploy: code went out";

describeWithTerraform("GitLab", () => {
  let project: CiProject;
  let gitlab: Gitlab;
  /** Files that jobs stored as artifacts. */
  const stored = new Set<string>();
  beforeEach(async () => {
    stored.clear();
    gitlab = await Gitlab.start();
  });
  afterEach(async () => {
    await gitlab.stop();
    await project.stop();
  });

  /** @returns the exit codes of the jobs, by name */
  async function run(file: string, event: GitlabEvent): Promise<Readonly<Record<string, number>>> {
    const runs = await runPipeline(project, file, event, gitlab.url);
    for (const { artifacts } of Object.values(runs))
      Object.keys(artifacts).forEach((path) => stored.add(path));
    const printed = JSON.stringify(runs, undefined, 2);
    for (const secret of [token, agentToken, gitlabToken]) expect(printed).not.toContain(secret);
    const unexpected = Object.values(runs).filter(
      ({ exit, output }) => exit !== 0 && !/error:|Error:/.test(output),
    );
    if (unexpected.length > 0) throw new Error(printed);
    return Object.fromEntries(Object.entries(runs).map(([name, { exit }]) => [name, exit]));
  }

  const merge: GitlabEvent = { source: "merge_request_event" };

  it.each([
    ["dbmon.gitlab-ci.yml", "yaml", "### Plan: 3 to create", ["plan.html", "drift.html"]],
    ["cdktf.gitlab-ci.yml", "typescript", "    Plan: 3 to add", []],
  ] as const)(
    "%s plans a merge request, deploys the default branch, and reports drift until it is repaired",
    async (file, language, created, pages) => {
      project = await CiProject.start(language);
      if (language === "typescript") addBackend(project, language, join(project.work, "state.tfstate"));

      expect(await run(file, merge)).toEqual({ check: 0, plan: 0 });
      expect(gitlab.notes.map(({ body }) => body)).toEqual([
        "<!-- dbmon-plan -->\nA comment of another user.",
        expect.stringMatching(/^<!-- dbmon-plan -->\n### /),
      ]);
      expect(gitlab.notes[1]?.body).toContain(created);
      expect(await project.alert(deploy)).toBeUndefined();

      expect(await run(file, { source: "push" })).toEqual({ deploy: 0 });
      expect(await project.alert(deploy)).toMatchObject({ destinations: [3], policy: 1 });
      expect(await project.markers()).toHaveLength(1);

      await project.annotate(deploy, "Ask Jonas.");
      expect(await run(file, { source: "schedule" })).toEqual({ drift: 0 });
      expect(gitlab.issues).toMatchObject([{ iid: 1, state: "opened", labels: "dbmon-drift" }]);
      expect(gitlab.issues[0]?.description).toContain("Ask Jonas.");
      const texts = [gitlab.notes[1]?.body, gitlab.issues[0]?.description];
      const linked = texts.flatMap((text) => [...(text ?? "").matchAll(/\/artifacts\/file\/(.*)\)$/gm)]);
      expect(linked.map(([, page]) => page)).toEqual(pages);
      expect([...stored]).toEqual(pages);
      await project.annotate(deploy, "");
      expect(await run(file, { source: "schedule" })).toEqual({ drift: 0 });
      expect(gitlab.issues).toMatchObject([{ iid: 1, state: "closed" }]);
    },
    600_000,
  );

  it("updates one comment and one issue, and does not report a failure as drift", async () => {
    const file = "dbmon.gitlab-ci.yml";
    project = await CiProject.start("yaml");
    expect(await run(file, { ...merge, from: "43" })).toEqual({ check: 0 });
    expect(await run(file, { source: "push" })).toEqual({ deploy: 0 });
    expect(await run(file, { source: "schedule" })).toEqual({ drift: 0 });
    expect(gitlab.issues).toEqual([]);
    for (const annotations of ["Ask Jonas.", "Ask Mira."]) {
      await project.annotate(deploy, annotations);
      expect(await run(file, { source: "schedule" })).toEqual({ drift: 0 });
      expect(await run(file, merge)).toEqual({ check: 0, plan: 0 });
      expect(gitlab.issues).toHaveLength(1);
      expect(gitlab.issues[0]?.description).toContain(annotations);
      expect(gitlab.notes).toHaveLength(2);
      expect(gitlab.notes[1]?.body).toContain(annotations);
    }

    project.edit("alerts/databases.yaml", (text) => text.replace("#db-alerts", "#no-such-channel"));
    project.edit("alerts.test.yaml", (text) => text.replace(/(went out.*)#db-alerts/, "$1#no-such-channel"));
    project.commit("Misspell a destination");
    // The definitions are valid offline, but the test cannot deploy them.
    expect(await run(file, merge)).toEqual({ check: 1, plan: 1 });
    expect(gitlab.notes[1]?.body).toContain("#no-such-channel");
    expect(await run(file, { source: "schedule" })).toEqual({ drift: 1 });
    expect(gitlab.issues).toMatchObject([{ state: "opened" }]);
  }, 600_000);
});
