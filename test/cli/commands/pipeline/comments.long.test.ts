/** Comments of `dbmon pipeline github` on pull requests: one per command and environment, whatever happens between two calls. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { alerts, commandBench, cpuHigh, deployed, token, writesTo } from "../../../support/command";
import { runStep, type Step } from "./github";

const bench = commandBench();
let github: FakeGithub;
beforeEach(async () => {
  github = await FakeGithub.start();
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
});
afterEach(() => github.stop());

const planStep: Step = { inputs: { command: "plan", sources: "alerts.yaml" }, event: { pull: 12 } };
/** As in the target branch of the pull request. */
function writeConfig(text: string): void {
  bench.write("dbmon.yaml", text);
  github.files.set("dbmon.yaml", text);
}

const ownBodies = () => github.comments.filter(({ user }) => user.id !== 7).map(({ body }) => body);

describe("with a service", () => {
  let emulator: Awaited<ReturnType<typeof bench.emulator>>;
  const step = (overrides: Partial<Step> = {}) =>
    runStep(bench, github, emulator, { ...planStep, ...overrides });
  beforeEach(async () => {
    emulator = await bench.emulator();
  });

  it("comments the plan once, and a second run changes nothing", async () => {
    const run = await step();
    expect(run.stderr).toMatch(/^warning: .*"Deployed": The alert has no destinations.*\n.*\n$/);
    expect(run).toMatchObject({ code: 0, outputs: { changes: "true", "exit-code": "2", "plan-file": "" } });
    expect(run.stdout).toContain("::notice title=dbmon plan,file=alerts.yaml");
    expect(run.summary).toContain("Plan: 2 to create");
    expect(readFileSync(run.outputs["report"] ?? "", "utf8")).toMatch(/^<!doctype html>[^]*2 to create/i);
    const [body = ""] = ownBodies();
    expect(body).toMatch(/^<!-- dbmon plan [0-9a-f]{16} -->\n### Plan: 2 to create/);
    expect(body).toMatch(
      /\nCommit `fedcba9876`. \[Run\]\((https:\/\/github.example\/shop\/alerts\/actions\/runs\/815)\), \[HTML report\]\(\1#artifacts\)\n$/,
    );
    // The time of the plan would change the comment with each run.
    expect(body).toMatch(/^Fingerprint: `[0-9a-f]{12}`$/m);
    const writes = github.writes.length;
    expect((await step()).code).toBe(0);
    expect(github.writes.slice(writes)).toEqual([]);
    expect(writesTo(emulator)).toEqual([]);
  });

  it("updates its comment on the second page, and keeps one comment per command and source", async () => {
    for (let count = 0; count < 130; count++) github.addCommentOfOther(12, `comment ${count}`);
    await step();
    bench.write("alerts.yaml", alerts(cpuHigh));
    await step();
    expect(ownBodies()).toEqual([expect.stringContaining("Plan: 1 to create")]);
    await step({ inputs: { command: "backtest", sources: "alerts.yaml" } });
    await step({ inputs: { command: "plan", sources: "alerts.yaml\n." } });
    expect(ownBodies()).toHaveLength(3);
    expect(github.writes.filter((write) => write.startsWith("POST"))).toHaveLength(3);
  });

  it("fails for a comment of another user with its marker, after it has written its own", async () => {
    await step();
    const [forged = ""] = ownBodies();
    github.comments = [];
    github.addCommentOfOther(12, forged);
    const run = await step();
    expect(run).toMatchObject({ code: 1, outputs: { "exit-code": "2" } });
    expect(run.stderr).toContain(
      "error: Pull request 12 has a comment of another user with the marker of dbmon, which can be mistaken for the result.\n" +
        "  Delete that comment, and run the job again.\n",
    );
    expect(github.comments.map(({ user }) => user.id)).toEqual([7, 41898282]);
    expect(github.writes).toEqual(expect.not.arrayContaining([expect.stringContaining("PATCH")]));
    expect((await step()).code).toBe(1);
    github.comments = github.comments.filter(({ user }) => user.id !== 7);
    expect((await step()).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
  });

  it("two runs at the same time leave one comment", async () => {
    github.holdUntil(2, "GET", /\/issues\/12\/comments$/);
    const runs = await Promise.all([step(), step()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(github.writes.filter((write) => write.startsWith("POST"))).toHaveLength(2);
    expect(ownBodies()).toHaveLength(1);
  });

  it("deletes duplicates that a previous run left", async () => {
    await step();
    const [body = ""] = ownBodies();
    github.addOwnComment(12, body);
    github.addOwnComment(12, body);
    expect((await step()).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
  });

  it("does not repeat a creation whose response was lost", async () => {
    github.fail({ method: "POST", path: /comments$/, response: { status: 502 }, executes: true });
    expect((await step()).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
    expect(github.writes).toHaveLength(1);
  });

  it("retries reads after 502, and waits for a rate limit", async () => {
    const limit = { "Retry-After": "30" };
    github.fail({ method: "GET", path: /pulls/, response: { status: 502 }, times: 2 });
    github.fail({ method: "POST", path: /comments$/, response: { status: 403, headers: limit, body: {} } });
    expect((await step()).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
  });

  it.each([
    [
      {
        method: "POST",
        path: /comments$/,
        response: { status: 403, body: { message: "Resource not accessible by integration" } },
      },
      'Cannot create the comment: GitHub denied access (403, "Resource not accessible by integration").\n  Grant the permission pull-requests: write.',
    ],
    [
      { method: "GET", path: /pulls/, response: { status: 404, body: { message: "Not Found" } } },
      'Cannot read the pull request: GitHub did not find the object (404, "Not Found").',
    ],
    [
      {
        method: "POST",
        path: /comments$/,
        response: { status: 422, body: { message: "body is too long\n::error::x" } },
      },
      'Cannot create the comment: GitHub refused the request (422, "body is too long\\n::error::x").',
    ],
    ...[
      { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800" },
      { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9007199254740991" },
      { "Retry-After": "9".repeat(400) },
    ].map((headers): [Parameters<FakeGithub["fail"]>[0], string] => [
      { method: "GET", path: /pulls/, response: { status: 429, headers } },
      "Cannot read the pull request: GitHub limits the rate of requests until 20",
    ]),
    [
      {
        method: "GET",
        path: /pulls/,
        response: { status: 302, headers: { Location: "http://127.0.0.1:1/steal" } },
      },
      "Cannot read the pull request: GitHub redirects to another address (302).",
    ],
    [
      {
        method: "GET",
        path: /comments$/,
        response: { status: 200, body: [], headers: { Link: '<http://127.0.0.1:1/x>; rel="next"' } },
      },
      "Cannot list the comments: GitHub continues its list at another address, http://127.0.0.1:1.",
    ],
  ])("a refusal is one sentence and exit code 1, and the next run comments: %#", async (fault, message) => {
    github.fail(fault);
    const run = await step();
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`error: ${message}`);
    expect(run.outputs["exit-code"]).toBe("2");
    expect((await step()).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
  });

  it("does not comment on a pull request that was closed during the run", async () => {
    github.pullState = "closed";
    const run = await step();
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(
      "error: Pull request 12 is closed, so the result was not added as a comment.",
    );
    expect(github.writes).toEqual([]);
  });

  it("comments a failed plan, and a check only while it fails", async () => {
    await emulator.stop();
    const failed = await step();
    expect(failed).toMatchObject({ code: 1, outputs: { "exit-code": "1" } });
    expect(ownBodies()).toEqual([expect.stringContaining("### Plan: failed.")]);
    bench.write("alerts.yaml", "alerts: [{}]\n");
    const check = { inputs: { command: "check", sources: "alerts.yaml" } };
    expect((await step(check)).code).toBe(1);
    expect(ownBodies()[1]).toContain("### Check:");
    bench.write("alerts.yaml", alerts(cpuHigh));
    expect((await step(check)).code).toBe(0);
    expect(ownBodies()[1]).toContain("### Check: 1 alert checked: 0 errors");
  });

  it("says in the title that a plan failed, for one and for several environments", async () => {
    bench.write("alerts.yaml", alerts(deployed, cpuHigh.replace("On-call PagerDuty", "Nobody")));
    expect((await step()).code).toBe(1);
    const connection = `{ base_url: "${emulator.url}", api_token: { env: DBMON_API_TOKEN } }`;
    writeConfig(`environments:\n  staging: ${connection}\n`);
    const inputs = { command: "plan", sources: "alerts.yaml", environment: "*" };
    expect((await step({ inputs })).code).toBe(1);
    const [one = "", several = ""] = ownBodies();
    expect(one).toMatch(/^### Plan: failed, 1 error\. /m);
    expect(several).toMatch(/^### staging: failed, 1 error\. /m);
    for (const body of [one, several]) {
      expect(body).toContain("**This plan cannot be applied: 1 error.**");
      expect(body.match(/\*\*error\*\*/g)).toHaveLength(1);
      expect(body).not.toContain("No changes");
    }
  });

  it("keeps the comment within the limit of GitHub", async () => {
    const long = Array.from({ length: 400 }, (_, index) =>
      deployed.replace("Deployed", `A ${index} ${"é".repeat(150)}`),
    );
    bench.write("alerts.yaml", alerts(...long));
    expect((await step()).code).toBe(0);
    const [body = ""] = ownBodies();
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain("omitted because of the size limit");
  });

  it("hostile titles, branches, names and environments change nothing", async () => {
    const hostile =
      'x"; ::set-output name=a::b\n::add-mask::c $(touch /tmp/pwned) `id` ${{ secrets.A }} --> <!-- dbmon plan';
    bench.write(
      "alerts.yaml",
      // `$${` is the literal: values of an environment start with `${`.
      JSON.stringify({
        alerts: [{ name: hostile.replaceAll("${", () => "$${"), policy: 1, event: { categories: ["a"] } }],
      }),
    );
    const run = await step({ event: { pull: 12, title: hostile } });
    expect(run.code).toBe(0);
    const names = ["changes", "exit-code", "plan-file", "report", "artifact", "folder"];
    expect(Object.keys(run.outputs)).toEqual(names);
    const commands = run.stdout.split("\n").filter((line) => line.trimStart().startsWith("::"));
    expect(commands.filter((line) => !/^::(notice|warning) title=dbmon plan,/.test(line))).toEqual([]);
    const [body = ""] = ownBodies();
    // Code is not HTML, and only the first line is a marker.
    expect(body.replace(/(`+)[^`].*?[^`]\1(?!`)/g, "").match(/<!--/g)).toHaveLength(1);
    expect((await step({ event: { pull: 12, title: hostile } })).code).toBe(0);
    expect(ownBodies()).toHaveLength(1);
  });

  it.each([
    ["as lines", "staging\nprod*", "one.yaml\ntwo.yaml"],
    ["as a list", ["staging", "prod*"], ["one.yaml", "two.yaml"]],
    ["as a pattern", "*", "one.yaml\ntwo.yaml"],
  ])("plans several sources in several environments, given %s", async (_, environment, sources) => {
    const connection = `{ base_url: "${emulator.url}", api_token: { env: DBMON_API_TOKEN } }`;
    writeConfig(`environments:\n  staging: ${connection}\n  production: ${connection}\n`);
    bench.write("one.yaml", alerts(cpuHigh));
    bench.write("two.yaml", alerts(deployed));
    const inputs = JSON.stringify({ command: "plan", environment, sources });
    const run = await step({ environment: { DBMON_INPUTS: inputs, DBMON_BASE_URL: "" } });
    expect(run).toMatchObject({ code: 0, outputs: { changes: "true" } });
    expect(ownBodies()).toEqual([
      expect.stringMatching(/\| staging \| 2 \|[^]*\| production \| 2 \|/) as string,
    ]);
    expect(ownBodies()[0]).not.toContain("Planned at");
  });

  it("applies on a push without a token of GitHub", async () => {
    const push = { event: {}, environment: { GITHUB_TOKEN: "" } };
    const plan = await step({
      ...push,
      inputs: { command: "plan", sources: "alerts.yaml", "plan-file": "plan.json" },
    });
    expect(plan).toMatchObject({ code: 0, outputs: { "plan-file": "plan.json" } });
    const apply = await step({ ...push, inputs: { command: "apply", "plan-file": "plan.json" } });
    expect(apply).toMatchObject({ code: 0, outputs: { changes: "true", "exit-code": "0" } });
    const again = await step({ ...push, inputs: { command: "apply", "plan-file": "plan.json" } });
    expect(again.code).toBe(3);
    expect(github.requests).toEqual([]);
  });
});

describe("with Terraform", () => {
  /** Prints its arguments and a plan with a workflow command, and exits with 2 as for changes. */
  const terraform = `#!/bin/sh
echo "terraform $*"
[ "$1" = init ] && exit 0
echo 'dbmon_alert.a: Refreshing state... [id=1]'
echo '::add-mask::x' "token \${GITHUB_TOKEN:-none}\${CI_JOB_TOKEN}\${ACTIONS_ID_TOKEN_REQUEST_TOKEN}"
printf 'Plan: 1 to add, 0 to change, 0 to destroy.\\n\\033[31m# @mira\\n'
exit 2
`;
  const step = (event: Step["event"]) => {
    bench.write("bin/terraform", terraform);
    chmodSync(join(bench.folder(), "bin/terraform"), 0o755);
    return runStep(bench, github, undefined, {
      inputs: { command: "plan", terraform: "." },
      ...(event === undefined ? {} : { event }),
      environment: {
        PATH: `${join(bench.folder(), "bin")}:${process.env.PATH ?? ""}`,
        CI_JOB_TOKEN: "job-token",
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: "id-token",
      },
    });
  };

  it("comments its output as code, and prints it without workflow commands", async () => {
    const run = await step({ pull: 12 });
    expect(run).toMatchObject({ code: 0, stderr: "", outputs: { changes: "true", "exit-code": "2" } });
    expect(run.stdout).not.toMatch(/^::/m);
    const [body = ""] = ownBodies();
    expect(body.split("\n").slice(1)).toEqual([
      "### Terraform plan: 1 to add, 0 to change, 0 to destroy.",
      "",
      "    terraform plan -detailed-exitcode -lock=false -input=false -no-color",
      "    \\u003a:add-mask::x token none",
      "    Plan: 1 to add, 0 to change, 0 to destroy.",
      "    \\u001b[31m# @mira",
      "",
      expect.stringContaining("Commit"),
      "",
    ]);
    await step({ pull: 12 });
    expect(github.writes).toHaveLength(1);
  });

  it("does not run for a fork, and warns", async () => {
    const run = await step({ pull: 12, isFork: true });
    expect(run).toMatchObject({ code: 0, outputs: { changes: "" } });
    expect(run.stdout).toMatch(
      /^::warning title=dbmon::terraform plan was not run: the change is from a fork, .*\n$/,
    );
    expect(github.requests).toEqual([]);
  });
});

describe("invalid input is one sentence and exit code 1", () => {
  it.each<[Step["inputs"], Record<string, string>, string]>([
    [
      { command: "destroy" },
      {},
      'Invalid input command: "destroy".\n  Set it to one of check, test, plan, backtest, apply, drift, audit, drill.',
    ],
    [{}, {}, "Missing input command."],
    [{ command: "plan", enviroment: "a" }, {}, 'Unknown input "enviroment".\n  Did you mean "environment"?'],
    [
      { command: "plan", comment: "yes" },
      {},
      'Invalid input comment: "yes".\n  Set it to one of true, false.',
    ],
    [{ command: "plan", backtest: "often" }, {}, 'Invalid input backtest: "often".'],
    [{ command: "check", "plan-file": "a" }, {}, "dbmon check does not support the input plan-file."],
    [{ command: "check", terraform: "." }, {}, "dbmon check does not support the input terraform."],
    [
      { command: "plan", terraform: ".", backtest: "true" },
      {},
      "terraform does not support the input backtest.\n  Remove one of the two inputs.",
    ],
    [{ command: "plan" }, { DBMON_INPUTS: "plan" }, "DBMON_INPUTS is not a JSON object of strings and lists"],
    [
      { command: "plan" },
      { DBMON_INPUTS: '{"command": "plan", "backtest": ["14d"]}' },
      "Invalid input backtest: it is a list.\n  Set it to a string.",
    ],
    [{ command: "plan" }, { GITHUB_TOKEN: "" }, "GITHUB_TOKEN is not set."],
    [
      { command: "plan" },
      { GITHUB_TOKEN: "a b" },
      "GITHUB_TOKEN contains a character that is not valid in a token.",
    ],
    [
      { command: "plan" },
      { GITHUB_API_URL: "http://github.example" },
      "GITHUB_API_URL does not start with https://",
    ],
    [
      { command: "plan" },
      { GITHUB_EVENT_PATH: "missing.json" },
      "Cannot read the event of the workflow: no such file or folder.",
    ],
    [{ command: "check" }, { GITHUB_EVENT_NAME: "" }, "GITHUB_EVENT_NAME is not set."],
    [
      { command: "check" },
      { GITHUB_EVENT_PATH: "alerts.yaml" },
      "Cannot read the event of the workflow: Unexpected token",
    ],
    [
      { command: "check" },
      { GITHUB_EVENT_PATH: "/dev/zero" },
      "Cannot read the event of the workflow: it is not a file of at most 33554432 bytes.",
    ],
    [{ command: "check" }, { RUNNER_TEMP: "" }, "RUNNER_TEMP is not set."],
    [{ command: "check" }, { RUNNER_TEMP: "tmp" }, "RUNNER_TEMP is not an absolute path."],
    [{ command: "plan" }, { GITHUB_REPOSITORY: "../x" }, "GITHUB_REPOSITORY is not OWNER/NAME."],
  ])("%j %j", async (inputs, environment, message) => {
    const run = await runStep(bench, github, undefined, { inputs, event: { pull: 12 }, environment });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain(token);
    expect(github.requests).toEqual([]);
  });
});
