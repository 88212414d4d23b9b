/** `destination_names` of `dbmon_alert`: plans show names beside ids, and the names cause no change and no call of their own. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

interface AlertFields {
  /** Terraform expression. */
  readonly destinations?: string;
  readonly policy?: number;
  readonly condition?: string;
}

function alertWith({
  destinations = "[1, 2]",
  policy = 1,
  condition = 'event = { categories = ["x"] }',
}: AlertFields) {
  return `provider "dbmon" {}
resource "terraform_data" "late" {
  input = 2
}
resource "dbmon_alert" "a" {
  name         = "A"
  policy       = ${String(policy)}
  destinations = ${destinations}
  ${condition}
}`;
}

const threshold =
  'threshold = { alert_level = "crit", metric = "os.cpu.user_us", trigger = 5, duration = 1, reset = 1 }';

describeWithTerraform("destination_names", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    await rename(1, "Pager");
    await rename(2, "Channel");
  });
  afterEach(async () => {
    await world.stop();
  });

  async function rename(id: number, name: string): Promise<void> {
    const response = await fetch(`${world.service.url}/_emulator/destinations`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id, name, integration: 1 }),
    });
    expect(response.status).toBeLessThan(300);
  }
  const stored = () => world.folder.instance("dbmon_alert")?.attributes["destination_names"];
  const destinationReads = () =>
    world.service.requests.list().filter(({ path }) => path.endsWith("/config/destinations")).length;
  async function expectNoChanges(): Promise<void> {
    world.service.requests.clear();
    for (const args of [[], ["-refresh-only"]]) {
      const plan = await world.plan(...args);
      expect({ args, code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({
        args,
        code: 0,
        text: "",
      });
    }
    expect(destinationReads()).toBe(0);
  }

  it("appear in the plan of a creation, of new and of removed destinations", async () => {
    world.configure(alertWith({}));
    expect((await world.plan()).text).toContain(
      '+ destination_names = { + "1" = "Pager" + "2" = "Channel" }',
    );
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
    await expectNoChanges();

    world.configure(alertWith({ destinations: "[2]" }));
    expect((await world.plan()).text).toContain('~ destination_names = { - "1" = "Pager" -> null');
    expect(destinationReads()).toBe(0);
    await world.apply();
    expect(stored()).toEqual({ "2": "Channel" });

    world.configure(alertWith({ destinations: "[]" }));
    await world.apply();
    expect(stored()).toBeNull();
    await expectNoChanges();
  });

  it("stay as they are while the destinations do not change, although one is renamed", async () => {
    world.configure(alertWith({}));
    await world.apply();
    await rename(1, "On call");
    await expectNoChanges();

    world.configure(alertWith({ policy: 2 }));
    const plan = await world.plan();
    expect(plan.text).toContain("~ policy = 1 -> 2");
    expect(plan.text).not.toContain("destination_names");
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });

    world.configure(alertWith({ policy: 2, destinations: "[1, 2, 3]" }));
    await world.apply();
    expect(stored()).toMatchObject({ "1": "On call", "2": "Channel" });
    await expectNoChanges();
  });

  it("are null after an import and in a state of version 0.1, and cause no change until the destinations change", async () => {
    world.configure(alertWith({}));
    await world.apply();
    await world.run(["state", "rm", "dbmon_alert.a"]);
    expect((await world.run(["import", "dbmon_alert.a", "A"])).code).toBe(0);
    expect(stored()).toBeNull();
    await expectNoChanges();

    const state = world.folder.stateText();
    world.folder.write("terraform.tfstate", state.replace(/\s*"destination_names": null,/, ""));
    expect(stored()).toBeUndefined();
    await expectNoChanges();
    world.configure(alertWith({ policy: 2, destinations: "[1]" }));
    await world.apply();
    expect(stored()).toBeNull();
    world.configure(alertWith({ policy: 2 }));
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
  });

  it("are unknown while a destination is unknown, and follow a manual change of the destinations", async () => {
    world.configure(alertWith({ destinations: "[1, terraform_data.late.output]" }));
    expect((await world.plan()).text).toContain("+ destination_names = (known after apply)");
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
    await expectNoChanges();

    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, destinations: [2] });
    expect((await world.plan()).text).toContain('+ "1" = "Pager"');
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
    await expectNoChanges();
  });

  it("survive a replacement, and a replacement of a tainted alert", async () => {
    world.configure(alertWith({}));
    await world.apply();
    world.configure(alertWith({ condition: threshold }));
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
    expect((await world.run(["taint", "dbmon_alert.a"])).code).toBe(0);
    await world.apply();
    expect(stored()).toEqual({ "1": "Pager", "2": "Channel" });
    await expectNoChanges();
  });

  it("are of the plan if a new destination was renamed since, or the apply fails and one more converges", async () => {
    world.configure(alertWith({}));
    expect((await world.plan("-out=saved.plan")).code).toBe(2);
    await rename(1, "On call");
    const { code, text } = await world.run(["apply", "saved.plan"]);
    // Terraform before 1.16 does not send the planned names to the apply.
    const isRefused = code === 1;
    expect(text.includes("Provider produced inconsistent final plan")).toBe(isRefused);
    expect(world.writes().length === 0).toBe(isRefused);
    await world.apply();
    expect(stored()).toEqual({ "1": isRefused ? "On call" : "Pager", "2": "Channel" });
    await expectNoChanges();
  });
});
