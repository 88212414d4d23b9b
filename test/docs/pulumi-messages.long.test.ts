/** The messages of the provider in docs/guides/pulumi.md are those that Terraform prints in the same situations. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { demoSeed, systemClock } from "../../src/emulator";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const guide = readFileSync(resolve(__dirname, "../../docs/guides/pulumi.md"), "utf8");
/** Pulumi prints the other ones. */
const messages = Array.from(guide.matchAll(/^```text\n("[^]*?)\n```/gm), ([, text = ""]) => text.split("\n"));

const threshold = (trigger: number) =>
  `threshold = { alert_level = "crit", metric = "os.cpu.user_us", trigger = ${String(trigger)}, duration = "5 minutes", reset = 700000 }`;
const event = 'event = { categories = ["code deployment"] }';
const program = (deploys: string, trigger = 900_000) => `
provider "dbmon" {
  propagation_window = 1
}

resource "dbmon_alert" "cpu" {
  name         = "Mail: a server is saturated"
  policy       = "Every time"
  destinations = ["#db-alerts"]
  ${threshold(trigger)}
}

resource "dbmon_alert" "deploys" {
  name   = "Mail: code went out"
  policy = "Every time"
  ${deploys}
  lifecycle { create_before_destroy = true }
}
`;

describeWithTerraform("the guide on Pulumi", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ seed: demoSeed(systemClock) });
    world.configure(program(event));
    await world.apply();
  });
  afterEach(() => world.stop());

  async function refusal(): Promise<string> {
    const { code, text } = await world.tryApply("-refresh=false");
    expect(code).toBe(1);
    return text;
  }

  function expectMessage(index: number, text: string): void {
    const parts = (messages[index] ?? []).flatMap((line) => line.split("..."));
    let rest = text;
    for (const part of parts.map((one) => one.trim()).filter((one) => one !== "")) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
  }

  it("has two messages of the provider", () => {
    expect(messages).toHaveLength(2);
  });

  it("shows the refusal of a replacement that is created first", async () => {
    world.configure(program(threshold(900_000)));
    expectMessage(0, await refusal());
  });

  it("shows the refusal to overwrite a manual change", async () => {
    const alert = (await world.alerts()).find(({ name }) => name === "Mail: a server is saturated");
    await world.call("PUT", `/config/alerts/${String(alert?.id)}`, {
      ...alert,
      annotations: "muted",
      disabled: 1,
    });
    world.configure(program(event, 950_000));
    expectMessage(1, await refusal());
  });
});
