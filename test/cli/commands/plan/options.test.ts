/** Options of plans, applies and drift checks: deletion limits, targets, JSON documents, ignored attributes and the wait. */
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";
import { expectToMatchSchema } from "../../documents";
import { editLive } from "../../edit-live";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  return { emulator, dbmon };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe("deletions", () => {
  const many = (count: number) =>
    alerts(
      ...Array.from({ length: count }, (_, index) => deployed.replace("Deployed", `team/${String(index)}`)),
    );

  it("need a pattern, and --max-deletes beyond the default limit", async () => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", `${many(4)}${deployed.replace("Deployed", '"team.x"')}`);
    await dbmon("apply", file, "--yes");
    bench.write("alerts.yaml", alerts(deployed.replace("Deployed", "team/0")));
    emulator.requests.clear();
    expect((await dbmon("plan", file)).stdout).toContain("Plan: No changes. 1 in sync, 4 unmanaged.");
    const pruned = ["--prune", "team/?"];
    const refused = await dbmon("apply", file, "--yes", ...pruned);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The plan deletes 3 of the 5 live alerts, but the limit is 25%.");
    expect(refused.stderr).toContain('- "team/1" will be deleted');
    expect(writesTo(emulator)).toEqual([]);
    for (const limit of ["2", "59%"])
      expect((await dbmon("plan", file, ...pruned, "--max-deletes", limit)).code).toBe(1);
    const allowed = await dbmon("apply", file, "--yes", ...pruned, "--max-deletes", "3");
    expect(allowed.stdout).toContain("3 of 3 changes applied.");
    expect(writesTo(emulator)).toHaveLength(3);
    expect((await dbmon("plan", file)).stdout).toContain("1 unmanaged");
  });

  it.each(["x", "-1", "101%", "1.5", ""])("refuse the limit %j", async (limit) => {
    const refused = await parseCommandLine(["plan", "alerts.yaml", `--max-deletes=${limit}`]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("Must be an integer, such as 20, or a percentage, such as 50%.");
  });
});

it("--target changes one alert and those that free its name, and refuses unknown names with a hint", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const missed = await dbmon("apply", file, "--yes", "--target", "Deploy");
  expect(missed.code).toBe(1);
  expect(missed.stderr).toContain('Did you mean "Deployed"?');
  const none = await dbmon("apply", bench.write("none.yaml", alerts(" []")), "--yes", "--target", "Deploy");
  expect(none.stderr).toContain("None are available.");
  expect((await dbmon("apply", file, "--yes", "--target", "Deployed")).stdout).toContain(
    "1 of 1 changes applied.",
  );
  const renamed = (name: string, from: string) =>
    deployed.replace("Deployed", `${name}\n    renamed_from: ${from}`);
  bench.write("alerts.yaml", alerts(renamed("Second", "Deployed"), renamed("First", "CPU high")));
  emulator.requests.clear();
  await dbmon("apply", file, "--yes", "--target", "Second");
  expect(writesTo(emulator)).toEqual(["PUT /alerts/1"]);
});

it.each<[string, ...string[]]>([["plan"], ["drift", "--no-wait"], ["destroy", "--yes"]])(
  "%s with --target reads the configuration of that alert only, and makes no request for an unknown name",
  async (command, ...flags) => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    await dbmon("apply", file, "--yes");
    emulator.requests.clear();
    expect(await dbmon(command, file, ...flags, "--target", "Deployd")).toMatchObject({ code: 1 });
    expect(emulator.requests.list()).toEqual([]);
    expect(await dbmon(command, file, ...flags, "--target", "Deployed")).toMatchObject({ code: 0 });
    const configurations = emulator.requests.list().filter(({ path }) => path.endsWith("/config"));
    expect(new Set(configurations.map(({ path }) => path)).size).toBe(1);
  },
);

