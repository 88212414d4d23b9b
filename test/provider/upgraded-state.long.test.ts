/** States that earlier versions of the provider wrote, as Terraform stored them, are read and planned without changes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { createManually } from "./alert-stories";

/** The values of the alerts whose states are in the folder. They were created in this order. */
const alerts = [
  {
    settings: { name: "Deploys", policy: 3, type: 1, annotations: "", disabled: 0, destinations: [] },
    config: { hosts: [], host_types: ["mysql"], categories: ["code deployment"] },
  },
  {
    settings: {
      name: "CPU high",
      policy: 1,
      type: 2,
      annotations: "See the runbook.",
      disabled: 0,
      destinations: [2, 3],
    },
    config: {
      hosts: [1],
      host_types: [],
      alert_level: "crit",
      metric: "os.cpu.user_us",
      trigger: 0.9,
      duration: 2,
      reset: 0.5,
    },
  },
];

const withNames = {
  policies: ["Every time", "At most once an hour"],
  destinations: ["#db-alerts", "On-call PagerDuty"],
  host: "db-1.shop.example",
  duration: "5 minutes",
};
const withIds = { policies: [1, 3], destinations: [2, 3], host: 1, duration: 2 };

const configuration = ({ policies, destinations, host, duration }: typeof withNames | typeof withIds) => `
provider "dbmon" {}
resource "dbmon_alert" "cpu" {
  name         = "CPU high"
  policy       = ${JSON.stringify(policies[0])}
  annotations  = "See the runbook."
  destinations = ${JSON.stringify(destinations)}
  hosts        = [${JSON.stringify(host)}]
  threshold    = { alert_level = "crit", metric = "os.cpu.user_us", trigger = 0.9, duration = ${JSON.stringify(duration)}, reset = 0.5 }
}
resource "dbmon_alert" "deploys" {
  name       = "Deploys"
  policy     = ${JSON.stringify(policies[1])}
  host_types = ["mysql"]
  event      = { categories = ["code deployment"] }
}
`;

describeWithTerraform("a state of an earlier version", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it.each([
    ["version-0-ids", withIds],
    ["version-0-ids", withNames],
    ["version-0-names", withNames],
    ["version-0-names", withIds],
  ])(
    "%s has no changes, and is stored as the current version by the next apply (configuration: %j)",
    async (file, values) => {
      for (const { settings, config } of alerts) {
        const { id } = (await world.call("POST", "/config/alerts", settings)) as { id: number };
        await world.call("PUT", `/config/alerts/${String(id)}/config`, config);
      }
      world.folder.write(
        "terraform.tfstate",
        readFileSync(join(__dirname, "states", `${file}.json`), "utf8"),
      );
      world.configure(configuration(values));
      expect(await world.plan()).toMatchObject({ code: 0 });
      expect(await world.plan("-refresh=false")).toMatchObject({ code: 0 });
      // OpenTofu exits with 2, because the version in the state file changes.
      expect((await world.plan("-refresh-only")).stdout).toContain("No changes. ");

      world.configure(configuration(values).replace("See the runbook.", "Changed."));
      expect((await world.apply()).stdout).toContain("0 added, 1 changed, 0 destroyed");
      expect(world.folder.stateText()).toContain('"schema_version": 2');
      expect(await world.plan()).toMatchObject({ code: 0 });
      expect((await world.run(["destroy", "-auto-approve"])).code).toBe(0);
      expect(await world.alerts()).toEqual([]);
    },
  );

  it("of a later version is refused", async () => {
    await createManually(world, { name: "Deploys", category: "code deployment" });
    const state = readFileSync(join(__dirname, "states/version-0-names.json"), "utf8");
    world.configure(configuration(withNames));
    world.folder.write("terraform.tfstate", state.replaceAll('"schema_version": 0', '"schema_version": 3'));
    const newer = await world.plan();
    expect(newer.code).toBe(1);
    expect(newer.text).toContain("newer");

    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
    const version2 = `"private": "${encode({ version: 2, id: 1 })}"`;
    world.folder.write("terraform.tfstate", state.replace(/"private": "[^"]*"/g, version2));
    const newerPrivate = await world.plan();
    expect(newerPrivate.code).toBe(1);
    expect(newerPrivate.text).toContain("A newer version of the provider wrote it (supported: up to 1).");
  });
});
