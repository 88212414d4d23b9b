/** Ctrl-C in Terraform, and SIGTERM to the provider: writes in progress finish, reads end at once, and no run reports a provider bug. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { type Fault } from "../../../src/emulator";
import { DbmonTerraform, providerPidFile, ProviderWithPid } from "../../support/dbmon-terraform";
import { preload, until } from "../../support/programs";
import { RequestGate } from "../../support/proxies";
import { describeWithTerraform, type RunResult, type StartedRun } from "../../support/terraform";
import { applyAdopting, takeWrites } from "../alert-stories";

const interruptAtStart = resolve(__dirname, "interrupt-at-start.cjs");
const provider = 'provider "dbmon" {}';
const alerts = (count: number, policy = 1) => `${provider}
resource "dbmon_alert" "many" {
  count        = ${String(count)}
  name         = "alert \${count.index}"
  policy       = ${String(policy)}
  destinations = [1]
  event        = { categories = ["code deployment"] }
}`;
/** Sets waits that exceed the time limit of a test, so a run that ends was interrupted. */
const withLongWaits = (hcl: string) =>
  hcl.replace(provider, 'provider "dbmon" {\n  propagation_window = "1h"\n  request_timeout = "1h"\n}');
const delay = { latencyMs: 500 };

/** Number of operations that Terraform runs concurrently. The next run creates the last two alerts. */
const parallelism = 4;
const alertCount = parallelism + 2;

describeWithTerraform("an interrupt", () => {
  let world: DbmonTerraform;
  let gate: RequestGate;
  let running: StartedRun | undefined;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    gate = await RequestGate.start(world.service.url);
  });
  afterEach(async () => {
    const { pid, exitCode, signalCode } = running?.child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
    await running?.ended;
    running = undefined;
    await gate.stop();
    await world.stop();
  });

  /** Ctrl-C in a terminal sends SIGINT to the process group: terraform and the provider. */
  const interrupt = () => {
    const { pid } = running?.child ?? {};
    if (pid === undefined) throw new Error("terraform has not started");
    process.kill(-pid, "SIGINT");
  };
  /** Interrupts terraform once the fault has met `count` requests and terraform has printed `output`. */
  const interruptAfter = async (
    args: readonly string[],
    fault: Fault,
    { count = 1, output = "" } = {},
  ): Promise<RunResult> => {
    world.service.requests.clear();
    const added = world.service.faults.add(fault);
    const { output: printed, ended } = (running = world.folder.start(args, world.environment));
    await until(() => world.service.requests.list(fault).length >= count && printed().includes(output));
    interrupt();
    const end = await ended;
    added.remove();
    return end;
  };
  /** Holds the requests of all operations that run at the same time, interrupts terraform, and then releases the requests. */
  const interruptWhileHeld = async (command: "apply" | "destroy", method: string, path: RegExp) => {
    gate.hold(method, path);
    const args = [command, "-auto-approve", `-parallelism=${String(parallelism)}`];
    const environment = { ...world.environment, DBMON_BASE_URL: gate.url, TF_LOG_CORE: "trace" };
    const { output: printed, ended } = (running = world.folder.start(args, environment));
    await until(() => gate.heldCount === parallelism);
    interrupt();
    // Terraform logs this when it calls StopProvider. By then it starts no further operation.
    await until(() => printed().includes("GRPCProvider.v6: Stop"));
    gate.release();
    return ended;
  };
  const idsInState = () => stateIds(world.folder.stateText());
  const idsInService = async () => (await world.alerts()).map(({ id }) => String(id)).sort();

  /** Creates the first alert of the configuration outside Terraform. */
  const createFirstAlert = async ({ isComplete }: { readonly isComplete: boolean }) => {
    const alert = { name: "alert 0", destinations: [1], policy: 1, type: 1, annotations: "", disabled: 0 };
    await world.call("POST", "/config/alerts", alert);
    const config = { hosts: [], host_types: [], categories: ["code deployment"] };
    if (isComplete) await world.call("PUT", "/config/alerts/1/config", config);
  };

  it("finishes the creations in progress, starts no other, and the next apply creates the rest", async () => {
    world.configure(alerts(alertCount));
    const { code, text } = await interruptWhileHeld("apply", "PUT", /\/config$/);
    expect(code).toBe(1);
    expect(text.match(/: Creation complete/g)).toHaveLength(parallelism);
    expect(text).not.toContain("a bug");
    const ids = await idsInService();
    expect(ids).toHaveLength(parallelism);
    expect(idsInState()).toEqual(ids);
    for (const id of ids)
      expect(await world.call("GET", `/config/alerts/${id}/config`)).toMatchObject({
        categories: ["code deployment"],
      });

    expect((await world.apply()).text).toContain("2 added, 0 changed, 0 destroyed");
    expect((await world.plan()).code).toBe(0);
  });

  it("finishes a creation whose response is lost after the interrupt", async () => {
    world.configure(alerts(1));
    const lost: Fault = { method: "POST", ...delay, when: "after-commit", answer: "cut" };
    const { text } = await interruptAfter(["apply", "-auto-approve"], lost);
    expect(text).toContain("Creation complete");
    expect(idsInState()).toEqual(await idsInService());
    expect((await world.plan()).code).toBe(0);
  });

  it("reports that an alert may exist when its response is lost and the list is stale", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ staleReads: true });
    world.configure(alerts(1));
    const lost: Fault = { method: "POST", ...delay, when: "after-commit", answer: "cut" };
    const { code, text } = await interruptAfter(["apply", "-auto-approve"], lost);
    expect(code).toBe(1);
    expect(text).toContain('"alert 0": The alert may have been created: the response was lost');
    world.pass(61);
    await applyAdopting(world);
    expect(await idsInService()).toEqual(["1"]);
    expect(idsInState()).toEqual(["1"]);
  });

  it("finishes the updates and deletions in progress, and records them in the state", async () => {
    world.configure(alerts(alertCount));
    await world.apply();
    world.configure(alerts(alertCount, 2));
    const updated = await interruptWhileHeld("apply", "PUT", /\/alerts\/\d+$/);
    expect(updated.code).toBe(1);
    expect(updated.text.match(/: Modifications complete/g)).toHaveLength(parallelism);
    const policies = (await world.alerts()).map(({ policy }) => policy);
    expect(policies.filter((policy) => policy === 2)).toHaveLength(parallelism);

    const deleted = await interruptWhileHeld("destroy", "DELETE", /\/alerts\/\d+$/);
    expect(deleted.code).toBe(1);
    expect(deleted.text.match(/: Destruction complete/g)).toHaveLength(parallelism);
    expect(idsInState()).toEqual(await idsInService());
    expect(idsInState()).toHaveLength(2);
    expect((await world.run(["destroy", "-auto-approve"])).text).toContain("2 destroyed");
  });

  it("ends the wait for an incomplete alert", async () => {
    await createFirstAlert({ isComplete: false });
    takeWrites(world);
    world.configure(withLongWaits(alerts(1)));
    // The plan and the apply's own plan list the alerts once each. The wait lists them again.
    const lists: Fault = { method: "GET", path: "*/alerts", latencyMs: 0 };
    const run = { count: 3, output: "Creating..." };
    const { code, text } = await interruptAfter(["apply", "-auto-approve"], lists, run);
    expect(code).toBe(1);
    expect(text).toMatch(/the run was interrupted/i);
    expect(takeWrites(world)).toEqual([]);
  });

  it.each<[string, Fault]>([
    ["the list hangs", { method: "GET", path: "*/alerts", answer: "hang" }],
    ["a configuration hangs", { method: "GET", path: "*/config", answer: "hang" }],
    ["a list of referenced objects hangs", { method: "GET", path: "*/destinations", answer: "hang" }],
    [
      "the service sends Retry-After",
      { method: "GET", path: "*/alerts", answer: { status: 503, headers: { "Retry-After": "100" } } },
    ],
  ])("ends a plan when %s", async (_, fault) => {
    await createFirstAlert({ isComplete: true });
    world.configure(withLongWaits(alerts(2)));
    const { code, text } = await interruptAfter(["plan"], fault);
    expect(code).toBe(1);
    expect(text).toMatch(/the run was interrupted/i);
    expect(text).toContain("Run again");
    expect(text).not.toContain("a bug");
  });

  it("while the provider starts is reported by Terraform alone, and leaves no process or socket behind", async () => {
    world.configure(alerts(1));
    const environment = { ...world.environment, ...preload(interruptAtStart) };
    running = world.folder.start(["plan", "-input=false"], environment);
    const { text } = await running.ended;
    expect(world.folder.read("interrupted")).toBe("");
    const processGroup = -(running.child.pid ?? 0);
    expect(() => process.kill(processGroup, 0)).toThrow("ESRCH");
    expect(text).toMatch(/interrupt received/i);
    // Terraform completes a plan that had not started, and OpenTofu halts.
    expect(text).toMatch(/Plan: 1 to add|Error: (execution halted|operation canceled)/);
    expect(text).not.toMatch(/plugin|schema|node:| at /);
    expect(readdirSync(world.folder.path).filter((name) => name.startsWith("tfplugin-"))).toEqual([]);
  });
});

