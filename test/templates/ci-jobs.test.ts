/** The CI files of the templates without running their steps: triggers, permissions, secrets and versions. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type GithubEvent } from "../support/ci-jobs/github-expressions";
import { readJobs, workflowFiles } from "../support/ci-jobs/github-workflow";
import { type GitlabEvent, jobsFor, readPipeline } from "../support/ci-jobs/gitlab-pipeline";

const templates = resolve(__dirname, "../../templates");
const languages = ["yaml", "environments", "hcl", "typescript"];
const ciFiles = (language: string) => {
  const folder = join(templates, language);
  return [...workflowFiles(folder), join(folder, ".gitlab-ci.yml")].map((file) => readFileSync(file, "utf8"));
};
/** Shell that runs programs one after the other, without branches, variables of its own or pipes. */
const plainScript =
  /^(?:npx --no [\w. "$-]+|npm (?:ci|run|test)[\w. =-]*(?: && npm [\w. =-]+)*|apk add [\w -]+)$/;

it.each(languages)("the CI files of %s have at most 50 lines each, without logic", (language) => {
  for (const text of ciFiles(language))
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(language === "environments" ? 55 : 50);
  const steps = Object.values(readJobs(join(templates, language))).flatMap((job) => job.steps);
  const { default: common, ...jobs } = readPipeline(join(templates, language));
  const scripts = [
    ...steps.flatMap(({ run }) => run ?? []),
    ...common.before_script,
    ...Object.values(jobs).flatMap(({ script }) => script),
  ];
  for (const script of scripts) expect(script).toMatch(plainScript);
});

it.each(languages)(
  "%s downloads no package that is not installed, and runs no installation scripts",
  (language) => {
    for (const text of ciFiles(language))
      expect(text.match(/npx (?!--no )|npm ci(?! --ignore-scripts)/g)).toBeNull();
  },
);

describe.each(languages)("on GitHub, %s", (language) => {
  const folder = join(templates, language);
  const hasEnvironments = language === "environments";
  const jobs = readJobs(folder);
  const steps = Object.entries(jobs).flatMap(([job, one]) => one.steps.map((step) => ({ job, ...step })));

  it.each<[GithubEvent, string[]]>([
    [{ name: "pull_request" }, ["check", "plan"]],
    [{ name: "pull_request", from: "fork/alerts" }, ["check"]],
    [{ name: "pull_request", actor: "dependabot[bot]" }, ["check"]],
    [{ name: "push" }, ["deploy"]],
    [{ name: "schedule" }, ["drift"]],
    [{ name: "workflow_dispatch" }, ["drift"]],
  ])("%j starts %j", (event, names) => {
    expect(Object.keys(readJobs(folder, event))).toEqual(names);
  });

  it("each job has minimal permissions, and deployments do not overlap", () => {
    const deployment = hasEnvironments ? "alerts-${{ matrix.environment }}" : "alerts";
    expect(jobs).toMatchObject({
      check: { permissions: { contents: "read" } },
      plan: { permissions: { contents: "read", "pull-requests": "write" }, environment: "alerts-plan" },
      deploy: { permissions: { contents: "read" }, environment: deployment },
      drift: { permissions: { contents: "read", issues: "write" }, environment: "alerts-plan" },
    });
    expect(Object.values(jobs).flatMap(({ permissions }) => Object.keys(permissions))).toHaveLength(6);
    expect(jobs["check"]?.environment).toBeUndefined();
    expect(jobs["deploy"]?.concurrency).toEqual({
      group: hasEnvironments ? "alerts-deploy-${{ matrix.environment }}" : "alerts-deploy",
      "cancel-in-progress": false,
    });
  });

  it("only steps that call the service receive tokens, and no script contains an expression", () => {
    const withSecrets = steps.filter(({ env = {} }) =>
      Object.values(env).some((value) => value.includes("secrets.")),
    );
    for (const { run } of withSecrets)
      expect(run).toMatch(/^npx --no dbmon-iac (pipeline github|event create .*)$/);
    expect(withSecrets.map(({ job }) => job)).not.toContain("check");
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  it("each action is pinned to one commit and names its version, and checkouts do not persist credentials", () => {
    const actions = new Set(steps.flatMap(({ uses = [] }) => uses));
    for (const action of actions) expect(action).toMatch(/^(actions|hashicorp)\/[a-z-]+@[0-9a-f]{40}$/);
    const lines = ciFiles(language).flatMap((text) => text.match(/uses:.*/g) ?? []);
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(Object.keys(jobs).length);
    for (const one of checkouts) expect(one.with).toEqual({ "persist-credentials": false });
  });
});

describe.each(languages)("on GitLab, %s", (language) => {
  const folder = join(templates, language);
  const deployment = language === "environments" ? "alerts-$ENVIRONMENT" : "alerts";

  it.each<[GitlabEvent, string[]]>([
    [{ source: "merge_request_event" }, ["check", "plan"]],
    [{ source: "merge_request_event", from: "43" }, ["check"]],
    [{ source: "push" }, ["deploy"]],
    [{ source: "push", branch: "feature" }, []],
    [{ source: "schedule" }, ["drift"]],
    [{ source: "web" }, []],
  ])("%j starts %j", (event, names) => {
    expect(jobsFor(folder, event)).toEqual(names);
  });

  it("only deployments and plans receive variables, each those of its environment, and deployments do not overlap", () => {
    const plan = { name: "alerts-plan", action: "access" };
    expect(readPipeline(folder)).toMatchObject({
      plan: { environment: plan },
      deploy: { environment: deployment, resource_group: deployment, interruptible: false },
      drift: { environment: plan },
    });
    expect(readPipeline(folder)["check"]).not.toHaveProperty("environment");
  });
});
