/** `dbmon_propagation` in Terraform: one wait for all writes of a stack, until they are settled. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const provider = (window: string) => `provider "dbmon" { propagation_window = "${window}" }\n`;
const alerts = (names: readonly string[], policy = 1) => `
resource "dbmon_alert" "all" {
  for_each = toset(${JSON.stringify(names)})
  name     = each.key
  policy   = ${String(policy)}
  event    = { categories = ["code deployment"] }
}`;
const settled = (after = "values(dbmon_alert.all)[*].written_at") => `
resource "dbmon_propagation" "done" {
  after = ${after}
}`;
/** Sends a request immediately after the wait. */
const marker = (message: string) => `
resource "dbmon_event" "marker" {
  type       = "load test"
  message    = "${message}"
  depends_on = [dbmon_propagation.done]
}`;

describeWithTerraform("dbmon_propagation in Terraform", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const withAgent = () => ({ ...world.environment, DBMON_AGENT_TOKEN: world.service.agentToken });
  const apply = async (hcl: string) => {
    world.configure(hcl);
    world.service.requests.clear();
    return world.run(["apply", "-auto-approve", "-input=false"], withAgent());
  };
  /** Milliseconds between the last write of an alert and the marker. */
  const waitMs = () => {
    const writes = world.writes();
    const markerIndex = writes.findIndex(({ path }) => path.endsWith("/events"));
    const [last, mark] = [writes[markerIndex - 1], writes[markerIndex]];
    if (last === undefined || mark === undefined) throw new Error("no marker after a write");
    return mark.time - last.time;
  };

  it("[PROP-1] waits one window after the last creation, update or deletion of a stack, and then plans no changes", async () => {
    const stack = (names: string[], policy: number, message: string) =>
      provider("1s") + alerts(names, policy) + settled() + marker(message);
    await apply(stack(["a", "b", "c"], 1, "created"));
    expect(world.writes()).toHaveLength(7);
    expect(waitMs()).toBeGreaterThanOrEqual(1000);
    world.service.requests.clear();
    expect((await world.plan()).code).toBe(0);

    const updated = await apply(stack(["a", "b", "c"], 2, "updated"));
    expect(updated.text).toContain("dbmon_propagation.done will be updated in-place");
    expect(waitMs()).toBeGreaterThanOrEqual(1000);

    await apply(stack(["a", "c"], 2, "deleted"));
    expect(world.writes().map(({ method }) => method)).toEqual(["DELETE", "POST"]);
    expect(waitMs()).toBeGreaterThanOrEqual(1000);
  });

  it("does not wait for adopted alerts, nulls and old timestamps", async () => {
    const identical = { name: "a", annotations: "", policy: 1, type: 1, disabled: 0, destinations: [] };
    await world.call("POST", "/config/alerts", identical);
    const config = { hosts: [], host_types: [], categories: ["code deployment"] };
    await world.call("PUT", "/config/alerts/1/config", config);
    const after =
      '[dbmon_alert.all["a"].written_at, null, "2020-02-03T04:05:06.789Z", "2020-01-01T00:00:00+02:00"]';
    const adopting = 'provider "dbmon" {\n  propagation_window = "1s"\n  existing_alerts = "adopt"\n}\n';
    const { code } = await apply(adopting + alerts(["a"]) + settled(after));
    expect([code, world.writes()]).toEqual([0, []]);
    expect(world.folder.instance("dbmon_propagation")?.attributes).toEqual({
      after: [null, null, "2020-02-03T04:05:06.789Z", "2020-01-01T00:00:00+02:00"],
    });
    expect((await world.plan()).code).toBe(0);
    expect((await apply(provider("1h") + alerts(["a"]) + settled("[]"))).code).toBe(0);
    const destroyed = await world.run(["destroy", "-auto-approve"]);
    expect(destroyed.code).toBe(0);
  });

  it("waits at most one window for a timestamp in the future", async () => {
    const { code } = await apply(provider("500ms") + settled('["2999-01-01T00:00:00Z"]'));
    expect(code).toBe(0);
  });

  it("waits for the writes of an earlier run, stops on an interrupt, and waits again in the next apply", async () => {
    await apply(provider("1h") + alerts(["a"]));
    world.configure(provider("1h") + alerts(["a"]) + settled());
    let isInterrupted = false;
    const interrupted = await world.folder.run(
      ["apply", "-auto-approve"],
      withAgent(),
      (output, interrupt) => {
        if (isInterrupted || !output.includes("dbmon_propagation.done: Creating...")) return;
        isInterrupted = true;
        interrupt();
      },
    );
    expect(interrupted.code).toBe(1);
    expect(interrupted.text).toContain("Interrupted while waiting for alerts to take effect");
    expect(interrupted.text).toContain("Apply again to wait for the rest of the window.");
    expect(await world.alerts()).toHaveLength(1);

    const again = await apply(provider("1s") + alerts(["a"]) + settled());
    expect(again.text).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
  });

  it("refuses an invalid timestamp at plan, or at apply if it is unknown at plan", async () => {
    const atPlan = await apply(provider("1h") + settled('["2026-11-21T10:00:00Z", "yesterday"]'));
    expect(atPlan.text).toContain('"yesterday" is not an RFC 3339 timestamp');
    expect(atPlan.text).toContain("Attribute: after[1]");

    const atApply = await apply(`${provider("1h")}
resource "terraform_data" "late" {
  input = "soon"
}
${settled("[terraform_data.late.output]")}`);
    expect(atApply.code).toBe(1);
    expect(atApply.text).toContain('"soon" is not an RFC 3339 timestamp');
  });
});
