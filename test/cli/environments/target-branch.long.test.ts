/** In a pull request, each command sends its token only to an address that dbmon.yaml of the target branch has. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../src/emulator";
import { alerts, commandBench, deployed, token } from "../../support/command";

const bench = commandBench();
let service: ServiceEmulator;
/** Where a pull request would send the token. */
let other: ServiceEmulator;

const hosts = {
  GitHub: { GITHUB_EVENT_NAME: "pull_request", GITHUB_BASE_REF: "main" },
  GitLab: { CI_MERGE_REQUEST_IID: "7", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" },
};
const config = (url: string) =>
  `definitions: [alerts.yaml]\nenvironments:\n  staging: { base_url: "${url}", api_token: { env: DBMON_STAGING_TOKEN } }\n  other: { base_url: "${url}", api_token: { env: DBMON_OTHER_TOKEN } }\n`;
const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=m", "-c", "user.email=m@example.com", ...args], {
    cwd: join(bench.folder(), folder),
    stdio: "pipe",
  });

/** A checkout whose target branch has the address. */
function createCheckout(folder: string, url: string, reference: string): void {
  bench.write(join(folder, "alerts.yaml"), alerts(deployed));
  bench.write(join(folder, "dbmon.yaml"), config(url));
  git(folder, "init", "-q");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "Add alerts");
  git(folder, "update-ref", reference, "HEAD");
}

beforeEach(async () => {
  [service, other] = [await bench.emulator(), await bench.emulator()];
  createCheckout(".", service.url, "refs/remotes/origin/main");
});

const run = async (args: readonly string[], environment: Record<string, string>, cwd = ".") => {
  const tokens = { DBMON_STAGING_TOKEN: token, DBMON_OTHER_TOKEN: token };
  const { code, stdout, stderr } = await bench.dbmon(args, {
    environment: { ...tokens, ...environment },
    cwd,
  });
  const calls = [service, other].map(({ requests }) => requests.list().length > 0);
  return { code, output: stdout + stderr, calls };
};

it.each([
  ["plan", []],
  ["apply", ["--yes"]],
  ["check", ["--online"]],
  ["drift", []],
  ["list", ["alerts"]],
  ["event", ["create", "--type", "x", "--message", "y"]],
  ["doctor", []],
])("dbmon %s sends no token to the address of a pull request", async (command, options) => {
  bench.write("dbmon.yaml", config(other.url));
  const { code, output, calls } = await run([command, ...options, "-e", "staging"], hosts.GitHub);
  expect(output).toContain("because the target branch does not have this address");
  expect([code, calls]).toEqual([1, [false, false]]);
});

describe.each(["GitHub", "GitLab"] as const)("on %s", (host) => {
  const environment = hosts[host];

  it("the address of the target branch is used, also in a subfolder", async () => {
    bench.write("dbmon.yaml", `# Changed.\n${config(service.url)}`);
    bench.write("folder/alerts.yaml", alerts(deployed));
    const variables = { ...environment, CI_PROJECT_DIR: bench.folder() };
    const { code, calls } = await run(["plan", "alerts.yaml", "-e", "*"], variables, "folder");
    expect([code, calls]).toEqual([0, [true, false]]);
  });

  it("another address is refused with its place and a remedy", async () => {
    bench.write("dbmon.yaml", config(other.url));
    const { output, calls } = await run(["plan", "-e", "staging"], environment);
    expect(output).toContain(
      'dbmon.yaml:3:24: field environments.staging.base_url: No token is sent to the address of the environment "staging", because the target branch does not have this address.\n' +
        "  Set DBMON_ALLOWED_HOSTS beside the token to the hosts that it may be sent to.",
    );
    expect(calls).toEqual([false, false]);
  });

  it.each([
    ["that git does not have", { GITHUB_BASE_REF: "x", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "x" }],
    ["that the job does not name", { GITHUB_BASE_REF: "", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "" }],
  ])("a target branch %s is not trusted", async (_, variables) => {
    const { code, output, calls } = await run(["plan", "-e", "staging"], { ...environment, ...variables });
    expect(output).toContain("because it cannot be compared with the target branch: ");
    expect([code, calls]).toEqual([1, [false, false]]);
  });

  it("DBMON_ALLOWED_HOSTS decides instead, and a list without hosts does not", async () => {
    bench.write("dbmon.yaml", config(other.url));
    const allow = (text: string) =>
      run(["plan", "-e", "staging"], { ...environment, DBMON_ALLOWED_HOSTS: text });
    expect((await allow(" , ")).calls).toEqual([false, false]);
    expect((await allow("127.0.0.1")).calls).toEqual([false, true]);
  });

  it("the address of a variable is used", async () => {
    bench.write("dbmon.yaml", config(other.url));
    const variables = { ...environment, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: token };
    expect((await run(["plan"], variables)).calls).toEqual([true, false]);
  });
});

it.each([
  ["pull_request_target", { GITHUB_BASE_REF: "main", GITHUB_REF: "refs/heads/main" }],
  ["workflow_run", { GITHUB_BASE_REF: "", GITHUB_REF: "refs/heads/main" }],
  ["issue_comment", { GITHUB_BASE_REF: "", GITHUB_REF: "refs/heads/main" }],
])(
  "an event %s that checks out a pull request sends a token only to the address of the branch",
  async (...args) => {
    const [event, variables] = args;
    const environment = { GITHUB_EVENT_NAME: event, ...variables };
    expect((await run(["plan", "-e", "staging"], environment)).calls).toEqual([true, false]);
    bench.write("dbmon.yaml", config(other.url));
    const { output, calls } = await run(["plan", "-e", "staging"], environment);
    expect(output).toContain("because the target branch does not have this address");
    expect(calls).toEqual([true, false]);
  },
);

it.each([
  ["a review", { GITHUB_EVENT_NAME: "pull_request_review", GITHUB_REF: "refs/pull/1/merge" }],
  ["a pull request of another host", { CI_PIPELINE_SOURCE: "external_pull_request_event" }],
])("the job of %s does not name the target branch, and sends no token", async (_, environment) => {
  git(".", "update-ref", "refs/remotes/origin/1/merge", "HEAD");
  const { output, calls } = await run(["plan", "-e", "staging"], environment);
  expect(output).toContain("cannot be compared with the target branch: The job does not name it");
  expect(calls).toEqual([false, false]);
});

it.each(["push", "merge_group"])("an event %s uses the address of its commit", async (event) => {
  bench.write("dbmon.yaml", config(other.url));
  expect((await run(["plan", "-e", "staging"], { GITHUB_EVENT_NAME: event })).calls).toEqual([false, true]);
});

it("a tag and a nested repository of the pull request are not the target branch", async () => {
  bench.write("dbmon.yaml", config(other.url));
  git(".", "commit", "-qam", "Change the address");
  git(".", "update-ref", "refs/tags/origin/main", "HEAD");
  expect((await run(["plan", "-e", "staging"], hosts.GitHub)).calls).toEqual([false, false]);
  createCheckout("nested", other.url, "refs/remotes/origin/main");
  const variables = { ...hosts.GitHub, GITHUB_WORKSPACE: bench.folder() };
  expect((await run(["plan", "-e", "staging"], variables, "nested")).calls).toEqual([false, false]);
});
