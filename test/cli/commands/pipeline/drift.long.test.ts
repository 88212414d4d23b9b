/** The drift issue of `dbmon pipeline`: opened, updated, commented and closed, on GitHub. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, token } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { editLive } from "../../edit-live";
import { runStep, type Step } from "./github";

const bench = commandBench();
let github: FakeGithub;
let emulator: ServiceEmulator;
beforeEach(async () => {
  github = await FakeGithub.start();
  emulator = await bench.emulator({ propagationSeconds: 0 });
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const apply = await bench.dbmon(["apply", "alerts.yaml", "--yes"], {
    environment: environmentOf(emulator),
  });
  expect(apply.code).toBe(0);
});
afterEach(() => github.stop());

const drift = (overrides: Partial<Step> = {}) =>
  runStep(bench, github, emulator, {
    inputs: { command: "drift", sources: "alerts.yaml", "on-drift": "issue" },
    ...overrides,
  });

/** Changes a live alert as someone could in the page of the service. */
async function changeByHand(annotations: string): Promise<void> {
  const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
    data: { id: number; name: string }[];
  };
  const live = data.find(({ name }) => name === "Deployed");
  await editLive(emulator, live?.id ?? 0, { annotations });
}

const week = 7 * 86_400_000;

it("opens one issue, changes nothing while the drift stays, updates it, and closes it when all is in sync", async () => {
  expect((await drift()).code).toBe(0);
  expect(github.writes).toEqual([]);

  await changeByHand("Ask Jonas.");
  const first = await drift();
  expect(first).toMatchObject({ code: 0, outputs: { changes: "true", "exit-code": "2" } });
  expect(first.stderr).toContain("Opened an issue for the drift.");
  expect(github.labels).toEqual(["dbmon-drift"]);
  const [issue] = github.issues;
  expect(issue).toMatchObject({
    title: "Alerts differ from their definitions",
    labels: ["dbmon-drift"],
    state: "open",
  });
  expect(issue?.body).toMatch(
    /^<!-- dbmon drift [0-9a-f]{16} drift=[0-9a-f]{16} reported=\S+ -->\n### Drift: 1 in sync, 1 drifted/,
  );
  expect(issue?.body).toContain("Ask Jonas.");

  const writes = github.writes.length;
  expect((await drift()).code).toBe(0);
  expect(github.writes.slice(writes)).toEqual([]);

  await changeByHand("Ask Mira.");
  expect((await drift()).stderr).toContain("Updated issue 1, because the drift or its patch changed.");
  expect(github.issues.map(({ body }) => body)).toEqual([expect.stringContaining("Ask Mira.")]);

  await changeByHand("");
  expect((await drift()).stderr).toContain("Closed issue 1: all alerts are in sync.");
  expect(github.issues).toMatchObject([{ state: "closed", stateReason: "completed" }]);
  expect(github.issues[0]?.body).toContain("Closed: all alerts are in sync.");
  await changeByHand("Ask Jonas.");
  await drift();
  expect(github.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
});

it("names dbmon accept in the issue, and with accept writes its patch, but no definition", async () => {
  await changeByHand("Ask Jonas.");
  // An open issue gets the patch too.
  await drift();
  expect(github.issues[0]?.body).not.toContain("run `dbmon accept`");
  const inputs = { command: "drift", sources: "alerts.yaml", "on-drift": "issue", accept: "true" };
  const { code, outputs } = await drift({ inputs });
  expect(code).toBe(0);
  expect(github.issues).toHaveLength(1);
  const writes = github.writes.length;
  await drift({ inputs });
  expect(github.writes).toHaveLength(writes);
  const patch = readFileSync(join(outputs["folder"] ?? "", "accept.patch"), "utf8");
  expect(patch).toContain("--- a/alerts.yaml\n+++ b/alerts.yaml\n");
  expect(patch).toContain("\n+    annotations: Ask Jonas.\n");
  const [issue] = github.issues;
  expect(issue?.body).toContain("run `dbmon accept`");
  expect(issue?.body).toContain("    +    annotations: Ask Jonas.\n");
  expect(readFileSync(join(bench.folder(), "alerts.yaml"), "utf8")).toBe(alerts(cpuHigh, deployed));
  execFileSync("git", ["apply", join(outputs["folder"] ?? "", "accept.patch")], { cwd: bench.folder() });
  const plan = await bench.dbmon(["plan", "alerts.yaml", "--detailed-exitcode"], {
    environment: environmentOf(emulator),
  });
  expect(plan.code).toBe(0);
});

it("with accept lists the lines of constructs to change in the issue", async () => {
  const resource = {
    "//": { metadata: { path: "alerts/deployed" }, created_at: "main.ts:42" },
    name: "Deployed",
    policy: "1",
    hosts: ["db-1.shop.example"],
    event: { categories: ["deploy"] },
  };
  bench.write("cdk.tf.json", JSON.stringify({ resource: { dbmon_alert: { deployed: resource } } }));
  await changeByHand("Ask Jonas.");
  const inputs = { command: "drift", sources: "cdk.tf.json", "on-drift": "issue", accept: "true" };
  const { code, stderr } = await drift({ inputs });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") as string });
  expect(github.issues[0]?.body).toContain('\n    main.ts:42: annotations: "" -> "Ask Jonas."\n');
});

it("writes one patch for each environment that drifted", async () => {
  const environment = (name: string) =>
    `  ${name}: { base_url: ${emulator.url}, api_token: { env: DBMON_${name.toUpperCase()}_TOKEN } }\n`;
  bench.write(
    "dbmon.yaml",
    `environments:\n${["staging", "production", "empty"].map(environment).join("")}definitions: [alerts.yaml]\n`,
  );
  const only = (name: string) => `    environments: [${name}]\n`;
  bench.write(
    "alerts.yaml",
    alerts(cpuHigh + only("production"), deployed + only("staging")).replaceAll("\n", "\r\n"),
  );
  await changeByHand("Ask Jonas.");
  const tokens = { DBMON_STAGING_TOKEN: token, DBMON_PRODUCTION_TOKEN: token, DBMON_EMPTY_TOKEN: token };
  const inputs = { command: "drift", environment: "*", "on-drift": "issue", accept: "true" };
  const { code, outputs, stderr } = await drift({ inputs, environment: tokens });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") as string });
  const folder = outputs["folder"] ?? "";
  expect(readdirSync(folder).filter((name) => name.endsWith(".patch"))).toEqual(["accept-staging.patch"]);
  execFileSync("git", ["apply", join(folder, "accept-staging.patch")], { cwd: bench.folder() });
  expect(readFileSync(join(bench.folder(), "alerts.yaml"), "utf8")).toContain(
    "    annotations: Ask Jonas.\r\n",
  );
  const plan = await bench.dbmon(["plan", "--environment", "staging", "--detailed-exitcode"], {
    environment: tokens,
  });
  expect(plan.code).toBe(0);
});

it("comments once when nothing has changed for a week by the clock of the server", async () => {
  await changeByHand("Ask Jonas.");
  await drift();
  github.clockOffset = week - 3_600_000;
  await drift();
  expect(github.comments).toEqual([]);
  github.clockOffset = week + 3_600_000;
  // The first attempt ends after the comment.
  github.fail({ method: "PATCH", path: /issues\/1$/, response: { status: 403, body: {} } });
  expect((await drift()).code).toBe(1);
  expect((await drift()).code).toBe(0);
  expect((await drift()).code).toBe(0);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]).toMatchObject({
    issue: 1,
    body: expect.stringContaining("has not changed for a week") as string,
  });
  github.clockOffset = 2 * week + 7_200_000;
  await drift();
  expect(github.comments).toHaveLength(2);
});

