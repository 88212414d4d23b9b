/** An alert construct, from the stack to the live alert. */
import { TerraformLocal, TerraformStack, Testing } from "cdktf";
import { Alert, AlertConfig, AlertPolicy, Destination } from "../../src";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { synthesize, testingApp } from "../support/synthesize-app";
import { describeWithTerraform } from "../support/terraform";

const categories = AlertConfig.event({ categories: ["code deployment"] });

describe("Alert", () => {
  it("is created without a search of the whole app, so that large stacks stay fast", () => {
    const app = testingApp();
    const stack = new TerraformStack(app, "alerts");
    const search = jest.spyOn(app.node, "findAll");
    new Alert(stack, "deploys", { name: "Deploy", policy: 1, config: categories });
    expect(search).not.toHaveBeenCalled();
  });

  it("synthesizes one dbmon_alert with the ID of the construct and its line, without omitted properties", () => {
    const synthesized = synthesize((stack) => {
      new Alert(stack, "deploys", { name: "Deploy", policy: 1, config: categories });
    });
    expect(synthesized).toHaveProperty("resource.dbmon_alert.deploys", {
      "//": {
        created_at: expect.stringMatching(/^test\/constructs\/alert\.test\.ts:\d+$/) as string,
        metadata: { path: "alerts/deploys/Default", uniqueId: "deploys" },
      },
      name: "Deploy",
      policy: "1",
      event: { categories: ["code deployment"] },
    });
  });

  it("synthesizes a threshold with host filters, and destinations by name and by ID", () => {
    const synthesized = synthesize((stack) => {
      new Alert(stack, "cpu", {
        name: "CPU",
        policy: 2,
        disabled: true,
        annotations: "runbook",
        destinations: [Destination.fromName("On-call PagerDuty"), Destination.fromId(3)],
        config: AlertConfig.threshold({
          alertLevel: "crit",
          metric: "os.cpu.user_us",
          trigger: 0.1,
          reset: 0,
          duration: 1,
          hosts: [7],
          hostTypes: ["mysql"],
        }),
      });
    });
    expect(synthesized).not.toHaveProperty("data");
    expect(synthesized).toHaveProperty("resource.dbmon_alert.cpu.destinations", ["On-call PagerDuty", "3"]);
    expect(synthesized).toHaveProperty("resource.dbmon_alert.cpu.hosts", ["7"]);
    expect(synthesized).toHaveProperty("resource.dbmon_alert.cpu.host_types", ["mysql"]);
    expect(synthesized).toHaveProperty("resource.dbmon_alert.cpu.threshold", {
      alert_level: "crit",
      metric: "os.cpu.user_us",
      trigger: 0.1,
      reset: 0,
      duration: "1",
    });
  });

  it("has no policy attribute if neither the alert nor a default sets one and validation is skipped", () => {
    const stack = new TerraformStack(testingApp(), "alerts");
    const { resource } = new Alert(stack, "deploys", { name: "Deploy", config: categories });
    expect(resource.policyInput).toBeUndefined();
    expect(JSON.parse(Testing.synth(stack, false))).toHaveProperty("resource.dbmon_alert.deploys", {
      name: "Deploy",
      event: { categories: ["code deployment"] },
    });
  });

  it.each([
    ["old", "dbmon_alert.old"],
    ['each["a.b c"]', 'dbmon_alert.each["a.b c"]'],
    ["module.team.dbmon_alert.old", "module.team.dbmon_alert.old"],
  ])("moves from the address %s", (moveFrom, from) => {
    const { moved } = synthesize((stack) => {
      new Alert(stack, "deploys", {
        name: "Deploy",
        policy: 1,
        destinations: [3],
        config: categories,
        moveFrom,
      });
    });
    expect(moved).toEqual([{ from, to: "dbmon_alert.deploys" }]);
  });

  it("synthesizes a version constraint for the provider, which cdktf deploy requires", () => {
    const synthesized = synthesize(() => undefined);
    expect(synthesized).toHaveProperty("terraform.required_providers.dbmon.source", "dbmon/dbmon");
    expect(synthesized).toHaveProperty("terraform.required_providers.dbmon.version");
  });
});

describeWithTerraform("Alert under terraform", () => {
  it("writes every text to the service unchanged", async () => {
    const hostile = [
      "${var.x} and %{if true}",
      "$${already} %%{escaped}",
      'quotes " and \\ backslash',
      "a\nb\tc",
      "émoji 🚨 \u2028 \u202e",
    ];
    const world = await DbmonTerraform.start();
    try {
      const synthesized = synthesize((stack) => {
        hostile.forEach((text, index) => {
          new Alert(stack, `alert-${String(index)}`, {
            name: text,
            annotations: text,
            policy: AlertPolicy.fromName("Every time"),
            config: AlertConfig.event({ categories: [text] }),
          });
        });
      });
      world.folder.write("main.tf.json", JSON.stringify(synthesized));
      await world.apply();
      const alerts = await world.alerts();
      expect(alerts.map(({ name }) => name).sort()).toEqual([...hostile].sort());
      expect(alerts.map(({ annotations }) => annotations).sort()).toEqual([...hostile].sort());
      for (const { id, name } of alerts) {
        expect(await world.call("GET", `/config/alerts/${String(id)}/config`)).toMatchObject({
          categories: [name],
        });
      }
      expect((await world.plan()).code).toBe(0);
    } finally {
      await world.stop();
    }
  });

  it("resolves tokens in a text, whatever the text around them", async () => {
    const around = ["costs $", "$$", "at 100 %", "{", "a ${", "} %{ ", "${x} $${y", '${"$"}{x}'];
    const world = await DbmonTerraform.start();
    try {
      const synthesized = synthesize((stack) => {
        const local = new TerraformLocal(stack, "local", 7);
        [local.asString, local.asNumber].forEach((token, kind) => {
          around.forEach((text, index) => {
            const name = `${kind}${text}${token}${text}${token}`;
            new Alert(stack, `alert-${kind}-${index}`, { name, policy: 1, config: categories });
          });
        });
      });
      world.folder.write("main.tf.json", JSON.stringify(synthesized));
      await world.apply();
      expect((await world.alerts()).map(({ name }) => name).sort()).toEqual(
        ["0", "1"].flatMap((kind) => around.map((text) => `${kind}${text}7${text}7`)).sort(),
      );
    } finally {
      await world.stop();
    }
  });
});
