/** `dbmon doctor` checks the machine, the tokens and the environment, suggests fixes, and changes nothing. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, token, writesTo } from "../shared/command";
import { executable, preload } from "../../support/programs";

const bench = commandBench();
const agentToken = "s3cr3t-agent-token";

interface Finding {
  readonly check: string;
  readonly health: string;
  readonly what: string;
  readonly remedy?: string;
}

async function setUp() {
  const emulator = await bench.emulator({ agentToken });
  const environment = { ...environmentOf(emulator), HOME: bench.folder() };
  const doctor = async (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) => {
    const run = await bench.dbmon(["doctor", "--json", ...args], {
      environment: { ...environment, ...more },
    });
    expect(run.stderr).toBe("");
    const { version, findings, ...rest } = JSON.parse(run.stdout) as {
      version: number;
      findings: readonly Finding[];
    };
    const hasUrl = more["DBMON_BASE_URL"] !== "";
    expect([version, rest]).toEqual([1, hasUrl ? { base_url: emulator.url } : {}]);
    expect(run.stdout).not.toContain(agentToken);
    const of = (check: string) => findings.filter((one) => one.check === check);
    return { code: run.code, of };
  };
  return { emulator, environment, doctor };
}

it("reports ok for each check of a working setup", async () => {
  const { emulator, environment, doctor } = await setUp();
  const installed = await bench.dbmon(["provider", "install", "mirror"]);
  const settings = bench.write("dbmon.tfrc", installed.stdout);
  const { code, of } = await doctor(["--try-writes"], {
    TF_CLI_CONFIG_FILE: resolve(bench.folder(), settings),
    DBMON_AGENT_TOKEN: agentToken,
  });
  expect(code).toBe(0);
  const what =
    executable === undefined
      ? `Node ${process.versions.node}.`
      : `This is the self-contained executable ${executable}. It needs no Node.`;
  expect(of("node")).toMatchObject([{ health: "ok", what }]);
  for (const check of ["terraform", "provider", "service", "alerts", "writes", "events", "clock"]) {
    expect(of(check)).toMatchObject([{ health: "ok" }]);
  }
  const text = await bench.dbmon(["doctor"], { environment });
  expect(text.stdout).toMatch(
    /^ok {6}service {5}http:\/\/127\.0\.0\.1:\d+ is reachable, and the API token has read access\.$/m,
  );
  expect(emulator.requests.list({ method: "DELETE" })).toHaveLength(1);
  expect(emulator.requests.list({ method: "PUT" })).toHaveLength(0);
});

it("reports managed, unmanaged and incomplete alerts", async () => {
  const { emulator, environment, doctor } = await setUp();
  const file = bench.write("alerts.yaml", alerts(deployed, cpuHigh));
  await bench.dbmon(["apply", file, "--yes"], { environment });
  bench.write("alerts.yaml", alerts(deployed));
  const incomplete = { name: "Half", type: 1, policy: 1, destinations: [], disabled: 0, annotations: "" };
  const answer = await fetch(`${emulator.url}/api/v2/config/alerts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(incomplete),
  });
  expect(answer.ok).toBe(true);
  emulator.requests.clear();
  const { code, of } = await doctor([file]);
  expect(code).toBe(0);
  expect(of("alerts").map(({ what }) => what)).toEqual([
    "The environment has 3 alerts: 1 managed, 2 unmanaged.",
    'Unmanaged: "CPU high".',
    'Incomplete, without a configuration: "Half".',
  ]);
  expect(writesTo(emulator)).toEqual([]);
});

it("distinguishes a read-only token, an invalid token and a token without an agent", async () => {
  const { emulator, doctor } = await setUp();
  const untested = await doctor();
  expect(untested.of("writes")).toMatchObject([{ health: "note" }]);
  expect(untested.of("events")).toMatchObject([{ health: "note" }]);
  emulator.faults.add({ method: "DELETE", answer: { status: 403 } });
  const reader = await doctor(["--try-writes"], { DBMON_AGENT_TOKEN: "unknown-token" });
  expect(reader.code).toBe(1);
  expect(reader.of("writes")).toMatchObject([
    { health: "warning", what: "The API token has read access only." },
  ]);
  expect(reader.of("events")).toMatchObject([{ health: "error" }]);
  const wrong = await doctor([], { DBMON_API_TOKEN: "wrong" });
  expect(wrong.code).toBe(1);
  expect(wrong.of("service")).toMatchObject([
    { health: "error", what: expect.stringContaining("401") as string },
  ]);
});

it("reports the skew of a wrong clock", async () => {
  const { doctor } = await setUp();
  const ahead = resolve(__dirname, "../../support/clock-ahead.cjs");
  const { of } = await doctor([], { ...preload(ahead), TEST_CLOCK_AHEAD: "90000" });
  expect(of("clock")).toMatchObject([
    {
      health: "warning",
      what: expect.stringMatching(/The clock of this machine is (89|9\d) seconds ahead of/) as string,
    },
  ]);
});

it("reports missing settings and tools without a service and without terraform", async () => {
  const { doctor } = await setUp();
  const { code, of } = await doctor([], { DBMON_BASE_URL: "", DBMON_API_TOKEN: "", PATH: "/nowhere" });
  expect(code).toBe(1);
  expect(of("service")).toHaveLength(2);
  expect(of("terraform")).toMatchObject([{ health: "note" }]);
  const absent = await doctor([], { TF_CLI_CONFIG_FILE: "/no/such.tfrc" });
  expect(absent.of("provider")).toMatchObject([
    { health: "warning", what: "TF_CLI_CONFIG_FILE is set to /no/such.tfrc, which does not exist." },
  ]);
  const old = bench.write(
    "old.tfrc",
    'provider_installation {\n  filesystem_mirror {\n    path = "/old/mirror"\n  }\n}\n',
  );
  const outdated = await doctor([], { TF_CLI_CONFIG_FILE: resolve(bench.folder(), old) });
  expect(outdated.of("provider")).toMatchObject([
    { health: "warning", remedy: expect.stringContaining("dbmon provider install /old/mirror") as string },
  ]);
});

it("checks the mirror of the engine that is installed", async () => {
  const { doctor } = await setUp();
  const { stdout } = await bench.dbmon(["provider", "install", "mirror"]);
  const folder = bench.folder();
  bench.write(".tofurc", stdout);
  rmSync(join(folder, "mirror/registry.terraform.io"), { recursive: true });
  bench.write("bin/tofu", "#!/bin/sh\necho OpenTofu v1.12.6\n");
  chmodSync(join(folder, "bin/tofu"), 0o755);
  const tofu = await doctor([], { PATH: `${folder}/bin:/usr/bin:/bin`, TERRAFORM_BINARY_NAME: "tofu" });
  expect(tofu.of("terraform")).toMatchObject([{ health: "ok", what: "OpenTofu 1.12.6 (tofu)." }]);
  expect(tofu.of("provider")).toMatchObject([
    { health: "ok", what: expect.stringContaining("mirror/registry.opentofu.org/dbmon/dbmon/") as string },
  ]);
  bench.write("bin/terraform", "#!/bin/sh\necho Terraform v1.4.7\n");
  chmodSync(join(folder, "bin/terraform"), 0o755);
  const terraform = await doctor([], {
    PATH: `${folder}/bin:/usr/bin:/bin`,
    TF_CLI_CONFIG_FILE: join(folder, ".tofurc"),
  });
  expect(terraform.of("terraform")).toMatchObject([
    { health: "error", what: "Terraform 1.4.7 (terraform) is too old." },
  ]);
  expect(terraform.of("provider")).toMatchObject([
    { health: "warning", what: expect.stringContaining("of the provider for Terraform.") as string },
  ]);
  const absent = await doctor([], { TERRAFORM_BINARY_NAME: "/no/such/tofu" });
  expect(absent.of("terraform")).toMatchObject([
    {
      health: "error",
      what: expect.stringContaining('TERRAFORM_BINARY_NAME is set to "/no/such/tofu"') as string,
    },
  ]);
});

it("reports an unreadable CLI configuration, and continues with the other checks", async () => {
  const { doctor } = await setUp();
  const folder = bench.folder();
  const unreadable = await doctor([], { TF_CLI_CONFIG_FILE: folder });
  expect(unreadable.of("provider")).toMatchObject([
    { health: "warning", what: expect.stringContaining(`Cannot read ${folder}: it is a folder.`) as string },
  ]);
  expect(unreadable.of("service")).toMatchObject([{ health: "ok" }]);
  const path = String.raw`C:\Users\me`;
  const written = bench.write("bad.tfrc", `provider_installation { filesystem_mirror { path = "${path}" } }`);
  const odd = await doctor([], { TF_CLI_CONFIG_FILE: resolve(folder, written) });
  expect(odd.of("provider")).toMatchObject([
    { health: "warning", what: expect.stringContaining(`(${path}) does not contain version`) as string },
  ]);
});

describe("in a cdktf project", () => {
  const root = resolve(__dirname, "../../..");
  const terminalPackage = "@cdktf/node-pty-prebuilt-multiarch";
  const override = "npm pkg set overrides.@cdktf/node-pty-prebuilt-multiarch=npm:@lydell/node-pty@1.1.0";
  const inProject = (...path: string[]) => join(bench.folder(), "node_modules", ...path);

  it("reports that cdktf-cli is not installed", async () => {
    const { doctor } = await setUp();
    bench.write("cdktf.json", "{}");
    expect((await doctor()).of("cdktf")).toMatchObject([
      { health: "warning", remedy: `Run ${override} && npm install --save-dev cdktf-cli@0.21.` },
    ]);
    bench.write("node_modules/cdktn-cli/package.json", "{}");
    expect((await doctor()).of("cdktf")).toEqual([]);
  });

  it("reports whether cdktf-cli can start", async () => {
    const { doctor } = await setUp();
    mkdirSync(inProject("@cdktf"), { recursive: true });
    cpSync(join(root, "node_modules/cdktf-cli/package.json"), inProject("cdktf-cli/package.json"));
    symlinkSync(join(root, "node_modules", terminalPackage), inProject(terminalPackage));
    expect((await doctor()).of("cdktf")).toEqual([
      { check: "cdktf", health: "ok", what: "cdktf-cli 0.21.0." },
    ]);
    const printsAndThrows =
      'console.error(new Error("handled")); throw new Error("No native build was found.\\nDetails");';
    bench.write("broken/index.js", printsAndThrows);
    const broken = bench.folder();
    cpSync(join(broken, "broken"), inProject("cdktf-cli/node_modules", terminalPackage), { recursive: true });
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("cdktf")).toEqual([
      {
        check: "cdktf",
        health: "error",
        what: `cdktf-cli 0.21.0 cannot start on Node ${process.versions.node}: cannot load ${terminalPackage} (No native build was found).`,
        remedy: expect.stringContaining(`npm uninstall cdktf-cli && ${override} && npm install`) as string,
      },
    ]);
  });

  it("has one version of the replacement in the template, the documentation and this repository", () => {
    const manifest = (path: string) =>
      JSON.parse(readFileSync(join(root, path), "utf8")) as { overrides: Record<string, string> };
    const expected = override.split("=")[1];
    for (const path of ["package.json", "templates/typescript/package.json"])
      expect(manifest(path).overrides[terminalPackage]).toBe(expected);
    for (const path of ["README.md", "docs/guides/getting-started-cdk.md"])
      expect(readFileSync(join(root, path), "utf8")).toContain(override);
  });
});
