/** `dbmon doctor` checks the machine, the tokens and the environment, suggests fixes, and changes nothing. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describeUntested } from "../../../../src/platform";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { clockAhead, executable } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";

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
    const { findings, ...rest } = JSON.parse(run.stdout) as { findings: readonly Finding[] };
    const hasUrl = more["DBMON_BASE_URL"] !== "";
    const origin = { base_url: emulator.url, token_variable: "DBMON_API_TOKEN" };
    expect(rest).toEqual({
      dbmon: 1,
      $schema: expect.stringMatching(/\/schemas\/doctor\.schema\.json$/) as string,
      command: "doctor",
      status: run.code === 0 ? "done" : "failed",
      problems: [],
      ...(hasUrl ? origin : {}),
    });
    expect(run.stdout).not.toContain(agentToken);
    const of = (check: string) => findings.filter((one) => one.check === check);
    return { code: run.code, of };
  };
  return { emulator, environment, doctor };
}

it("reports ok for each check of a working setup", async () => {
  const { emulator, environment, doctor } = await setUp();
  const { code, of } = await doctor(["--try-writes"], { DBMON_AGENT_TOKEN: agentToken });
  expect(code).toBe(0);
  const what =
    executable === undefined
      ? `Node ${process.versions.node}.`
      : `This is the self-contained executable ${executable}. It needs no Node.`;
  expect(of("node")).toMatchObject([{ health: "ok", what }]);
  const [untested] = of("platform");
  expect(untested).toMatchObject({ health: "note", what: describeUntested(process.platform, process.arch) });
  for (const check of ["terraform", "service", "alerts", "writes", "events", "clock"]) {
    expect(of(check)).toMatchObject([{ health: "ok" }]);
  }
  const text = await bench.dbmon(["doctor"], { environment });
  expect(text.stdout).toMatch(/^ok {6}dbmon {7}dbmon \d+\.\d+\.\d+.*, on \w+ \w+\.\n/);
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
  await callService(emulator, "POST", "/config/alerts", incomplete);
  emulator.requests.clear();
  const { code, of } = await doctor([file]);
  expect(code).toBe(0);
  expect(of("alerts").map(({ what }) => what)).toEqual([
    `${emulator.url} (token of DBMON_API_TOKEN) has 3 alerts: 1 managed, 2 unmanaged.`,
    'Unmanaged: "CPU high".',
    '"Half" has no configuration: it never fires.',
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
  const { of } = await doctor([], clockAhead(90_000));
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
});

it("reports the version of the program that is installed", async () => {
  const { doctor } = await setUp();
  const folder = bench.folder();
  const PATH = `${folder}/bin:/usr/bin:/bin`;
  const install = (program: string, output: string) => {
    bench.write(`bin/${program}`, `#!/bin/sh\necho '${output}'\n`);
    chmodSync(join(folder, "bin", program), 0o755);
  };
  install("tofu", '{ "terraform_version": "1.12.6" }');
  const tofu = await doctor([], { PATH, TERRAFORM_BINARY_NAME: "tofu" });
  expect(tofu.of("terraform")).toMatchObject([{ health: "ok", what: "tofu 1.12.6." }]);
  install("tofu", 'Warning: no configuration file\n{ "terraform_version": "1.12.6" }');
  const warned = await doctor([], { PATH, TF_CLI_CONFIG_FILE: "/no/such/file.tfrc" });
  expect(warned.of("terraform")).toMatchObject([{ health: "ok", what: "tofu 1.12.6." }]);
  install("terraform", '{ "terraform_version": "1.4.7" }');
  const terraform = await doctor([], { PATH });
  expect(terraform.of("terraform")).toMatchObject([{ health: "error", what: "terraform 1.4.7 is too old." }]);
  install("terraform", "no JSON");
  const unreadable = await doctor([], { PATH });
  expect(unreadable.of("terraform")).toMatchObject([
    { health: "error", what: "terraform is on the PATH, but its version cannot be read." },
  ]);
  const absent = await doctor([], { TERRAFORM_BINARY_NAME: "/no/such/tofu" });
  expect(absent.of("terraform")).toMatchObject([
    {
      health: "error",
      what: expect.stringContaining('TERRAFORM_BINARY_NAME is set to "/no/such/tofu"') as string,
    },
  ]);
});

it("lists the destinations by their status, which the service does not explain", async () => {
  const { doctor } = await setUp();
  const { of } = await doctor();
  expect(of("destination")).toMatchObject([
    {
      health: "note",
      what: expect.stringMatching(/^Status 1, .* does not explain: "DBA team mail", "On-call/) as string,
    },
    { health: "note", what: 'Status 0, a number that the service does not explain: "Previous team mail".' },
  ]);
});

describeWithTerraform("with terraform", () => {
  it("reports whether init finds the provider, and by which configuration", async () => {
    const { doctor } = await setUp();
    const { PATH = "" } = process.env;
    // An empty mirror is the only place that init searches.
    const empty = bench.write(
      "empty.tfrc",
      'provider_installation {\n  filesystem_mirror { path = "/nowhere" }\n}\n',
    );
    const without = await doctor([], { PATH, TF_CLI_CONFIG_FILE: empty });
    expect(without.of("provider")).toEqual([
      {
        check: "provider",
        health: "note",
        what: `terraform init does not find dbmon/dbmon by TF_CLI_CONFIG_FILE, "${empty}". A registry was not asked.`,
        remedy: "To deploy with Terraform, run dbmon provider install. dbmon apply needs no provider.",
      },
    ]);
    const installed = await bench.dbmon(["provider", "install", "mirror"]);
    bench.write(".terraformrc", installed.stdout);
    const found = await doctor([], { PATH });
    const file = join(bench.folder(), ".terraformrc");
    expect(found.of("provider")).toMatchObject([
      { health: "ok", what: `terraform init finds dbmon/dbmon by ${file}.` },
    ]);
  });
});
