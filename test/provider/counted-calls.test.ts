/** How many calls each command of the real terraform costs: a service that limits its callers is asked nothing twice. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { seedWithAlerts } from "../support/seeded-alerts";
import { describeWithTerraform } from "../support/terraform";

const many = 30;
const list = "GET /config/alerts";

/** Calls by their kind, ids left out, and how many of each. */
function countOf(world: DbmonTerraform): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path } of world.service.requests.list()) {
    const kind = `${method} ${path.replace("/api/v2", "").replace(/\/\d+/, "/ID")}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  world.service.requests.clear();
  return counts;
}

interface Stack {
  readonly annotations?: string;
  readonly references?: string;
  readonly duration?: number;
}

const hclOf = ({ annotations = "", references = "policy = 1", duration = 1 }: Stack = {}) => `
provider "dbmon" {}
resource "dbmon_alert" "many" {
  count       = ${String(many)}
  name        = "alert \${count.index}"
  annotations = count.index == 0 ? "${annotations}" : ""
  ${references}
  threshold = { alert_level = "crit", metric = "m", trigger = 9, duration = ${String(duration)}, reset = 8 }
}`;

describeWithTerraform("calls of terraform's commands", () => {
  it("cost a list and the configurations where something is read, and the writes where something changes", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(hclOf());
      await world.apply();
      const options = { "GET /config/alert-opts/policy": 2, "GET /config/alert-opts/durations": 2 };
      const created = { "POST /config/alerts": many, "PUT /config/alerts/ID/config": many };
      expect(countOf(world)).toEqual({ [list]: 2, ...options, ...created });

      const read = { [list]: 1, "GET /config/alerts/ID/config": many };
      await world.plan();
      expect(countOf(world)).toEqual(read);
      await world.plan("-refresh-only");
      expect(countOf(world)).toEqual(read);
      await world.apply();
      expect(countOf(world)).toEqual(read);

      world.configure(hclOf({ references: "policy = 2\n destinations = [1]\n hosts = [1]", duration: 2 }));
      await world.plan();
      const referred = {
        "GET /config/alert-opts/policy": 1,
        "GET /config/alert-opts/durations": 1,
        "GET /config/destinations": 1,
        "GET /hosts": 1,
      };
      expect(countOf(world)).toEqual({ ...read, ...referred });

      world.configure(hclOf({ annotations: "see runbook" }));
      await world.apply();
      expect(countOf(world)).toEqual({
        [list]: 2,
        "GET /config/alerts/ID/config": many + 1,
        "PUT /config/alerts/ID": 1,
      });

      await world.run(["destroy", "-auto-approve"]);
      expect(countOf(world)).toEqual({
        [list]: 2,
        "GET /config/alerts/ID/config": many * 2,
        "DELETE /config/alerts/ID": many,
      });
    } finally {
      await world.stop();
    }
  });

  it("read at most twice as many configurations as are managed, and 64 more at most where most alerts are others'", async () => {
    const world = await DbmonTerraform.start({ seed: seedWithAlerts(400) });
    const managed = (count: number) => {
      world.configure(`provider "dbmon" { propagation_window = "0s" }
resource "dbmon_alert" "some" {
  count  = ${String(count)}
  name   = "alert \${count.index * 4}"
  policy = 1
  event  = { categories = ["x"] }
}`);
    };
    const readIn = async (count: number) => {
      managed(count);
      await world.apply();
      countOf(world);
      expect((await world.plan()).code).toBe(0);
      const { [list]: lists, "GET /config/alerts/ID/config": configs = 0, ...others } = countOf(world);
      expect([lists, others]).toEqual([1, {}]);
      return configs;
    };
    try {
      expect(await readIn(10)).toBe(10);
      const ofTwelve = await readIn(12);
      expect(ofTwelve).toBeGreaterThanOrEqual(12);
      expect(ofTwelve).toBeLessThanOrEqual(24);
      const ofHundred = await readIn(100);
      expect(ofHundred).toBeGreaterThanOrEqual(100);
      expect(ofHundred).toBeLessThanOrEqual(164);
    } finally {
      await world.stop();
    }
  });
});
