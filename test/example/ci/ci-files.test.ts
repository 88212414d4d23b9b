/** The files in examples/ci without running their steps: triggers, permissions, secrets and versions. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { contextOf, evaluate, type GithubEvent, readWorkflow } from "./github-workflow";
import { type GitlabEvent, jobsFor, readPipeline } from "./gitlab-pipeline";

const folder = resolve(__dirname, "../../../examples/ci");

describe.each(readdirSync(`${folder}/github`))("on GitHub, %s", (file) => {
  const { jobs } = readWorkflow(file);
  const steps = Object.entries(jobs).flatMap(([job, one]) => one.steps.map((step) => ({ job, ...step })));
  const isSecret = (value: string) => value.includes("secrets.");

  it.each<[GithubEvent, string[]]>([
    [{ name: "pull_request" }, ["check", "plan"]],
    [{ name: "pull_request", from: "fork/alerts" }, ["check"]],
    [{ name: "pull_request", actor: "dependabot[bot]" }, ["check"]],
    [{ name: "push" }, ["deploy"]],
    [{ name: "schedule" }, ["drift"]],
    [{ name: "workflow_dispatch" }, ["drift"]],
  ])("%j starts %j", (event, names) => {
    const started = Object.entries(jobs).filter(([, one]) => evaluate(one.if, contextOf(event, {})) === true);
    expect(started.map(([name]) => name)).toEqual(names);
  });

  it("each job has minimal permissions, and deployments do not overlap", () => {
    const permissionsByJob = Object.entries(jobs).map(([name, { permissions }]) => [name, permissions]);
    expect(Object.fromEntries(permissionsByJob)).toEqual({
      check: { contents: "read" },
      plan: { contents: "read", "pull-requests": "write" },
      deploy: { contents: "read" },
      drift: { contents: "read", issues: "write" },
    });
    expect(jobs["deploy"]?.concurrency).toEqual({ group: "alerts-deploy", "cancel-in-progress": false });
  });

  it("only steps that call the service receive tokens, and no script contains an expression", () => {
    const withSecrets = steps.filter(({ env = {} }) => Object.values(env).some(isSecret));
    for (const { run = "" } of withSecrets)
      expect(run).toMatch(/^(code=0\n)?(npx dbmon|npx cdktf|terraform) /);
    expect(withSecrets.map(({ job }) => job)).not.toContain("check");
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  it("each action is pinned to one version, and checkouts do not persist credentials", () => {
    const actions = new Set(steps.flatMap(({ uses = [] }) => uses));
    for (const action of actions) expect(action).toMatch(/^(actions|hashicorp)\/[a-z-]+@v\d+\.\d+\.\d+$/);
    expect(new Set([...actions].map((action) => action.split("@")[0])).size).toBe(actions.size);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(Object.keys(jobs).length);
    for (const one of checkouts) expect(one.with).toEqual({ "persist-credentials": false });
  });
});

describe.each(readdirSync(`${folder}/gitlab`))("on GitLab, %s", (file) => {
  it.each<[GitlabEvent, string[]]>([
    [{ source: "merge_request_event" }, ["check", "plan"]],
    [{ source: "merge_request_event", from: "43" }, ["check"]],
    [{ source: "push" }, ["deploy"]],
    [{ source: "push", branch: "feature" }, []],
    [{ source: "schedule" }, ["drift"]],
    [{ source: "web" }, []],
  ])("%j starts %j", (event, names) => {
    expect(jobsFor(file, event)).toEqual(names);
  });

  it("deployments do not overlap", () => {
    expect(readPipeline(file)["deploy"]).toMatchObject({ resource_group: "alerts", interruptible: false });
  });
});
