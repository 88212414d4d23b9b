/** The entry point `dbmon-iac/testing` of the built package, with jest's `expect` and Terraform. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Aspects, TerraformStack, Testing } from "cdktf";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  DbmonProvider,
  Destination,
  HostType,
  NamePrefix,
  Propagation,
} from "../../dist";
import { EmulatedEnvironment } from "../../dist/testing";
import { describeWithTerraform } from "../support/terraform";

const outdir = mkdtempSync(join(tmpdir(), "dbmon-testing-test-"));
afterAll(() => {
  rmSync(outdir, { recursive: true });
});

interface Changes {
  readonly policy?: number;
  readonly name?: string;
  readonly more?: (stack: TerraformStack) => void;
}

function alerts({ policy = 1, name = "CPU ${high}", more }: Changes = {}): TerraformStack {
  const stack = new TerraformStack(new App({ outdir }), "alerts");
  new DbmonProvider(stack, "dbmon");
  AlertDefaults.of(stack).set({ policy, destinations: [Destination.fromId(2), Destination.fromId(1)] });
  new Alert(stack, "cpu", {
    name,
    config: AlertConfig.threshold({
      alertLevel: "crit",
      metric: "os.cpu.user_us",
      trigger: 2,
      reset: 1,
      duration: 1,
      hostTypes: [HostType.OS, HostType.MYSQL],
    }),
  });
  new Alert(stack, "deploys", {
    name: "Deploy",
    config: AlertConfig.event({ categories: ["code deployment"] }),
  });
  more?.(stack);
  return stack;
}

/** The message of a failed expectation, without colors. */
function failureOf(expectation: () => void): string {
  try {
    expectation();
  } catch (error) {
    return (error as Error).message.replace(/\u001B\[\d+m/g, "");
  }
  return "";
}

describe("toDefineAlert", () => {
  it("finds an alert by some of its attributes, in any order of a set, in a stack, a construct or synthesized text", () => {
    for (const stack of [alerts(), alerts().node.findChild("cpu"), Testing.synth(alerts())]) {
      expect(stack).toDefineAlert({ name: "CPU ${high}" });
      expect(stack).toDefineAlert({
        destinations: [1, 2],
        host_types: ["mysql", "os"],
        threshold: { alert_level: "crit", trigger: expect.any(Number) as number },
      });
      expect(stack).not.toDefineAlert({ name: "CPU ${high}", policy: 2 });
      expect(stack).not.toDefineAlert({ host_types: ["os"] });
    }
  });

  it("applies the aspects of the stack", () => {
    const stack = alerts();
    Aspects.of(stack).add(new NamePrefix("team/"));
    expect(stack).toDefineAlert({ name: "team/Deploy" });
    expect(stack).not.toDefineAlert({ name: "Deploy" });
  });

  it("applies the aspects of the app before those of the stack", () => {
    const stack = alerts();
    Aspects.of(stack).add(new NamePrefix("team/"));
    Aspects.of(stack.node.root).add(new NamePrefix("shop: "));
    expect(stack).toDefineAlert({ name: "team/shop: Deploy" });
  });

  it("reports the difference, or the alerts that the stack defines", () => {
    const differs = failureOf(() => {
      expect(alerts()).toDefineAlert({ name: "Deploy", policy: 7 });
    });
    expect(differs).toContain('The alert "Deploy" has other attributes:');
    expect(differs).toMatch(/- {3}"policy": "7",[^]*\+ {3}"policy": "1",/);
    const absent = failureOf(() => {
      expect(alerts()).toDefineAlert({ name: "Disk" });
    });
    expect(absent).toContain('It defines these alerts:\n  "CPU ${high}"\n  "Deploy"');
    const none = failureOf(() => {
      expect(new TerraformStack(new App({ outdir }), "none")).toDefineAlert({});
    });
    expect(none).toBe("The stack defines no alerts.");
  });

  it.each([
    [
      "destination",
      { destination: [1] },
      'Unknown attribute "destination" of dbmon_alert. Did you mean "destinations"?',
    ],
    [
      "hostTypes",
      { hostTypes: [] },
      'Unknown attribute "hostTypes" of dbmon_alert. Did you mean "host_types"?',
    ],
    [
      "ignore",
      { ignore: ["disabled"] },
      'Unknown attribute "ignore" of dbmon_alert. Available: "allow_no_hosts", "annotations", ',
    ],
    ["level", { threshold: { level: "crit" } }, 'Unknown attribute "level" in threshold of dbmon_alert.'],
    ["category", { event: { category: [] } }, 'Unknown attribute "category" in event of dbmon_alert.'],
  ])("fails for the unknown attribute %s, also after not", (_, attributes, message) => {
    for (const fail of [
      () => {
        expect(alerts()).toDefineAlert(attributes);
      },
      () => {
        expect(alerts()).not.toDefineAlert(attributes);
      },
    ])
      expect(failureOf(fail)).toContain(message);
  });

  it("accepts arguments of every Terraform resource, and attributes that the stack sets by an override", () => {
    expect(alerts()).not.toDefineAlert({ lifecycle: { prevent_destroy: true } });
    const more = (stack: TerraformStack) => {
      const { resource } = new Alert(stack, "each", {
        name: "each",
        config: AlertConfig.event({ categories: ["x"] }),
      });
      resource.addOverride("new_attribute", 1);
    };
    expect(alerts({ more })).toDefineAlert({ new_attribute: 1 });
    expect(alerts({ more })).not.toDefineAlert({ new_attribute: 2, threshold: expect.anything() as unknown });
  });

  it("throws all validation errors of the stack", () => {
    expect(() => {
      expect(alerts({ policy: -1 })).toDefineAlert({});
    }).toThrow(/"CPU \$\{high\}": policy: Must be a name, or an integer[^]*"Deploy": policy: Must be a name/);
  });
});

describeWithTerraform("EmulatedEnvironment", () => {
  let environment: EmulatedEnvironment;
  beforeEach(async () => {
    environment = await EmulatedEnvironment.start();
  });
  afterEach(async () => {
    await environment.stop();
  });
  const named = async (name: string) => (await environment.alerts()).find((alert) => alert.name === name);

  it("deploys a stack, and plans the changes after a manual change and after a removed alert", async () => {
    const more = (stack: TerraformStack) => {
      new Propagation(stack, "effective");
    };
    const existing = (await environment.alerts()).length;
    const first = await environment.plan(alerts({ more }));
    expect(first).toMatchPlan({ create: ["dbmon_propagation.effective", "Deploy", "CPU ${high}"] });
    expect(first.text).toContain("Plan: 3 to add, 0 to change, 0 to destroy.");

    await environment.deploy(alerts({ more }));
    expect(await environment.alerts()).toHaveLength(existing + 2);
    expect(await environment.plan(alerts({ more }))).toMatchPlan({});

    const cpu = await named("CPU ${high}");
    await environment.call("PUT", `/config/alerts/${String(cpu?.id)}`, { ...cpu, policy: 2, disabled: 1 });
    const drifted = await environment.plan(alerts({ more }));
    const waits = { "dbmon_propagation.effective": ["after"] };
    expect(drifted).toMatchPlan({ update: { "CPU ${high}": ["disabled", "policy"], ...waits } });
    expect(
      failureOf(() => {
        expect(drifted).toMatchPlan({});
      }),
    ).toMatch(/The plan contains other changes:[^]*"policy",[^]*2 to change/);
    expect(drifted).not.toMatchPlan({ update: { "CPU ${high}": ["policy"], ...waits } });

    await environment.deploy(alerts({ more }));
    expect(await named("CPU ${high}")).toEqual(cpu);
    const without = alerts({ more });
    without.node.tryRemoveChild("deploys");
    expect(await environment.plan(without)).toMatchPlan({ update: waits, delete: ["Deploy"] });
  });

  it("plans a replacement, and throws the output of a failed apply without the token", async () => {
    await environment.deploy(alerts());
    const other = alerts();
    other.node.tryRemoveChild("deploys");
    const threshold = { alertLevel: "warn", metric: "m", trigger: 1, reset: 1, duration: 1 } as const;
    new Alert(other, "deploys", { name: "Deploy", config: AlertConfig.threshold(threshold) });
    expect(await environment.plan(other)).toMatchPlan({ replace: ["Deploy"] });

    const failure = await environment
      .deploy(alerts({ policy: 99 }))
      .catch((error: unknown) => error as Error);
    expect(failure?.message).toMatch(/terraform apply failed:[^]*99/);
    expect(failure?.message).not.toContain(environment.service.token);
  });
});
