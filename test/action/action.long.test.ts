/** action.yml as the runner uses it: its script with the inputs, from the npm package of the project or from a release. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:https";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load as parse } from "js-yaml";
import * as z from "zod";
import { selfSignedCertificate } from "../../src/tfplugin/process/certificate";
import { ReleaseHost } from "../support/code-hosts/release-host";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { HttpProxy } from "../support/proxies";
import { describeWithTerraform } from "../support/terraform";

const root = resolve(__dirname, "../..");
const text = readFileSync(join(root, "action.yml"), "utf8");
const step = z.looseObject({
  run: z.string().optional(),
  shell: z.string().optional(),
  uses: z.string().optional(),
});
const action = z
  .looseObject({
    inputs: z.record(z.string(), z.looseObject({ default: z.string().optional() })),
    outputs: z.record(z.string(), z.looseObject({ value: z.string() })),
    runs: z.looseObject({ steps: z.array(step) }),
  })
  .parse(parse(text));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

let folder = "";
let releases: ReleaseHost;
beforeAll(async () => {
  releases = await ReleaseHost.start();
});
afterAll(() => {
  releases.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-action-"));
  mkdirSync(join(folder, "project"));
  mkdirSync(join(folder, "temporary"));
  releases.clear();
  releases.writeAction(join(folder, "action-repository"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the script of the first step: the runner writes it to a file without an extension. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  environment: Record<string, string> = {},
  onOutput?: (output: string, action: ChildProcess) => void,
) {
  const [{ run = "", shell } = {}] = action.runs.steps;
  expect(shell).toBe("node {0}");
  const script = join(folder, "script");
  writeFileSync(script, run);
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  const child = spawn(process.execPath, [script], {
    cwd: join(folder, "project"),
    env: {
      PATH: process.env.PATH,
      GITHUB_ACTION_PATH: join(folder, "action-repository"),
      GITHUB_EVENT_NAME: "push",
      GITHUB_EVENT_PATH: file("event.json", "{}"),
      GITHUB_OUTPUT: file("output", ""),
      GITHUB_SERVER_URL: releases.url,
      DBMON_ACTION_REPOSITORY: "dbmon/dbmon-iac",
      RUNNER_TEMP: join(folder, "temporary"),
      DBMON_INPUTS: JSON.stringify({ ...Object.fromEntries(defaults), ...inputs }),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => {
    output += data;
    onOutput?.(output, child);
  });
  child.stderr.setEncoding("utf8").on("data", (data: string) => (output += data));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output, outputs: readFileSync(join(folder, "output"), "utf8") };
}

const definitions = "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [a] } }\n";

const repository = (id: number) => ({ repo: { id }, sha: "0123456789abcdef" });
/** @param from ID of the repository: 1 is the own one */
const pullRequest = (from: number) => ({
  pull_request: { number: 12, head: repository(from), base: repository(1) },
});

function installPackage(): void {
  mkdirSync(join(folder, "project/node_modules"));
  symlinkSync(root, join(folder, "project/node_modules/dbmon-iac"));
}

it("runs the npm package of the project", async () => {
  installPackage();
  writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  const run = await runAction({ command: "check", sources: "alerts.yaml" });
  expect(run).toMatchObject({ code: 0, output: expect.stringContaining("1 alert checked") as string });
  expect(run.outputs).toMatch(/^exit-code<<(.*)\n0\n\1$/m);
  expect(releases.requested).toEqual([]);
});