describeWithTerraform("a provider that receives SIGTERM", () => {
  const binary = new ProviderWithPid();
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({}, binary.folder);
  });
  afterEach(async () => {
    await world.stop();
  });
  afterAll(() => {
    binary.remove();
  });

  const terminateAfter = async (args: readonly string[], fault: Fault): Promise<RunResult> => {
    world.service.faults.add(fault);
    const { ended } = world.folder.start(args, world.environment);
    await until(() => world.service.requests.list(fault).length > 0);
    process.kill(Number(world.folder.read(providerPidFile)), "SIGTERM");
    return ended;
  };

  it("ends a plan and leaves no socket behind", async () => {
    world.configure(withLongWaits(alerts(1)));
    const { code, text } = await terminateAfter(["plan"], { method: "GET", answer: "hang" });
    expect(text).toMatch(/the run was interrupted/i);
    expect(code).toBe(1);
    expect(readdirSync(world.folder.path).sort()).toEqual(["main.tf", providerPidFile, "terraformrc"]);
  });

  it("finishes the creation in progress, and terraform records it in the state", async () => {
    world.configure(alerts(1));
    const put = { method: "PUT", path: "*/config", ...delay } as const;
    const { text } = await terminateAfter(["apply", "-auto-approve"], put);
    expect(text).toContain("Creation complete");
    expect(stateIds(world.folder.stateText())).toEqual(["1"]);
    world.service.faults.clear();
    expect((await world.plan()).code).toBe(0);
  });
});

function stateIds(text: string): string[] {
  // The format of Terraform's state file.
  const { resources } = JSON.parse(text) as { resources: { instances: { attributes: { id: string } }[] }[] };
  return resources.flatMap(({ instances }) => instances.map(({ attributes }) => attributes.id)).sort();
}