describe("--json", () => {
  it("prints exactly one document on stdout, also after an error", async () => {
    const { dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(cpuHigh));
    const planned = await dbmon("plan", file, "--json");
    expectToMatchSchema("plan.schema.json", json(planned.stdout));
    expect(json(planned.stdout)).toMatchObject({
      dbmon: 1,
      changes: [{ action: "create", name: "CPU high", calls: ["createAlert", "writeAlertConfig"] }],
    });
    const unconfirmed = await dbmon("apply", file, "--json");
    expect(unconfirmed.code).toBe(3);
    expect(json(unconfirmed.stdout)).toMatchObject({ dbmon: 1, confirmation: { results: [] } });
    const applied = await dbmon("apply", file, "--json", "--yes");
    expect(json(applied.stdout)).toMatchObject({
      dbmon: 1,
      results: [{ name: "CPU high", action: "create", outcome: "done", problems: [] }],
    });
    const drift = await dbmon("drift", file, "--json");
    expect(json(drift.stdout)).toMatchObject({
      dbmon: 1,
      alerts: [{ name: "CPU high", status: "in-sync" }],
    });
    const bad = await dbmon("plan", "absent.yaml", "--json");
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain("absent.yaml: No such file or folder.");
    expect(json(bad.stdout)).toMatchObject({ dbmon: 1, problems: [{ severity: "error" }] });
    const wrong = bench.write("wrong.yaml", alerts(cpuHigh.replace("policy: 2", "policy: 99")));
    const refused = await dbmon("plan", wrong, "--json");
    expect(json(refused.stdout)).toMatchObject({
      dbmon: 1,
      changes: [],
      problems: [{ severity: "error" }],
    });
  });
});

describe("ignore", () => {
  it("keeps the live value of an ignored attribute, and reports it, until it is no longer ignored", async () => {
    const { emulator, dbmon } = await setUp();
    const ignoring = (policy: number) =>
      alerts(deployed.replace("policy: 1", `policy: ${String(policy)}\n    ignore: [disabled]`));
    const file = bench.write("alerts.yaml", ignoring(1));
    await dbmon("apply", file, "--yes");
    await editLive(emulator, 1, { disabled: 1 });
    expect((await dbmon("plan", file)).stdout).toBe(
      `Environment: ${emulator.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 1 in sync, 1 with ignored attributes.\n`,
    );
    expect((await dbmon("drift", file, "--detailed-exitcode")).code).toBe(0);
    bench.write("alerts.yaml", ignoring(2));
    emulator.requests.clear();
    const applied = await dbmon("apply", file, "--yes");
    expect(applied.stdout).toContain(
      '    policy: 1 "Every time" -> 2 "At most once every 15 minutes"\n    ignored: disabled\n',
    );
    const [written] = emulator.requests.list({ method: "PUT" });
    expect(JSON.parse(written?.body ?? "")).toMatchObject({ policy: 2, disabled: 1 });
    bench.write("alerts.yaml", alerts(deployed.replace("policy: 1", "policy: 2")));
    expect((await dbmon("plan", file)).stdout).toContain("disabled: true -> false");
    bench.write("alerts.yaml", `ignore: [disabled, policy]\n${alerts(deployed)}`);
    expect((await dbmon("plan", file)).stdout).toContain("Plan: No changes");
  });

  it("refuses unknown attributes and the name", async () => {
    const { dbmon } = await setUp();
    for (const [ignore, complaint] of [
      ["[name]", "1:10: ignore[0] must be one of policy, annotations,"],
      ["disabled", '1:9: ignore must be a sequence, not the string "disabled".'],
      ["[muted]", "1:10: ignore[0] must be one of policy, annotations,"],
    ]) {
      const file = bench.write("alerts.yaml", `ignore: ${ignore}\n${alerts(deployed)}`);
      const refused = await dbmon("plan", file);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain(`alerts.yaml:${complaint}`);
    }
  });
});

describe("--wait", () => {
  const wait = ["--yes", "--wait", "--window", "1", "--parallel", "1"];

  it("ends after one propagation window if all changes have taken effect", async () => {
    const { dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    const startedAt = Date.now();
    const applied = await dbmon("apply", file, ...wait);
    expect(applied).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1 of 1 changes applied\.\n$/) as string,
    });
    expect(applied.stderr).toContain("All changes written. Waiting 1 s for them to take effect.");
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
  });

  it("fails and reports each change that has not taken effect, with its fields", async () => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    // Only the verification reads the configuration of a new alert.
    emulator.faults.add({
      method: "GET",
      path: "*/alerts/2/config",
      answer: { status: 200, body: { hosts: [], host_types: [], categories: ["deploy"] } },
    });
    const applied = await dbmon("apply", file, ...wait);
    expect(applied.code).toBe(1);
    expect(applied.stdout).toContain("2 of 2 changes applied.");
    expect(applied.stderr.match(/^error: .*$/gm)).toEqual([
      'error: "Deployed": The alert was written, but reads differently one propagation window later: hosts.',
    ]);
    const report = await dbmon("plan", file, "--json");
    expect(json(report.stdout)).toMatchObject({
      changes: [{ action: "unchanged" }, { action: "update", fields: [{ path: ["hosts"] }] }],
    });
  });
});

it("reads the definitions of the current folder by default", async () => {
  const { dbmon } = await setUp();
  bench.write("alerts.yaml", alerts(deployed));
  expect((await dbmon("plan")).stdout).toContain('+ "Deployed" will be created');
});