describeWithTerraform("a plan of Terraform", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    installPackage();
  });
  afterEach(() => world.stop());

  it("is checked, tested by the test files of its folder, and planned, and a fork's is only checked and tested", async () => {
    world.configure(`resource "dbmon_alert" "backup" {
      name         = "Backup"
      policy       = 1
      destinations = [1]
      event        = { categories = ["backup"] }
    }`);
    await world.run(["plan", "-out", "plan.out", "-input=false"]);
    const { stdout: plan } = await world.run(["show", "-json", "plan.out"]);
    const project = join(folder, "project");
    writeFileSync(join(project, "plan.json"), plan);
    const test = "{ name: t, events: [{ at: 0s, type: backup }], expect: { Backup: [{ fires: 0s }] } }";
    writeFileSync(join(project, "alerts.test.yaml"), `tests: [${test}]\n`);
    const inputs = { sources: "plan.json" };
    const check = await runAction({ command: "check", ...inputs });
    expect(check).toMatchObject({ code: 0, output: expect.stringContaining("1 alert checked") as string });
    const tested = await runAction({ command: "test", ...inputs });
    expect(tested).toMatchObject({ code: 0, output: expect.stringContaining("Test: 1 passed.") as string });
    const planned = await runAction({ command: "plan", ...inputs, comment: "false" }, world.environment);
    expect(planned).toMatchObject({
      code: 0,
      output: expect.stringContaining("Plan: 1 to create.") as string,
    });
    expect(planned.outputs).toMatch(/^changes<<(.*)\ntrue\n\1$/m);
    expect(world.writes()).toEqual([]);
    releases.publish(version);
    writeFileSync(join(folder, "fork.json"), JSON.stringify(pullRequest(2)));
    const fork = await runAction(
      { command: "plan", ...inputs },
      { GITHUB_EVENT_NAME: "pull_request", GITHUB_EVENT_PATH: join(folder, "fork.json") },
    );
    expect(fork).toMatchObject({ code: 0, output: expect.stringContaining("1 alert checked") as string });
    expect(fork.output).toContain("Test: 1 passed.");
  });
});

it("without a package, downloads the executable of its version, and verifies it", async () => {
  releases.publish(version);
  writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  const run = await runAction({ command: "check" });
  expect(run).toMatchObject({ code: 0, output: expect.stringContaining(`release ${version}\n`) as string });
  expect(releases.requested).toHaveLength(3);
});

describe("an untrusted event", () => {
  const tokens = ["GITHUB_TOKEN", "DBMON_API_TOKEN", "ACTIONS_RUNTIME_TOKEN", "NPM_TOKEN", "NODE_OPTIONS"];

  it.each<[string, unknown]>([
    ["pull_request", pullRequest(2)],
    ["pull_request_target", pullRequest(1)],
    ["pull_request_target", pullRequest(2)],
    ["workflow_run", { workflow_run: { event: "push" } }],
    ["issue_comment", { issue: { pull_request: {} }, comment: { body: "/plan" } }],
    ["new_event", pullRequest(1)],
  ])("%s %j runs only check and test of the release, and nothing of the checkout", async (name, payload) => {
    releases.publish(version);
    writeFileSync(join(folder, "project/alerts.yaml"), definitions);
    const mark = join(folder, "mark");
    const plant = (path: string) => {
      const file = join(folder, "project", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        `#!/bin/sh\n":" //; echo planted > ${mark}; exit\nrequire("fs").writeFileSync("${mark}", "")`,
      );
      chmodSync(file, 0o755);
    };
    ["node_modules/.bin/dbmon", "node_modules/dbmon-iac/main.js", "dbmon", "terraform", "git"].forEach(plant);
    const own = { name: "dbmon-iac", version, bin: { dbmon: "main.js" } };
    writeFileSync(join(folder, "project/node_modules/dbmon-iac/package.json"), JSON.stringify(own));
    const scripts = { preinstall: `touch ${mark}`, test: `touch ${mark}`, dbmon: `touch ${mark}` };
    writeFileSync(join(folder, "project/package.json"), JSON.stringify({ scripts }));
    writeFileSync(join(folder, "payload.json"), JSON.stringify(payload));
    const run = await runAction(
      { command: "apply", sources: "alerts.yaml" },
      {
        ...Object.fromEntries(
          tokens.map((token) => [token, token === "NODE_OPTIONS" ? "--no-warnings" : token]),
        ),
        DBMON_BASE_URL: "http://127.0.0.1:1",
        GITHUB_EVENT_NAME: name,
        GITHUB_EVENT_PATH: join(folder, "payload.json"),
      },
    );
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining(`release ${version}\n`) as string });
    expect(run.output).toContain("::error title=dbmon::dbmon apply was not run");
    expect(run.output).toContain("1 alert checked");
    const [, variables = ""] = /^variables (.*)$/m.exec(run.output) ?? [];
    expect(variables.split(" ")).toContain("DBMON_INPUTS");
    for (const token of [...tokens, "DBMON_BASE_URL"]) expect(variables.split(" ")).not.toContain(token);
    expect(existsSync(mark)).toBe(false);
  });

  it("fails if the event cannot be read", async () => {
    installPackage();
    const { code, output } = await runAction({ command: "check" }, { GITHUB_EVENT_NAME: "pull_request" });
    expect(code).toBe(1);
    expect(output).toMatch(
      /^::error title=dbmon::.*Cannot read the event of the workflow: its format is unknown\./,
    );
  });
});

