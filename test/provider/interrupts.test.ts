/**
 * Ctrl-C at the real terraform, and a provider that is told to end: what is under way is finished, what only reads ends at once,
 * and nobody is told of a bug.
 */
import { readdirSync } from "node:fs";
import { type Fault } from "../../src/emulator";
import { TellingProvider } from "../faults/killable-terraform";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { type Begun, describeWithTerraform, type Ended } from "../support/terraform";
import { until } from "../support/until";

const alerts = (count: number, policy = 1) => `provider "dbmon" {}
resource "dbmon_alert" "many" {
  count        = ${String(count)}
  name         = "alert \${count.index}"
  policy       = ${String(policy)}
  destinations = [1]
  event        = { categories = ["code deployment"] }
}`;
/** Longer than any answer of the emulator, shorter than any time-out of the provider. */
const soon = 5_000;
const held = { latencyMs: 500 };

describeWithTerraform("an interrupt", () => {
  let world: DbmonTerraform;
  let begun: Begun | undefined;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    const { pid, exitCode, signalCode } = begun?.child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
    await begun?.ended;
    begun = undefined;
    await world.stop();
  });

  /** As a terminal does: to terraform and to the provider. */
  const interrupt = () => {
    const { pid } = begun?.child ?? {};
    if (pid === undefined) throw new Error("terraform has not started");
    process.kill(-pid, "SIGINT");
  };
  /** Runs terraform, and interrupts it once so many of the requests have arrived that the fault is to meet, and it has said so. */
  const interrupted = async (
    args: readonly string[],
    fault: Fault,
    count: number,
    said = "",
  ): Promise<Ended> => {
    world.service.requests.clear();
    const added = world.service.faults.add(fault);
    const { told, ended: end } = (begun = world.folder.begin(args, world.environment));
    await until(() => world.service.requests.list(fault).length >= count && told().includes(said));
    interrupt();
    const ended = await end;
    added.remove();
    return ended;
  };
  const idsInState = () => stateIds(world.folder.stateText());
  const idsInService = async () => (await world.alerts()).map(({ id }) => String(id)).sort();

  /** The first of the alerts, whole. */
  const madeByHand = async () => {
    const alert = { name: "alert 0", destinations: [1], policy: 1, type: 1, annotations: "", disabled: 0 };
    await world.call("POST", "/config/alerts", alert);
    const config = { hosts: [], host_types: [], categories: ["code deployment"] };
    await world.call("PUT", "/config/alerts/1/config", config);
  };

  it("lets the creations under way finish, begins no other, and leaves the rest to the next apply", async () => {
    world.configure(alerts(12));
    const { code, text } = await interrupted(
      ["apply", "-auto-approve"],
      { method: "PUT", path: /\/config$/, ...held },
      10,
    );
    expect(code).toBe(1);
    expect(text.match(/Creation complete/g)).toHaveLength(10);
    expect(text).not.toContain("a bug");
    const ids = await idsInService();
    expect(ids).toHaveLength(10);
    expect(idsInState()).toEqual(ids);
    for (const id of ids)
      expect(await world.call("GET", `/config/alerts/${id}/config`)).toMatchObject({
        categories: ["code deployment"],
      });

    expect((await world.apply()).text).toContain("2 added, 0 changed, 0 destroyed");
    expect((await world.plan()).code).toBe(0);
  });

  it("lets a creation finish whose answer is lost after it", async () => {
    world.configure(alerts(1));
    const { text } = await interrupted(
      ["apply", "-auto-approve"],
      { method: "POST", ...held, when: "after-commit", answer: "cut" },
      1,
    );
    expect(text).toContain("Creation complete");
    expect(idsInState()).toEqual(await idsInService());
    expect((await world.plan()).code).toBe(0);
  });

  it("says of a creation whose answer is lost, and that no list shows yet, that it may be there", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ staleReads: true });
    world.configure(alerts(1));
    const lost: Fault = { method: "POST", ...held, when: "after-commit", answer: "cut" };
    const { code, text } = await interrupted(["apply", "-auto-approve"], lost, 1);
    expect(code).toBe(1);
    expect(text).toContain('"alert 0": The alert may have been created: the answer was lost');
    world.pass(61);
    await world.apply();
    expect(await idsInService()).toEqual(["1"]);
  });

  it("lets updates and deletions under way finish, and the state tells of them", async () => {
    world.configure(alerts(12));
    await world.apply();
    world.configure(alerts(12, 2));
    const put = { method: "PUT", path: /\/alerts\/\d+$/, ...held } as const;
    const updated = await interrupted(["apply", "-auto-approve"], put, 10);
    expect(updated.text.match(/Modifications complete/g)).toHaveLength(10);
    const policies = (await world.alerts()).map(({ policy }) => policy);
    expect(policies.filter((policy) => policy === 2)).toHaveLength(10);

    const deleted = await interrupted(["destroy", "-auto-approve"], { method: "DELETE", ...held }, 10);
    expect(deleted.code).toBe(1);
    expect(deleted.text.match(/Destruction complete/g)).toHaveLength(10);
    expect(idsInState()).toEqual(await idsInService());
    expect(idsInState()).toHaveLength(2);
    expect((await world.run(["destroy", "-auto-approve"])).text).toContain("2 destroyed");
  });

  it("ends the wait before an adoption at once", async () => {
    await madeByHand();
    world.configure(alerts(1));
    const begunAt = Date.now();
    // Read in the plan, and when Terraform plans again in the apply; the wait begins after that, with the creation.
    const reads: Fault = { method: "GET", path: /\/config$/, latencyMs: 0 };
    const { code, text } = await interrupted(["apply", "-auto-approve"], reads, 2, "Creating...");
    expect(Date.now() - begunAt).toBeLessThan(soon);
    expect(code).toBe(1);
    expect(text).toContain("The run was interrupted");
    expect(world.writes()).toEqual([]);
  });

  it.each<[string, Fault]>([
    ["the list hangs", { method: "GET", path: /\/alerts$/, answer: "hang" }],
    ["a configuration hangs", { method: "GET", path: /\/config$/, answer: "hang" }],
    ["a list of what is referred to hangs", { method: "GET", path: /\/destinations$/, answer: "hang" }],
    [
      "the service asks to wait",
      { method: "GET", path: /\/alerts$/, answer: { status: 503, headers: { "Retry-After": "100" } } },
    ],
  ])("ends a plan at once where %s", async (_, fault) => {
    await madeByHand();
    world.configure(alerts(2));
    const begunAt = Date.now();
    const { code, text } = await interrupted(["plan"], fault, 1);
    expect(Date.now() - begunAt).toBeLessThan(soon);
    expect(code).toBe(1);
    expect(text).toContain("The run was interrupted");
    expect(text).toContain("run again");
    expect(text).not.toContain("a bug");
  });
});