it("does not change the issue when the service fails", async () => {
  await changeByHand("Ask Jonas.");
  await drift();
  const writes = github.writes.length;
  await emulator.stop();
  const run = await drift();
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("The drift issue was not changed because the comparison failed.");
  expect(github.writes.slice(writes)).toEqual([]);
  expect(github.issues).toMatchObject([{ state: "open" }]);
});

it("two runs at the same time leave one open issue", async () => {
  await changeByHand("Ask Jonas.");
  github.holdUntil(2, "GET", /\/issues$/);
  const runs = await Promise.all([drift(), drift()]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(github.issues.map(({ state, stateReason }) => [state, stateReason])).toEqual([
    ["open", undefined],
    ["closed", "not_planned"],
  ]);
});

it("does not open a second issue after a lost response, and ignores issues of others and pull requests", async () => {
  await changeByHand("Ask Jonas.");
  await drift();
  const [own] = github.issues;
  if (own === undefined) throw new Error("no issue was opened");
  github.issues = [
    { ...own, number: 1, user: { id: 7 } },
    { ...own, number: 2, pull_request: {} },
  ];
  github.fail({ method: "POST", path: /issues$/, response: { status: 502 }, executes: true });
  expect((await drift()).code).toBe(0);
  expect((await drift()).code).toBe(0);
  expect(github.issues.map(({ number, state }) => [number, state])).toEqual([
    [1, "open"],
    [2, "open"],
    [3, "open"],
  ]);
});

it("fails the job without an issue by default", async () => {
  await changeByHand("Ask Jonas.");
  const run = await drift({
    inputs: { command: "drift", sources: "alerts.yaml" },
    environment: { GITHUB_TOKEN: "" },
  });
  expect(run).toMatchObject({ code: 2, outputs: { "exit-code": "2" } });
  expect(github.requests).toEqual([]);
});

it("needs a token for the issue, and names the permission that is missing", async () => {
  await changeByHand("Ask Jonas.");
  expect((await drift({ environment: { GITHUB_TOKEN: "" } })).stderr).toContain("GITHUB_TOKEN is not set.");
  github.fail({
    method: "POST",
    path: /labels$/,
    response: { status: 403, body: { message: "Resource not accessible" } },
  });
  const run = await drift();
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Grant the permission issues: write.");
  expect((await drift()).code).toBe(0);
  expect(github.issues).toHaveLength(1);
});