it("runs the executable that it verified, and not a file that an earlier step wrote", async () => {
  releases.publish(version);
  writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  const planted = join(folder, "temporary", `dbmon-${version}`);
  mkdirSync(planted);
  writeFileSync(join(planted, "dbmon"), "#!/bin/sh\necho planted\n", { mode: 0o755 });
  const run = await runAction({ command: "check" });
  expect(run).toMatchObject({ code: 0, output: expect.stringContaining(`release ${version}\n`) as string });
  expect(run.output).not.toContain("planted");
});

it("ends an untrusted run on SIGTERM, also one that ignores it", async () => {
  releases.publish(version, {
    program: `process.on("SIGTERM", () => {}); console.log("started"); setInterval(() => {}, 1000);`,
  });
  writeFileSync(join(folder, "payload.json"), JSON.stringify(pullRequest(2)));
  const event = { GITHUB_EVENT_NAME: "pull_request", GITHUB_EVENT_PATH: join(folder, "payload.json") };
  const run = await runAction({ command: "check" }, event, (output, child) => {
    if (output.includes("started")) child.kill("SIGTERM");
  });
  expect(run.code).toBe(1);
});

it("runs another version on request", async () => {
  releases.publish("0.9.1");
  writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  expect((await runAction({ command: "check", version: "v0.9.1" })).output).toContain("release 0.9.1\n");
});

describe("behind a proxy", () => {
  let release: Server;
  let proxy: HttpProxy;
  const environment = () => ({
    GITHUB_SERVER_URL: "https://github.example",
    HTTPS_PROXY: `http://mira:pa%3Ass@127.0.0.1:${String(proxy.port)}`,
    // The certificate of the test is self-signed.
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    NODE_NO_WARNINGS: "1",
  });
  beforeEach(async () => {
    const { keyPem: key, certificatePem: cert } = selfSignedCertificate(new Date());
    // GitHub redirects to its storage.
    release = createServer({ key, cert }, ({ url = "", headers: { host } }, response) => {
      const { status, body } = releases.files.get(url) ?? { status: 404, body: "" };
      if (host === "storage.example") response.writeHead(status).end(body);
      else response.writeHead(302, { Location: `https://storage.example${url}` }).end();
    });
    await once(release.listen(0, "127.0.0.1"), "listening");
    proxy = await HttpProxy.start((release.address() as AddressInfo).port);
    releases.publish(version);
    writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  });
  afterEach(async () => {
    await proxy.stop();
    release.closeAllConnections();
    release.close();
  });

  it("downloads through a tunnel, and follows redirects", async () => {
    const run = await runAction({ command: "check" }, environment());
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining(`release ${version}\n`) as string });
    const tunnels = ["github", "storage"].map((name) => `CONNECT ${name}.example:443 mira:pa:ss`);
    expect(proxy.requests).toEqual([...tunnels, ...tunnels, ...tunnels]);
  });

  it.each([
    ["a refusal of the proxy", 407, {}, "tunneling socket could not be established, statusCode=407."],
    [
      "an invalid proxy",
      undefined,
      { HTTPS_PROXY: "socks5://x" },
      "tunneling socket could not be established, cause=",
    ],
  ])("%s is one sentence, without its password", async (_, refusal, more, message) => {
    proxy.refusal = refusal;
    const { code, output } = await runAction({ command: "check" }, { ...environment(), ...more });
    expect(code).toBe(1);
    expect(output).toMatch(/^::error title=dbmon::.*\n$/);
    expect(output).toContain(message);
    expect(output).not.toContain("pa%3Ass");
  });
});

