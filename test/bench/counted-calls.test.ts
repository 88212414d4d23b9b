/**
 * How many calls each command costs, exactly: a guard against calls that nobody needs, which counts and needs no clock. What
 * terraform's other commands cost, test/provider/counted-calls.test.ts holds.
 */
import { definitions, stackOf } from "../../bench/deploy/alerts";
import { alerts, commandBench, environmentOf } from "../cli/command";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { type ServiceEmulator } from "../../src/emulator";

const list = "GET /config/alerts";
const readConfig = "GET /config/alerts/ID/config";
/** A list for each kind of object that the alerts refer to. */
const referred = {
  "GET /config/destinations": 1,
  "GET /config/alert-opts/policy": 1,
  "GET /config/alert-opts/durations": 1,
};

/** Calls by their kind, ids left out, and how many of each since they were counted last. */
function countOf({ requests }: ServiceEmulator): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path } of requests.list()) {
    const kind = `${method} ${path.replace("/api/v2", "").replace(/\/\d+/, "/ID")}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  requests.clear();
  return counts;
}

describe("calls of dbmon's commands", () => {
  const bench = commandBench();
  const many = 50;

  it("are one list of alerts, one of each kind referred to, and what the alerts themselves need", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const environment = environmentOf(emulator);
    const dbmon = async (code: number, ...args: string[]) => {
      const run = await bench.dbmon([...args, "--window", "0"], { environment });
      expect({ code: run.code, stderr: run.code === code ? "" : run.stderr }).toEqual({ code, stderr: "" });
      return countOf(emulator);
    };
    const file = bench.write("alerts.yaml", definitions(many));

    expect(await dbmon(2, "plan", file, "--detailed-exitcode")).toEqual({ [list]: 1, ...referred });
    // The second list is begun after approval, and what is written is compared with it.
    const created = { "POST /config/alerts": many, "PUT /config/alerts/ID/config": many };
    expect(await dbmon(0, "apply", file, "--yes")).toEqual({ [list]: 2, ...referred, ...created });

    const read = { [list]: 1, ...referred, [readConfig]: many };
    expect(await dbmon(0, "plan", file, "--detailed-exitcode")).toEqual(read);
    expect(await dbmon(0, "apply", file, "--yes")).toEqual(read);
    expect(await dbmon(0, "drift", file)).toEqual(read);

    // One alert in its settings, two in their configuration.
    const changed = definitions(many)
      .replace("policy: 1", "policy: 2")
      .replace("trigger: 7,", "trigger: 7.5,")
      .replace("trigger: 8,", "trigger: 8.5,");
    expect(await dbmon(0, "apply", bench.write("changed.yaml", changed), "--yes")).toEqual({
      ...referred,
      [list]: 2,
      [readConfig]: many + 3,
      "PUT /config/alerts/ID": 1,
      "PUT /config/alerts/ID/config": 2,
    });
    expect(await dbmon(0, "plan", bench.write("none.yaml", alerts(" []")))).toEqual({ [list]: 1 });
  });
});

describeWithTerraform("calls of terraform with a stack as cdktf writes it", () => {
  const many = 20;

  it("are the lists in both of its processes for an apply, and one list and the configurations for a plan", async () => {
    const world = await DbmonTerraform.start({ propagationSeconds: 0 });
    try {
      world.folder.write("main.tf.json", stackOf(many));
      await world.apply();
      const twice = Object.fromEntries(Object.keys(referred).map((kind) => [kind, 2]));
      const created = { "POST /config/alerts": many, "PUT /config/alerts/ID/config": many };
      expect(countOf(world.service)).toEqual({ [list]: 2, ...twice, ...created });
      expect((await world.plan()).code).toBe(0);
      expect(countOf(world.service)).toEqual({ [list]: 1, [readConfig]: many });
    } finally {
      await world.stop();
    }
  });
});
