/** `dbmon check --online`: problems that a plan would have with the live alerts, each at its line, with few requests. */
import { type ServiceEmulator } from "../../../../src/emulator";
import {
  alerts,
  commandBench,
  cpuHigh,
  deployed as active,
  environmentOf,
  writesTo,
} from "../../../support/command";

const bench = commandBench();
/** An active alert without destinations is a warning. */
const deployed = `${active}    disabled: true\n`;

/** Makes the list contain alerts with these names and types. */
function listing(emulator: ServiceEmulator, ...listed: readonly (readonly [name: string, type: number])[]) {
  const common = { annotations: "", policy: 1, disabled: 0, destinations: [] };
  const data = listed.map(([name, type], index) => ({ id: 41 + index, name, type, ...common }));
  emulator.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body: { data } } });
}

async function checked(emulator: ServiceEmulator, ...strings: string[]) {
  const file = bench.write("alerts.yaml", alerts(...strings));
  return bench.dbmon(["check", file, "--online"], { environment: environmentOf(emulator) });
}

it("each unresolved reference is reported at its own line", async () => {
  const emulator = await bench.emulator();
  const { code, stdout } = await checked(
    emulator,
    cpuHigh
      .replace("[On-call PagerDuty, 1]", "\n      - On-call Pagerdutty\n      - 99")
      .replace("policy: 2", "policy: 77")
      .replace("duration: 2", "duration: 88"),
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^error: alerts\.yaml:3:13: "CPU high", field policy: There is no alert policy with the id 77/m,
  );
  expect(stdout).toMatch(
    /^error: alerts\.yaml:5:9: "CPU high", field destinations\[0\]: .*\n {2}Did you mean "On-call PagerDuty"/m,
  );
  expect(stdout).toMatch(/^error: alerts\.yaml:6:9: "CPU high", field destinations\[1\]: .* with the id 99/m);
  expect(stdout).toMatch(
    /^error: alerts\.yaml:8:85: "CPU high", field threshold\.duration: .* with the id 88/m,
  );
});

it("a merged reference is reported at the line of its source", async () => {
  const emulator = await bench.emulator();
  bench.write(
    "alerts.yaml",
    `x-team: &team\n  policy: 77\n${alerts(deployed.replace("policy: 1", "<<: *team"))}`,
  );
  const run = await bench.dbmon(["check", "alerts.yaml", "--online"], {
    environment: environmentOf(emulator),
  });
  expect(run.stdout).toMatch(/^error: alerts\.yaml:2:11: "Deployed", field policy: /);
  const plan = await bench.dbmon(["plan", "alerts.yaml"], { environment: environmentOf(emulator) });
  expect(plan.stderr).toMatch(/^error: alerts\.yaml:2:11: "Deployed", field policy: /);
});

it("an alert of the other kind, which an apply would replace, is a warning", async () => {
  const emulator = await bench.emulator();
  listing(emulator, ["CPU high", 1]);
  const { code, stdout } = await checked(emulator, cpuHigh);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^warning: alerts\.yaml:6:16: "CPU high", field threshold: An apply would delete the live alert \(id 41\) of kind event and create one of kind threshold\./,
  );
});

it("two live alerts with the name or with the renamed_from of a definition are an error", async () => {
  const emulator = await bench.emulator();
  listing(emulator, ["CPU high", 2], ["CPU high", 2], ["Old", 1], ["Old", 1]);
  const { code, stdout } = await checked(
    emulator,
    cpuHigh,
    deployed.replace("policy: 1", "policy: 1\n    renamed_from: Old"),
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^error: alerts\.yaml:2:11: "CPU high", field name: 2 live alerts have this name \(ids 41, 42\)/m,
  );
  expect(stdout).toMatch(
    /^error: alerts\.yaml:10:19: "Deployed", field renamed_from: 2 live alerts have the name in renamed_from, "Old" \(ids 43, 44\)/m,
  );
});

