/** `terraform test` with `mock_provider "dbmon" {}`: Terraform generates random strings, zeros and empty collections. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const stack = `
data "dbmon_destinations" "all" {}
data "dbmon_hosts" "all" {}
data "dbmon_integrations" "all" {}
data "dbmon_alert_policies" "all" {}
data "dbmon_alert_durations" "all" {}
data "dbmon_query" "slow" { id = "00c0ffee00c0ffee" }
data "dbmon_queries" "all" {}
data "dbmon_query_samples" "slow" { query_id = data.dbmon_query.slow.id }
data "dbmon_events" "since" { from = dbmon_event.deployment.start }
data "dbmon_alert" "by_name" { name = dbmon_alert.cpu.name }
data "dbmon_alert" "by_id" { id = dbmon_alert.cpu.id }
data "dbmon_alerts" "all" {}
resource "dbmon_alert" "cpu" {
  name         = "cpu"
  policy       = 1
  destinations = ["team"]
  hosts        = ["db1"]
  threshold    = { alert_level = "crit", metric = "m", trigger = 2, duration = "5 minutes", reset = 1 }
}
resource "dbmon_alert" "deployments" {
  name   = "deployments"
  policy = 1
  event  = { categories = ["code deployment"] }
}
resource "dbmon_event" "deployment" {
  type    = "code deployment"
  message = "shop 1.2"
  host    = "db1"
}
resource "dbmon_propagation" "settled" {
  after = [dbmon_alert.cpu.written_at, dbmon_alert.deployments.written_at]
}
`;

describeWithTerraform("a mocked provider", () => {
  it("plans, creates, updates and destroys all resources, and reads all data sources, without a call", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(`variable "reset" { default = 1 }\n${stack.replace("reset = 1", "reset = var.reset")}`);
      world.folder.write(
        "stack.tftest.hcl",
        `mock_provider "dbmon" {}
run "plan" {
  command = plan
}
run "create" {
  assert {
    condition     = dbmon_alert.cpu.threshold.trigger == 2
    error_message = "another trigger"
  }
}
run "update" {
  variables {
    reset = 0.5
  }
}
`,
      );
      const run = await world.run(["test"]);
      expect({ code: run.code, text: run.code === 0 ? "" : run.text }).toEqual({ code: 0, text: "" });
      expect(run.text).toContain("Success! 3 passed, 0 failed.");
      expect(world.service.requests.list()).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});
