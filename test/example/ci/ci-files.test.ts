/** The files in examples/ci without running their steps: triggers, permissions, secrets and versions. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { contextOf, evaluate, type GithubEvent } from "../../support/code-hosts/github-expressions";
import { readWorkflow } from "./github-workflow";
import { type GitlabEvent, jobsFor, readPipeline } from "./gitlab-pipeline";

const folder = resolve(__dirname, "../../../examples/ci");

describe.each(readdirSync(`${folder}/github`))("on GitHub, %s", (file) => {
  const { jobs } = readWorkflow(file);
  const hasEnvironments = file === "environments.yml";
  const steps = Object.entries(jobs).flatMap(([job, one]) => one.steps.map((step) => ({ job, ...step })));
  const isSecret = (value: string) => value.includes("secrets.");
  const stopCommands =
    /^# .*\nstop=\$\(node -p "crypto\.randomUUID\(\)"\)\necho "::stop-commands::\$stop"\ntrap 'echo "::\$stop::"' EXIT\n/;

  it.each<[GithubEvent, string[]]>([
    [{ name: "pull_request" }, ["check", "plan"]],
    [{ name: "pull_request", from: "fork/alerts" }, ["check"]],
    [{ name: "pull_request", actor: "dependabot[bot]" }, ["check"]],
    [{ name: "push" }, hasEnvironments ? ["environments", "deploy"] : ["deploy"]],
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
      ...(hasEnvironments ? { environments: { contents: "read" } } : {}),
      deploy: { contents: "read" },
      drift: { contents: "read", issues: "write" },
    });
    const environments = Object.entries(jobs).map(([name, { environment }]) => [name, environment]);
    expect(Object.fromEntries(environments)).toEqual({
      check: undefined,
      plan: "alerts-plan",
      ...(hasEnvironments ? { environments: undefined } : {}),
      deploy: hasEnvironments ? "alerts-${{ matrix.environment }}" : "alerts",
      drift: "alerts-plan",
    });
    expect(jobs["deploy"]?.concurrency).toEqual({
      group: hasEnvironments ? "alerts-deploy-${{ matrix.environment }}" : "alerts-deploy",
      "cancel-in-progress": false,
    });
  });

  it("only steps that call the service receive tokens, and no script contains an expression", () => {
    const withSecrets = steps.filter(({ env = {} }) => Object.values(env).some(isSecret));
    for (const { run = "" } of withSecrets) {
      expect(run.replace(stopCommands, "")).toMatch(/^(code=0\n)?(npx --no (dbmon|cdktf)|terraform) /);
      // dbmon escapes texts itself, and --format github needs the commands.
      expect(stopCommands.test(run)).toBe(/terraform|cdktf/.test(run));
    }
    expect(withSecrets.map(({ job }) => job)).not.toContain("check");
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  it("each action is pinned to one commit and names its version, and checkouts do not persist credentials", () => {
    const actions = new Set(steps.flatMap(({ uses = [] }) => uses));
    for (const action of actions) expect(action).toMatch(/^(actions|hashicorp)\/[a-z-]+@[0-9a-f]{40}$/);
    const lines = readFileSync(join(folder, "github", file), "utf8").match(/uses:.*/g) ?? [];
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(new Set([...actions].map((action) => action.split("@")[0])).size).toBe(actions.size);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(Object.keys(jobs).length);
    for (const one of checkouts) expect(one.with).toEqual({ "persist-credentials": false });
  });
});

describe.each(readdirSync(`${folder}/gitlab`))("on GitLab, %s", (file) => {
  const deployment = file.startsWith("environments") ? "alerts-$ENVIRONMENT" : "alerts";

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

  it("only deployments and plans receive variables, each those of its environment", () => {
    const plan = { name: "alerts-plan", action: "access" };
    expect(readPipeline(file)).toMatchObject({
      plan: { environment: plan },
      deploy: { environment: deployment },
      drift: { environment: plan },
    });
    expect(readPipeline(file)["check"]).not.toHaveProperty("environment");
  });

  it("deployments do not overlap", () => {
    expect(readPipeline(file)["deploy"]).toMatchObject({
      resource_group: deployment,
      interruptible: false,
    });
  });
});

it("no file downloads a package that is not installed, or runs installation scripts", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".yml"),
  );
  for (const name of files) {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text.match(/npx (?!--no )|npm ci(?! --ignore-scripts)/g)).toBeNull();
  }
});