describe("one sentence and exit code 1", () => {
  it("for checksums that another key signed, and for a release without a signature", async () => {
    releases.publish(version, { isSigned: false });
    const { code, output } = await runAction({ command: "check" });
    expect(code).toBe(1);
    expect(output).toBe(
      `::error title=dbmon::The signature of the checksums of release ${version} is wrong. Nothing was run.\n`,
    );
    for (const path of releases.files.keys()) if (path.endsWith(".sig")) releases.files.delete(path);
    const unsigned = await runAction({ command: "check" });
    expect(unsigned.code).toBe(1);
    expect(unsigned.output).toMatch(
      /^::error title=dbmon::Cannot download .*SHA256SUMS\.sig: status 404\.\n$/,
    );
  });

  it("for a wrong checksum, without running the file", async () => {
    const name = releases.publish(version, { checksum: "a".repeat(64) });
    const { code, output } = await runAction({ command: "check" });
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(
        `^::error title=dbmon::The checksum of ${name} is wrong: [0-9a-f]{64}, expected a{64}. Nothing was run.\n$`,
      ),
    );
  });

  it.each<[Record<string, string>, Record<string, string>, RegExp]>([
    [{ version: "9.9.9" }, {}, /^::error title=dbmon::Cannot download http.*_SHA256SUMS: status 404\.\n$/],
    [
      { version: "../x\n::add-mask::y" },
      {},
      /^::error title=dbmon::The input version is not a version\. Set it to one such as 0\.2\.0\.\n$/,
    ],
    [{}, { RUNNER_TEMP: "" }, /^::error title=dbmon::RUNNER_TEMP is not set\./],
    [{}, { RUNNER_TEMP: "project" }, /^::error title=dbmon::RUNNER_TEMP is not an absolute path\./],
    [{}, { DBMON_ACTION_REPOSITORY: "" }, /^::error .*Install the npm package dbmon-iac in the project\.\n$/],
    [{}, { GITHUB_SERVER_URL: "http://github.example" }, /^::error .*it is not https:\/\/\.\n$/],
  ])("for %j %j", async (inputs, environment, message) => {
    const { code, output } = await runAction({ command: "check", ...inputs }, environment);
    expect(code).toBe(1);
    expect(output).toMatch(message);
  });

  it("for a version that differs from the installed package, and for an unknown input", async () => {
    installPackage();
    const other = await runAction({ command: "check", version: "9.9.9" });
    expect(other).toMatchObject({
      code: 1,
      output: expect.stringContaining(`has installed dbmon-iac ${version}`) as string,
    });
    const unknown = await runAction({ command: "check", source: "alerts" });
    expect(unknown).toMatchObject({
      code: 1,
      output: expect.stringContaining('Unknown input "source".') as string,
    });
  });
});

it("declares the inputs that the command knows, and outputs that it sets", async () => {
  installPackage();
  writeFileSync(join(folder, "project/alerts.yaml"), definitions);
  const { code, outputs } = await runAction({ command: "check" });
  expect(code).toBe(0);
  for (const { value } of Object.values(action.outputs)) {
    const [, name = ""] = /^\$\{\{ steps\.run\.outputs\.([\w-]+) \}\}$/.exec(value) ?? [];
    expect(outputs).toContain(`${name}<<`);
  }
});

it("pins actions to commits, and no script contains an expression", () => {
  for (const line of text.match(/uses:.*/g) ?? []) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
});
