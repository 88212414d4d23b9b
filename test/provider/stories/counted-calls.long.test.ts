/** Number of API calls of each Terraform command. The service limits the rate of calls, so the provider makes none of them twice. */
import { type Fault } from "../../../src/emulator";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { seedWithAlerts, takeCallCounts } from "../../support/emulator";
import { until } from "../../support/programs";
import { describeWithTerraform } from "../../support/terraform";
import { applyAdopting } from "../alert-stories";

/** More than the ten resources that Terraform processes at a time. */
const many = 24;
const list = "GET /config/alerts";

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

describeWithTerraform("the API calls of a Terraform command", () => {
  it("are one list, one read of each configuration, and the writes of the changes", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(hclOf());
      await world.apply();
      const options = { "GET /config/alert-opts/policy": 2, "GET /config/alert-opts/durations": 2 };
      const created = { "POST /config/alerts": many, "PUT /config/alerts/ID/config": many };
      expect(takeCallCounts(world.service)).toEqual({ [list]: 2, ...options, ...created });

      const read = { [list]: 1, "GET /config/alerts/ID/config": many };
      await world.plan();
      expect(takeCallCounts(world.service)).toEqual(read);
      await world.plan("-refresh-only");
      expect(takeCallCounts(world.service)).toEqual(read);
      // Each process checks its connection: the one for the changes, although there are none, and the second one of a destroy plan.
      await world.apply();
      expect(takeCallCounts(world.service)).toEqual({ ...read, [list]: 2 });

      world.configure(hclOf({ references: "policy = 2\n destinations = [1]\n hosts = [1]", duration: 2 }));
      await world.plan();
      const references = {
        "GET /config/alert-opts/policy": 1,
        "GET /config/alert-opts/durations": 1,
        "GET /config/destinations": 1,
        "GET /hosts": 1,
      };
      expect(takeCallCounts(world.service)).toEqual({ ...read, ...references });

      world.configure(hclOf({ annotations: "see runbook" }));
      await world.apply();
      expect(takeCallCounts(world.service)).toEqual({
        [list]: 2,
        "GET /config/alerts/ID/config": many + 1,
        "PUT /config/alerts/ID": 1,
      });

      // The destroy plan checks no references and no names.
      await world.plan("-destroy");
      expect(takeCallCounts(world.service)).toEqual({ ...read, [list]: 2 });
      await world.run(["destroy", "-auto-approve"]);
      expect(takeCallCounts(world.service)).toEqual({
        [list]: 3,
        "GET /config/alerts/ID/config": many * 2,
        "DELETE /config/alerts/ID": many,
      });
    } finally {
      await world.stop();
    }
  });

  it("are the same for the JSON of a CDKTF stack", async () => {
    const world = await DbmonTerraform.start();
    try {
      const addresses = Array.from({ length: many }, (_, index) => `alert-${String(index)}`);
      const threshold = { alert_level: "crit", metric: "m", trigger: 9, duration: 1, reset: 8 };
      const attributes = { policy: 1, destinations: [1], host_types: ["mysql"], threshold };
      const stack = {
        terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
        provider: { dbmon: [{}] },
        resource: {
          dbmon_alert: Object.fromEntries(addresses.map((name) => [name, { name, ...attributes }])),
        },
      };
      world.folder.write("main.tf.json", JSON.stringify(stack));
      await world.apply();
      expect(takeCallCounts(world.service)).toEqual({
        [list]: 2,
        "GET /config/destinations": 2,
        "GET /config/alert-opts/policy": 2,
        "GET /config/alert-opts/durations": 2,
        "POST /config/alerts": many,
        "PUT /config/alerts/ID/config": many,
      });
      expect((await world.plan()).code).toBe(0);
      expect(takeCallCounts(world.service)).toEqual({ [list]: 1, "GET /config/alerts/ID/config": many });
    } finally {
      await world.stop();
    }
  });

  it("do not include configurations of unmanaged alerts", async () => {
    const world = await DbmonTerraform.start({ seed: seedWithAlerts(400) });
    try {
      for (const count of [12, 60]) {
        world.configure(everyFourthAlert(count));
        await applyAdopting(world);
        takeCallCounts(world.service);
        expect((await world.plan()).code).toBe(0);
        expect(takeCallCounts(world.service)).toEqual({ [list]: 1, "GET /config/alerts/ID/config": count });
      }
    } finally {
      await world.stop();
    }
  });

  it("repeat a refused prefetch of a configuration at most once, and the error is reported once", async () => {
    const world = await DbmonTerraform.start({ seed: seedWithAlerts(0) });
    try {
      world.configure(everyFourthAlert(40));
      await world.apply();
      const refusedRead: Fault = {
        method: "GET",
        path: "*/alerts/30/config",
        answer: { status: 403 },
      };
      world.service.faults.add(refusedRead);
      takeCallCounts(world.service);

      const { code, text } = await world.plan();
      expect(code).toBe(1);
      expect(text.match(/Error: /g)).toHaveLength(1);
      expect(text).toContain("alerts/30/config failed with status 403");
      const readCount = world.service.requests.list(refusedRead).length;
      expect([1, 2]).toContain(readCount);
      expect(takeCallCounts(world.service)).toEqual({
        [list]: 1,
        "GET /config/alerts/ID/config": 39 + readCount,
      });
    } finally {
      await world.stop();
    }
  });

  it.each(["adopted", "imported", "created"])(
    "prefetch the configurations of alerts that one run %s",
    async (how) => {
      const seed = seedWithAlerts(how === "created" ? 0 : 400);
      const world = await DbmonTerraform.start({ seed });
      const managed = 30;
      try {
        const imports = `import {
  for_each = range(${String(managed)})
  to       = dbmon_alert.some[each.value]
  id       = tostring(each.value * 4 + 1)
}`;
        world.configure(everyFourthAlert(managed) + (how === "imported" ? imports : ""));
        if (how === "adopted") await applyAdopting(world);
        else await world.apply();
        world.configure(everyFourthAlert(managed));
        const names = Array.from({ length: managed }, (_, index) => `alert ${String(index * 4)}`);
        const ids = (await world.alerts()).flatMap(({ id, name }) => (names.includes(name) ? id : []));
        const configPaths = ids.map((id) => `/api/v2/config/alerts/${String(id)}/config`);
        takeCallCounts(world.service);

        // Terraform refreshes ten alerts at a time. After ten responses, it refreshes ten others. Any read beyond 20 is a prefetch.
        const reads: Fault = { method: "GET", path: "*/config", nth: 11, answer: "hang" };
        world.service.faults.add(reads);
        const { child, ended } = world.folder.start(["plan"], world.environment);
        await until(() => world.service.requests.list(reads).length > 20);
        child.kill("SIGINT");
        await ended;
        const requested = world.service.requests.list(reads).map(({ path }) => path);
        expect(configPaths).toEqual(expect.arrayContaining(requested));
        expect(new Set(requested).size).toBe(requested.length);
      } finally {
        await world.stop();
      }
    },
  );
});

/** Manages every fourth alert of the seed, so that unmanaged alerts are between them. */
const everyFourthAlert = (count: number) => `provider "dbmon" { propagation_window = "0s" }
resource "dbmon_alert" "some" {
  count  = ${String(count)}
  name   = "alert \${count.index * 4}"
  policy = 1
  event  = { categories = ["x"] }
}
`;