it("a renamed_from without a live alert is a warning with similar names, until the rename is done", async () => {
  const emulator = await bench.emulator();
  const renamed = deployed.replace("policy: 1", "policy: 1\n    renamed_from: Deploys");
  listing(emulator, ["Deploy", 1]);
  const { code, stdout } = await checked(emulator, renamed);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^warning: alerts\.yaml:4:19: "Deployed", field renamed_from: No live alert is named "Deploys", .*\n {2}Did you mean "Deploy"/,
  );
  emulator.faults.clear();
  listing(emulator, ["Deploys", 1]);
  expect((await checked(emulator, renamed)).stdout).toBe("");
  emulator.faults.clear();
  listing(emulator, ["Deployed", 1]);
  expect((await checked(emulator, renamed)).stdout).toBe("");
});

it("a name that an alert of an unsupported kind has is an error", async () => {
  const emulator = await bench.emulator();
  listing(emulator, ["Deployed", 3]);
  const { code, stdout } = await checked(emulator, deployed);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^error: alerts\.yaml:2:11: "Deployed", field name: An alert with this name exists \(id 41\) and has an unsupported kind \(type 3\)\./,
  );
});

it("only the needed lists are fetched, once each, and no configuration", async () => {
  const emulator = await bench.emulator();
  const paths = () =>
    emulator.requests.list().map(({ path }) => path.replace("/api/v2", "").replace(/\?.*/, ""));
  await checked(emulator, deployed, deployed.replace("Deployed", "Deployed again"));
  expect(paths().sort()).toEqual(["/config/alert-opts/policy", "/config/alerts", "/hosts"]);
  emulator.requests.clear();
  await checked(emulator, cpuHigh);
  expect(paths().sort()).toEqual([
    "/config/alert-opts/durations",
    "/config/alert-opts/policy",
    "/config/alerts",
    "/config/destinations",
    "/hosts",
  ]);
  emulator.requests.clear();
  bench.write("none.yaml", "alerts: []\n");
  await bench.dbmon(["check", "none.yaml", "--online"], { environment: environmentOf(emulator) });
  expect(paths()).toEqual([]);
  expect(writesTo(emulator)).toEqual([]);
});

it("an empty list of definitions prunes nothing, unless --max-deletes allows it", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const others = ["A", "B", "C", "D", "E"].map((name) => deployed.replace("Deployed", name));
  await bench.dbmon(["apply", bench.write("all.yaml", alerts(...others)), "--yes"], { environment });
  const none = bench.write("none.yaml", "alerts: []\n");
  emulator.requests.clear();
  const refused = await bench.dbmon(["apply", none, "--yes", "--prune", "A"], { environment });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    "There are no definitions, so the plan would delete all 1 alerts that match owns or --prune.",
  );
  // One failure has one remedy, although the plan exceeds the deletion limit too.
  const all = await bench.dbmon(["plan", none, "--prune", "*"], { environment });
  expect(all.stderr.match(/^error: /gm)).toHaveLength(1);
  expect(writesTo(emulator)).toEqual([]);
  const allowed = ["apply", none, "--yes", "--prune", "A", "--max-deletes", "1"];
  expect((await bench.dbmon(allowed, { environment })).code).toBe(0);
  expect(writesTo(emulator)).toEqual([expect.stringMatching(/^DELETE \/alerts\/\d+$/)]);
});

it("a definition that adds nothing to another one is reported, unless an attribute of it is ignored", async () => {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const copy = cpuHigh.replace("CPU high", "CPU high (copy)");
  const { code, stdout } = await checked(emulator, cpuHigh, copy);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^warning: alerts\.yaml:\d+:\d+: "CPU high \(copy\)": The alert adds nothing to "CPU high": in every situation .* (?:is|are) notified already\.\n {2}Remove one of the definitions\.$/m,
  );
  const { stdout: ignoring } = await checked(emulator, cpuHigh, `${copy}    ignore: [policy]\n`);
  expect(ignoring).not.toContain("adds nothing");
});