describeWithTerraform("a provider that is told to end (SIGTERM)", () => {
  const provider = new TellingProvider();
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({}, provider.folder);
  });
  afterEach(async () => {
    await world.stop();
  });
  afterAll(() => {
    provider.remove();
  });

  const toldToEnd = async (args: readonly string[], fault: Fault): Promise<Ended> => {
    world.service.faults.add(fault);
    const { ended } = world.folder.begin(args, world.environment);
    await until(() => world.service.requests.list(fault).length > 0);
    process.kill(Number(world.folder.read("provider.pid")), "SIGTERM");
    return ended;
  };

  it("answers a plan at once, and leaves no socket behind", async () => {
    world.configure(alerts(1));
    const { code, text } = await toldToEnd(["plan"], { method: "GET", answer: "hang" });
    expect(text).toContain("The run was interrupted");
    expect(code).toBe(1);
    expect(readdirSync(world.folder.path).sort()).toEqual(["main.tf", "provider.pid", "terraformrc"]);
  });

  it("finishes the creation under way, and terraform's state holds it", async () => {
    world.configure(alerts(1));
    const put = { method: "PUT", path: /\/config$/, ...held } as const;
    const { text } = await toldToEnd(["apply", "-auto-approve"], put);
    expect(text).toContain("Creation complete");
    expect(stateIds(world.folder.stateText())).toEqual(["1"]);
    world.service.faults.clear();
    expect((await world.plan()).code).toBe(0);
  });
});

function stateIds(text: string): string[] {
  // The form that Terraform gives its state file.
  const { resources } = JSON.parse(text) as { resources: { instances: { attributes: { id: string } }[] }[] };
  return resources.flatMap(({ instances }) => instances.map(({ attributes }) => attributes.id)).sort();
}
