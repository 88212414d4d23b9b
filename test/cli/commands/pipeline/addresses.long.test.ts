/** A pull request can change dbmon.yaml, which has the address that tokens are sent to: the address must be that of the target branch. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { FakeGitlab } from "../../../support/code-hosts/fake-gitlab";
import { alerts, commandBench, deployed } from "../../../support/command";
import { runStep } from "./github";
import { mergeRequest, runGitlabJob } from "./gitlab";

const bench = commandBench();
let github: FakeGithub;
let gitlab: FakeGitlab;
let service: ServiceEmulator;
/** Where a pull request would send the token. */
let other: ServiceEmulator;
beforeEach(async () => {
  [github, gitlab] = [await FakeGithub.start(), await FakeGitlab.start()];
  [service, other] = [await bench.emulator(), await bench.emulator()];
});
afterEach(() => Promise.all([github.stop(), gitlab.stop()]));

const config = (url: string, name = "staging") =>
  `definitions: [alerts.yaml]\nenvironments:\n  ${name}: { base_url: "${url}", api_token: { env: DBMON_API_TOKEN } }\n`;
const plan = { command: "plan", environment: "*", comment: "false" };

const jobs = {
  github: (inputs: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) =>
    runStep(bench, github, service, {
      inputs,
      event: { pull: 7 },
      environment: { DBMON_BASE_URL: "", ...environment },
    }),
  gitlab: (inputs: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) =>
    runGitlabJob(bench, gitlab, service, {
      inputs,
      environment: { ...mergeRequest, DBMON_BASE_URL: "", ...environment },
    }),
};

/** @param target content of dbmon.yaml in the target branch */
function start(pull: string, target: string | undefined): void {
  bench.write("alerts.yaml", alerts(deployed));
  bench.write("dbmon.yaml", pull);
  for (const host of [github, gitlab]) if (target !== undefined) host.files.set("dbmon.yaml", target);
}

const calls = () => [service, other].map(({ requests }) => requests.list().length > 0);

describe.each(["github", "gitlab"] as const)("on %s", (name) => {
  const job = async (...args: Parameters<(typeof jobs)["github"]>) => {
    const { code, stdout, stderr } = await jobs[name](...args);
    return { code, output: stdout + stderr };
  };

  it("the address of the target branch is used", async () => {
    start(config(service.url), `# Before.\n${config(service.url)}`);
    const { code, output } = await job(plan);
    expect([code, output]).toEqual([0, expect.stringContaining("Plan: 1 to create.")]);
    expect(calls()).toEqual([true, false]);
  });

  it.each([
    [
      "another address",
      () => config(other.url),
      () => config(service.url),
      'the environment "staging", because the target branch does not have this address',
    ],
    [
      "a new environment",
      () => config(other.url, "new"),
      () => config(service.url),
      'the environment "new", because the target branch does not have this address',
    ],
    [
      "a new file",
      () => config(other.url),
      () => undefined,
      "it cannot be compared with the target branch: Cannot read dbmon.yaml of the target branch: ",
    ],
    [
      "a target that is not valid",
      () => config(service.url),
      () => "environments: 1",
      "it cannot be compared with the target branch: ",
    ],
  ])("%s receives no token", async (_, pull, target, reason) => {
    start(pull(), target());
    const { code, output } = await job(plan);
    expect(output).toContain(reason);
    expect(output).toContain("Set DBMON_ALLOWED_HOSTS beside the token to the hosts that it may be sent to.");
    expect([code, calls()]).toEqual([1, [false, false]]);
  });

  it("a target branch that cannot be read is not trusted", async () => {
    start(config(service.url), config(service.url));
    for (const host of [github, gitlab])
      host.fail({ method: "GET", path: /dbmon\.yaml/, response: { status: 403, body: {} } });
    const { output } = await job(plan);
    expect(output).toContain("it cannot be compared with the target branch");
    expect(calls()).toEqual([false, false]);
  });

  it("with DBMON_ALLOWED_HOSTS, the target branch is not read", async () => {
    start(config(service.url), undefined);
    expect((await job(plan, { DBMON_ALLOWED_HOSTS: "127.0.0.1" })).code).toBe(0);
    expect([github, gitlab].flatMap(({ requests }) => requests)).toEqual([]);
    expect(calls()).toEqual([true, false]);
    const refused = await job(plan, { DBMON_ALLOWED_HOSTS: "app.example.com" });
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining("does not allow the host 127.0.0.1"),
    ]);
  });

  it("the address of a variable is not that of the file", async () => {
    start(config(other.url), config(service.url));
    const { code } = await job({ command: "plan", comment: "false" }, { DBMON_BASE_URL: service.url });
    expect([code, calls()]).toEqual([0, [true, false]]);
  });
});
