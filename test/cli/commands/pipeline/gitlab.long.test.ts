/** `dbmon pipeline gitlab` as the job of a pipeline: notes of merge requests, the drift issue, and the reports that GitLab shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { FakeGitlab } from "../../../support/code-hosts/fake-gitlab";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { editLive } from "../../edit-live";
import { mergeRequest, runGitlabJob } from "./gitlab";

const bench = commandBench();
let gitlab: FakeGitlab;
let emulator: Awaited<ReturnType<typeof bench.emulator>>;
beforeEach(async () => {
  gitlab = await FakeGitlab.start();
  emulator = await bench.emulator({ propagationSeconds: 0 });
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
});
afterEach(() => gitlab.stop());

const job = (inputs: Record<string, string>, environment: Record<string, string> = {}, cwd = ".") =>
  runGitlabJob(bench, gitlab, emulator, { inputs, environment, cwd });
const plan = (environment: Record<string, string> = {}) =>
  job({ command: "plan", sources: "alerts.yaml" }, { ...mergeRequest, ...environment });
const report = (name: string, cwd = ".") =>
  readFileSync(join(bench.folder(), cwd, "dbmon-report", name), "utf8");

it("keeps one note with the plan, and writes the reports", async () => {
  for (let count = 0; count < 120; count++) gitlab.addNote("merge_requests/7", `note ${count}`, 5);
  expect((await plan()).code).toBe(0);
  bench.write("alerts.yaml", alerts(cpuHigh));
  expect((await plan()).code).toBe(0);
  const own = gitlab.notes.filter(({ author }) => author.id === 9);
  expect(own.map(({ body }) => body)).toEqual([expect.stringContaining("### Plan: 1 to create")]);
  const url = "https://gitlab.example/shop/alerts/-/jobs/815";
  expect(own[0]?.body).toContain(
    `[Run](${url}), [HTML report](${url}/artifacts/file/dbmon-report/plan.html)`,
  );
  expect(report("plan.html")).toContain("1 to create");
  expect(report("plan.xml")).toContain("<testsuite");
  expect(writesTo(emulator)).toEqual([]);
});

it("reports problems of a check by file and line, in the form of code quality", async () => {
  const invalid = "alerts:\n  - name: A\n    policy: 1\n    colour: red\n    event: { categories: [a] }\n";
  bench.write("alerts.yaml", invalid);
  const run = await job({ command: "check", sources: "alerts.yaml" });
  expect(run.code).toBe(1);
  const issues = z
    .array(
      z.strictObject({
        description: z.string(),
        check_name: z.string(),
        fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
        severity: z.enum(["major", "minor"]),
        location: z.strictObject({ path: z.string(), lines: z.strictObject({ begin: z.int() }) }),
      }),
    )
    .parse(JSON.parse(report("check.codequality.json")));
  expect(issues).toContainEqual(
    expect.objectContaining({ severity: "major", location: { path: "alerts.yaml", lines: { begin: 4 } } }),
  );
  bench.write("alerts.yaml", alerts(cpuHigh));
  await job({ command: "check", sources: "alerts.yaml" });
  expect(JSON.parse(report("check.codequality.json"))).toEqual([]);
});

it("names files and links relative to the repository in a job that runs in a folder", async () => {
  bench.write("team/db/alerts.yaml", "alerts:\n  - name: A\n    colour: red\n");
  const fork = { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43" };
  for (const environment of [{}, fork]) {
    expect((await job({ command: "check", sources: "alerts.yaml" }, environment, "team/db")).code).toBe(1);
    const [problem] = z
      .array(z.object({ location: z.object({ path: z.string() }) }))
      .parse(JSON.parse(report("check.codequality.json", "team/db")));
    expect(problem?.location.path).toBe("team/db/alerts.yaml");
  }
  bench.write("team/db/alerts.yaml", alerts(cpuHigh));
  expect((await job({ command: "plan", sources: "alerts.yaml" }, mergeRequest, "team/db")).code).toBe(0);
  expect(gitlab.notes[0]?.body).toContain("/artifacts/file/team/db/dbmon-report/plan.html)");
});

it("runs check and test for a merge request of a fork, without tokens", async () => {
  const run = await plan({ CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43", GITLAB_TOKEN: "", DBMON_API_TOKEN: "" });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain("dbmon plan was not run");
  expect(emulator.requests.list()).toEqual([]);
  expect(gitlab.requests).toEqual([]);
});

it.each(["pipeline", "external_pull_request_event", "chat", "x y"])(
  "fails instead of apply and drift for the source %s, and names the trusted ones",
  async (source) => {
    for (const command of ["apply", "drift"]) {
      const inputs = { command, sources: "alerts.yaml", "on-drift": "issue" };
      const run = await job(inputs, { CI_PIPELINE_SOURCE: source });
      expect(run.code).toBe(1);
      const name = source === "x y" ? "an event with an invalid name" : `the event ${source}`;
      expect(run.stderr).toContain(
        `error: dbmon ${command} was not run: ${name} is not trusted (trusted are push, schedule, web, api, trigger, parent_pipeline, and merge requests from branches of the project). Instead, dbmon check and dbmon test were run. Run the job for a trusted event, for example a push.\n`,
      );
    }
    const check = await job({ command: "check", sources: "alerts.yaml" }, { CI_PIPELINE_SOURCE: source });
    expect(check.code).toBe(0);
    expect([...emulator.requests.list(), ...gitlab.requests]).toEqual([]);
  },
);

it.each(["push", "schedule", "web", "api", "trigger", "parent_pipeline"])(
  "applies for the source %s",
  async (source) => {
    const run = await job({ command: "apply", sources: "alerts.yaml" }, { CI_PIPELINE_SOURCE: source });
    expect(run.code).toBe(0);
    expect(writesTo(emulator)).toHaveLength(4);
  },
);

it("trusts a child pipeline of a merge request of the project, and not of a fork", async () => {
  const child = { CI_PIPELINE_SOURCE: "parent_pipeline" };
  expect((await plan(child)).code).toBe(0);
  expect(gitlab.notes).toHaveLength(1);
  const ofFork = { ...mergeRequest, ...child, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43" };
  const run = await job({ command: "apply", sources: "alerts.yaml" }, ofFork);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("error: dbmon apply was not run: the change is from a fork, ");
  expect(writesTo(emulator)).toEqual([]);
});

it("does not run Terraform for a fork: plan warns, and apply and drift fail", async () => {
  const fork = { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43" };
  const results = [];
  for (const command of ["plan", "apply", "drift"]) {
    const { code, stderr } = await job({ command, terraform: "." }, fork);
    results.push([command, code, /^\w+: terraform \w+ was not run/.exec(stderr)?.[0]]);
  }
  expect(results).toEqual([
    ["plan", 0, "warning: terraform plan was not run"],
    ["apply", 1, "error: terraform apply was not run"],
    ["drift", 1, "error: terraform drift was not run"],
  ]);
});

it("opens one drift issue and closes it", async () => {
  const drift = () => job({ command: "drift", sources: "alerts.yaml", "on-drift": "issue" });
  expect((await drift()).stderr).toContain("Opened an issue for the drift.");
  expect((await drift()).code).toBe(0);
  expect(gitlab.issues).toMatchObject([{ labels: "dbmon-drift", state: "opened" }]);
  await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment: environmentOf(emulator) });
  expect((await drift()).stderr).toContain("Closed issue 1: all alerts are in sync.");
  expect(gitlab.issues).toMatchObject([{ state: "closed" }]);
});

it("stores the patch of dbmon accept with the reports", async () => {
  expect(
    (await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment: environmentOf(emulator) })).code,
  ).toBe(0);
  await editLive(emulator, 2, { annotations: "Ask Jonas." });
  const run = await job({ command: "drift", sources: "alerts.yaml", "on-drift": "issue", accept: "true" });
  expect(run.code).toBe(0);
  expect(report("accept.patch")).toContain("\n+    annotations: Ask Jonas.\n");
  expect(gitlab.issues).toMatchObject([
    { description: expect.stringContaining("    +    annotations: Ask Jonas.\n") as string },
  ]);
});

it.each([
  [{ GITLAB_TOKEN: "" }, "GITLAB_TOKEN is not set."],
  [{ GITLAB_TOKEN: "wrong" }, "GitLab rejected the token (401"],
  [{ CI_API_V4_URL: "" }, "CI_API_V4_URL is not set."],
  [{ CI_PIPELINE_SOURCE: "" }, "CI_PIPELINE_SOURCE is not set."],
])("%j is one sentence and exit code 1", async (environment, message) => {
  const run = await plan(environment);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
});

it("says outside of a pipeline that it runs only there, even without inputs", async () => {
  const run = await bench.dbmon(["pipeline", "gitlab"], { environment: {} });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe(
    "error: CI_PIPELINE_SOURCE is not set.\n  Run dbmon pipeline in a job of GitHub or GitLab, which sets it. Elsewhere, run the command itself, for example dbmon plan.\n",
  );
});

it("does not write a note to a merge request that was merged during the run", async () => {
  gitlab.mergeRequestState = "merged";
  const run = await plan();
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Merge request 7 is closed");
  expect(gitlab.writes).toEqual([]);
});

it("fails for a note of another user with its marker, after it has written its own", async () => {
  await plan();
  const forged = gitlab.notes[0]?.body ?? "";
  gitlab.notes = [];
  gitlab.addNote("merge_requests/7", forged, 5);
  const run = await plan();
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "error: Merge request 7 has a comment of another user with the marker of dbmon",
  );
  expect(gitlab.notes.map(({ author }) => author.id)).toEqual([5, 9]);
});
