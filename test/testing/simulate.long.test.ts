/** `simulate` and its matchers, from the entry point `dbmon-iac/testing` of the built package. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformStack, Testing } from "cdktf";
import { Alert, AlertConfig, DbmonProvider, Destination } from "../../dist";
import { simulate, type SimulatedTimeline } from "../../dist/testing";

const folder = mkdtempSync(join(tmpdir(), "dbmon-simulate-test-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function stack(): TerraformStack {
  const stack = new TerraformStack(Testing.app({ outdir: folder }), "alerts");
  new DbmonProvider(stack, "dbmon", { existingAlerts: "adopt" });
  new Alert(stack, "lag", {
    name: "Replica ${behind}",
    policy: 1,
    destinations: [Destination.fromName("#db-alerts"), Destination.fromId(7)],
    config: AlertConfig.threshold({ alertLevel: "warn", metric: "lag", trigger: 30, reset: 20, duration: 2 }),
  });
  new Alert(stack, "deploy", {
    name: "Deploy",
    policy: 1,
    config: AlertConfig.event({ categories: ["code deployment"] }),
  });
  return stack;
}

const timeline: SimulatedTimeline = {
  hosts: [{ name: "db1", type: "mysql" }],
  durations: { 2: "5m" },
  metrics: [{ host: "db1", metric: "lag", every: "10s", values: "0x6 40x40 10" }],
};

/** The message of a failed expectation, without colors. */
function failureOf(expectation: () => void): string {
  try {
    expectation();
  } catch (error) {
    return (error as Error).message.replace(/\u001B\[\d+m/g, "");
  }
  throw new Error("The expectation passed.");
}

const name = "Replica ${behind}";

it("compares names in NFC", () => {
  const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"] as const;
  const app = Testing.app({ outdir: folder });
  const cafe = new TerraformStack(app, "cafe");
  new DbmonProvider(cafe, "dbmon");
  new Alert(cafe, "lag", {
    name: composed,
    policy: 1,
    destinations: [Destination.fromName(composed)],
    config: AlertConfig.event({ categories: [composed] }),
  });
  expect(cafe).toDefineAlert({ name: decomposed, event: { categories: [decomposed] } });
  const hosts = [{ name: composed, type: "mysql" }];
  const simulated = simulate(cafe, { hosts, events: [{ at: "1m", type: decomposed, host: decomposed }] });
  expect(simulated).toFire({ alert: decomposed, host: decomposed, notifies: [decomposed] });
  expect(() => {
    expect(simulated).toNotFire(decomposed);
  }).toThrow("fires");
  const plan = { text: "", replace: [], update: { [composed]: ["policy"] }, create: [composed], delete: [] };
  expect(plan).toMatchPlan({ create: [decomposed], update: { [decomposed]: ["policy"] } });
});

it("simulates a stack, without its provider's settings", () => {
  const simulated = simulate(stack(), timeline);
  expect(simulated.alerts).toEqual(["Deploy", name]);
  expect(simulated.firings).toEqual([
    { alert: name, at: "6m10s", resolves: "8m", host: "db1", level: "warn", notifies: ["#db-alerts", 7] },
  ]);
  expect(simulated).toFire({ alert: name });
  expect(simulated).toFire({ alert: name, at: 370, host: "db1", level: "warn", notifies: [7, "#db-alerts"] });
  expect(simulated).toFire({ alert: name, resolves: "480s" });
  expect(simulated).not.toFire({ alert: name, notifies: [7] });
  expect(simulated).toNotFire("Deploy");
});

it.each([
  ["a construct of the stack", () => stack().node.findChild("lag")],
  ["the JSON text of a stack", () => Testing.synth(stack())],
  [
    "the path of definitions",
    () => {
      const file = join(folder, "alerts.yaml");
      writeFileSync(file, `alerts: ${JSON.stringify(definitions)}`);
      return file;
    },
  ],
  ["a list of definitions", () => definitions],
])("simulates %s", (_, source) => {
  expect(simulate(source(), timeline)).toFire({ alert: name, at: "6m10s" });
});

const definitions = [
  {
    // A definition writes a literal `${` as `$${`.
    name: "Replica $${behind}",
    policy: 1,
    destinations: ["#db-alerts"],
    threshold: { alert_level: "warn", metric: "lag", trigger: 30, duration: 2, reset: 20 },
  },
];

it("a failed assertion shows the firings", () => {
  const simulated = simulate(stack(), timeline);
  expect(
    failureOf(() => {
      expect(simulated).toFire({ alert: name, at: "6m20s" });
    }),
  ).toMatch(/fires differently:[^]*- +"at": "6m20s"[^]*\+ +"at": "6m10s"/);
  expect(
    failureOf(() => {
      expect(simulated).toFire({ alert: "Deploy" });
    }),
  ).toContain('The alert "Deploy" does not fire.');
  expect(
    failureOf(() => {
      expect(simulated).toNotFire(name);
    }),
  ).toContain('"at": "6m10s"');
});

it("an unknown alert fails the assertion, also after not", () => {
  const simulated = simulate(stack(), timeline);
  const message = 'No alert is named "Deplo". Did you mean "Deploy"?';
  expect(
    failureOf(() => {
      expect(simulated).toFire({ alert: "Deplo" });
    }),
  ).toBe(message);
  expect(
    failureOf(() => {
      expect(simulated).not.toFire({ alert: "Deplo" });
    }),
  ).toBe(message);
  expect(
    failureOf(() => {
      expect(simulated).toNotFire("Deplo");
    }),
  ).toBe(message);
});

it("all problems of the timeline are reported together", () => {
  const invalid = { ...timeline, durations: {}, events: [{ at: "soon", type: "x", host: "db2" }] };
  expect(() => simulate(stack(), invalid)).toThrow(
    /^events\[0\]\.at is not a time[^]*no host "db2"[^]*uses duration 2, whose length is not given/,
  );
  expect(() => simulate("gone.yaml", timeline)).toThrow(/gone\.yaml: No such file/);
});

it("an alert named like a property of objects needs no duration that the timeline does not exercise", () => {
  const alerts = definitions.map((alert) => ({ ...alert, name: "constructor" }));
  expect(simulate(alerts, { hosts: [] }).firings).toEqual([]);
});
