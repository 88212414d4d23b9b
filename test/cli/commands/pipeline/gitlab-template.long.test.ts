/** ci/dbmon.gitlab-ci.yml as a project includes it: its jobs run with a service and a GitLab on this machine. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { version } from "../../../../scripts/release/files";
import { FakeGitlab, gitlabToken } from "../../../support/code-hosts/fake-gitlab";
import { ReleaseHost } from "../../../support/code-hosts/release-host";
import { alerts, commandBench, token, writesTo } from "../../../support/command";
import { skipWaits } from "../../../support/programs";
import { type Inputs, jobsFor, readJobs, runJob } from "./gitlab-job";

const root = resolve(__dirname, "../../../..");
const mergeRequest = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_MERGE_REQUEST_IID: "7",
  CI_MERGE_REQUEST_PROJECT_ID: "42",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
};
const fork = { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43" };
const push = { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
const schedule = { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };

it.each<[string, Readonly<Record<string, string>>, string[], Inputs?]>([
  ["a merge request", mergeRequest, ["dbmon-check", "dbmon-test", "dbmon-plan"]],
  ["a merge request of a fork", fork, ["dbmon-fork"]],
  ["a push to the default branch", push, ["dbmon-apply"]],
  ["a push to another branch", { ...push, CI_COMMIT_BRANCH: "x" }, []],
  ["a schedule", schedule, ["dbmon-drift"]],
  ["a schedule with on-unconfirmed", schedule, ["dbmon-drift", "dbmon-drill"], { "on-unconfirmed": "issue" }],
  ["a schedule with on-findings", schedule, ["dbmon-drift", "dbmon-audit"], { "on-findings": "issue" }],
])("%s starts %#", (_, variables, names, own = {}) => {
  expect(jobsFor(variables, own)).toEqual(names);
});

it("no script reads an input, and only jobs of trusted code have an environment", () => {
  const { ".dbmon": common, ...jobs } = readJobs({ sources: ["$(id)"] });
  expect(common?.script).toEqual(["npx --no dbmon-iac pipeline gitlab"]);
  const { "dbmon-fork": fork, ...others } = jobs;
  for (const job of Object.values(others)) expect(job.script).toBeUndefined();
  expect(fork).toMatchObject({
    before_script: [],
    script: [
      expect.anything(),
      'echo "$DBMON_ACTION_SHA256  /tmp/dbmon.cjs" | sha256sum -c',
      "node /tmp/dbmon.cjs",
    ],
  });
  expect(Object.entries(jobs).map(([name, { environment }]) => [name, environment])).toEqual([
    ["dbmon-check", undefined],
    ["dbmon-test", undefined],
    ["dbmon-fork", undefined],
    ["dbmon-plan", "alerts-plan"],
    ["dbmon-apply", "alerts"],
    ["dbmon-drift", "alerts-plan"],
    ["dbmon-audit", "alerts-plan"],
    ["dbmon-drill", "alerts"],
  ]);
});

describe("with several sources and environments", () => {
  const bench = commandBench();
  let gitlab: FakeGitlab;
  let emulator: Awaited<ReturnType<typeof bench.emulator>>;
  beforeEach(async () => {
    gitlab = await FakeGitlab.start();
    emulator = await bench.emulator({ propagationSeconds: 0, tokens: { "staging-token": "staging" } });
    mkdirSync(join(bench.folder(), "node_modules/.bin"), { recursive: true });
    symlinkSync(root, join(bench.folder(), "node_modules/dbmon-iac"));
    symlinkSync("../dbmon-iac/dist/cli/main.js", join(bench.folder(), "node_modules/.bin/dbmon-iac"));
    bench.write("package.json", "{}");
    for (const [file, name] of [
      ["team's alerts/one.yaml", "Code went out"],
      ["two.yaml", "Backup"],
    ] as const)
      bench.write(file, alerts(`\n  - { name: ${name}, policy: 1, event: { categories: [a] } }\n`));
    const base = `base_url: "${emulator.url}"`;
    bench.write(
      "dbmon.yaml",
      `environments:\n  staging: { ${base}, api_token: { env: DBMON_STAGING_TOKEN } }\n  prod: { ${base}, api_token: { env: DBMON_PROD_TOKEN } }\n`,
    );
    const test = "{ name: A backup, events: [{ at: 0s, type: a }], expect: { Backup: [{ fires: 0s }] } }";
    bench.write("a.test.yaml", `definitions: two.yaml\npolicies: { 1: 0s }\ntests:\n  - ${test}\n`);
  });
  afterEach(() => gitlab.stop());

  const inputs: Inputs = { sources: ["team's alerts", "two.yaml"], environment: ["staging", "pr*"] };
  const job = async (name: string, event: Readonly<Record<string, string>>, own: Inputs = inputs) => {
    const tokens = {
      DBMON_STAGING_TOKEN: "staging-token",
      DBMON_PROD_TOKEN: token,
      DBMON_ALLOWED_HOSTS: "127.0.0.1",
    };
    const run = await runJob(name, {
      folder: bench.folder(),
      inputs: own,
      variables: {
        ...event,
        ...skipWaits,
        CI_API_V4_URL: `${gitlab.origin}/api/v4`,
        CI_PROJECT_ID: "42",
        CI_COMMIT_SHA: "0123456789abcdef",
        CI_JOB_URL: "https://gitlab.example/shop/alerts/-/jobs/815",
      },
      scopedVariables: { alerts: tokens, "alerts-plan": { ...tokens, GITLAB_TOKEN: gitlabToken } },
    });
    for (const secret of [token, gitlabToken, "staging-token"]) expect(run.output).not.toContain(secret);
    return run;
  };
  const artifact = (name: string) => existsSync(join(bench.folder(), "dbmon-report", name));

  it("keeps one note with the plans, applies them, and reports drift in one issue", async () => {
    expect(await job("dbmon-check", mergeRequest)).toMatchObject({ exit: 0 });
    expect(artifact("check.xml") && artifact("check.codequality.json") && artifact("check.html")).toBe(true);
    for (let count = 0; count < 2; count++)
      expect(await job("dbmon-plan", mergeRequest)).toMatchObject({ exit: 0 });
    expect(gitlab.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/\| staging \| 2 \|[^]*\| prod \| 2 \|/) as string,
    ]);
    expect(artifact("plan.html")).toBe(true);
    expect(writesTo(emulator)).toEqual([]);

    expect(await job("dbmon-drift", schedule)).toMatchObject({ exit: 0 });
    expect(gitlab.issues).toMatchObject([{ title: "Alerts differ from their definitions: staging, pr*" }]);
    expect(await job("dbmon-apply", push)).toMatchObject({ exit: 0 });
    expect(await job("dbmon-drift", schedule)).toMatchObject({ exit: 0 });
    expect(gitlab.issues).toMatchObject([{ state: "closed" }]);
  });

  it("reports the findings of an audit in one issue", async () => {
    const own = { ...inputs, "on-findings": "issue" };
    for (let count = 0; count < 2; count++) {
      expect(await job("dbmon-audit", schedule, own)).toMatchObject({ exit: 0 });
      expect(artifact("audit.html") && artifact("audit.xml")).toBe(true);
    }
    expect(gitlab.issues).toMatchObject([
      { title: "Live alerts need attention: staging, pr*", labels: "dbmon-audit", state: "opened" },
    ]);
    expect(gitlab.issues[0]?.description).toMatch(/Alerts in 2 environments: \d+ errors?, \d+ warnings?\./);
    expect((await job("dbmon-audit", schedule, { ...own, "on-findings": "fail" })).exit).toBe(2);
    expect(writesTo(emulator)).toEqual([]);
  });

  it("runs the tests of the project", async () => {
    expect(await job("dbmon-test", mergeRequest)).toMatchObject({ exit: 0 });
    expect(artifact("test.xml")).toBe(true);
  });

  it("writes its reports through no link that a change commits", async () => {
    const outside = join(bench.folder(), "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(bench.folder(), "dbmon-report"));
    expect(await job("dbmon-check", mergeRequest)).toMatchObject({ exit: 0 });
    expect(readdirSync(outside)).toEqual([]);
    rmSync(join(bench.folder(), "dbmon-report/check.html"));
    symlinkSync(join(outside, "check.html"), join(bench.folder(), "dbmon-report/check.html"));
    expect(await job("dbmon-check", mergeRequest)).toMatchObject({ exit: 0 });
    expect(readdirSync(outside)).toEqual([]);
    expect(artifact("check.html")).toBe(true);
  });

  it("runs check and test of a release for a fork, without its packages and without tokens", async () => {
    const planted = join(bench.folder(), "planted");
    rmSync(join(bench.folder(), "node_modules"), { recursive: true });
    for (const name of ["npx", "npm", "dbmon", "dbmon-iac"])
      bench.write(`node_modules/.bin/${name}`, `#!/bin/sh\ntouch ${planted}\n`);
    const releases = await ReleaseHost.start();
    releases.publish(version);
    const action = releases.action();
    releases.files.set("/index.cjs", { status: 200, body: Buffer.from(action) });
    const variables = {
      ...fork,
      CI_JOB_TOKEN: token,
      DBMON_ACTION: `${releases.url}/index.cjs`,
      DBMON_ACTION_REPOSITORY: "dbmon/dbmon-iac",
      GITHUB_SERVER_URL: releases.url,
    };
    // The checksum in the file is that of the published action, and not that of this test.
    const refused = await job("dbmon-fork", variables);
    expect(refused.exit).not.toBe(0);
    expect(refused.output).not.toContain("release");
    const sum = createHash("sha256").update(action).digest("hex");
    const run = await job("dbmon-fork", { ...variables, DBMON_ACTION_SHA256: sum });
    releases.stop();
    expect(run.exit).toBe(0);
    expect(run.output).toMatch(/^release .*\nvariables (?!.*TOKEN)/m);
    expect(existsSync(planted)).toBe(false);
    expect(run.output).toContain("dbmon plan was not run: the change is from a fork");
    expect(artifact("check.xml") && artifact("test.xml")).toBe(true);
    expect([...emulator.requests.list(), ...gitlab.requests]).toEqual([]);
  });
});
