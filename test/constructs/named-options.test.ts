/** Policies by name, and durations by name or length: one data source per stack, provider and value. */
import { Aspects, Testing, type TerraformStack } from "cdktf";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  AlertDuration,
  AlertPolicy,
  DbmonProvider,
  type ThresholdConfigProps,
} from "../../src";
import { stackIn, synthesize, synthesizeApp, testingApp } from "../support/synthesize-app";

const event = AlertConfig.event({ categories: ["code deployment"] });
const threshold = (duration: ThresholdConfigProps["duration"]) =>
  AlertConfig.threshold({ alertLevel: "crit", metric: "os.cpu.user_us", trigger: 2, reset: 1, duration });

interface Synthesized {
  readonly data?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly resource: {
    readonly dbmon_alert: Readonly<Record<string, { policy: unknown; threshold?: { duration: unknown } }>>;
  };
}

/** The arguments of the data source that a value refers to. */
function lookedUp({ data = {} }: Synthesized, value: unknown): unknown {
  const [, type = "", address = ""] = /^\$\{data\.(\w+)\.([\w-]+)\.id\}$/.exec(String(value)) ?? [];
  const { "//": _, ...args } = data[type]?.[address] ?? {};
  return { type, ...args };
}

function synthesizeStack(define: (stack: TerraformStack) => void): Synthesized {
  return synthesize(define) as unknown as Synthesized;
}

it("alerts refer to the data sources of their policy and duration, which they share", () => {
  const synthesized = synthesizeStack((stack) => {
    const config = threshold(AlertDuration.minutes(5));
    new Alert(stack, "a", { name: "a", policy: AlertPolicy.named("Every ${time}"), config });
    new Alert(stack, "b", {
      name: "b",
      policy: AlertPolicy.named("Every ${time}"),
      config: threshold(AlertDuration.seconds(300)),
    });
    new Alert(stack, "c", {
      name: "c",
      policy: AlertPolicy.named("Daily"),
      config: threshold(AlertDuration.named("5 minutes")),
    });
    new Alert(stack, "d", { name: "d", policy: 1, config: threshold(AlertDuration.hours(1.5)) });
  });
  const { a, b, c, d } = synthesized.resource.dbmon_alert;
  expect(lookedUp(synthesized, a?.policy)).toEqual({ type: "dbmon_alert_policy", name: "Every $${time}" });
  expect(lookedUp(synthesized, a?.threshold?.duration)).toEqual({
    type: "dbmon_alert_duration",
    seconds: 300,
  });
  expect(b).toMatchObject({ policy: a?.policy, threshold: a?.threshold });
  expect(lookedUp(synthesized, c?.policy)).toEqual({ type: "dbmon_alert_policy", name: "Daily" });
  expect(lookedUp(synthesized, c?.threshold?.duration)).toEqual({
    type: "dbmon_alert_duration",
    name: "5 minutes",
  });
  expect(lookedUp(synthesized, d?.threshold?.duration)).toEqual({
    type: "dbmon_alert_duration",
    seconds: 5400,
  });
});

it("alerts of another provider refer to data sources of that provider", () => {
  const synthesized = synthesizeStack((stack) => {
    const provider = new DbmonProvider(stack, "other", { alias: "other" });
    const props = { policy: AlertPolicy.named("Daily"), config: threshold(AlertDuration.minutes(5)) };
    new Alert(stack, "a", { name: "a", ...props });
    new Alert(stack, "b", { name: "b", ...props, provider });
  });
  const { a, b } = synthesized.resource.dbmon_alert;
  const other = { provider: "dbmon.other" };
  expect(lookedUp(synthesized, a?.policy)).toEqual({ type: "dbmon_alert_policy", name: "Daily" });
  expect(lookedUp(synthesized, b?.policy)).toEqual({ type: "dbmon_alert_policy", name: "Daily", ...other });
  expect(lookedUp(synthesized, b?.threshold?.duration)).toEqual({
    type: "dbmon_alert_duration",
    seconds: 300,
    ...other,
  });
});

it("a policy of the defaults of an app is looked up in each stack", () => {
  const { stacks } = synthesizeApp((app) => {
    AlertDefaults.of(app).set({ policy: AlertPolicy.named("Daily") });
    for (const name of ["staging", "production"]) {
      const stack = stackIn(app, name, { environment: name });
      new Alert(stack, "a", { name: "a", destinations: [1], config: event });
    }
  });
  for (const stack of Object.values(stacks) as unknown as Synthesized[]) {
    const policy = stack.resource.dbmon_alert["a"]?.policy;
    expect(lookedUp(stack, policy)).toEqual({ type: "dbmon_alert_policy", name: "Daily" });
  }
});

it("a stack under test has the data sources of defaults and of the resource", () => {
  const stack = stackIn(testingApp(), "alerts");
  AlertDefaults.of(stack).set({ policy: AlertPolicy.named("Daily") });
  new Alert(stack, "a", { name: "a", config: event });
  const b = new Alert(stack, "b", { name: "b", policy: 1, config: event });
  Aspects.of(stack).add({
    visit: (node) => {
      if (node === b.resource) b.resource.policy = AlertPolicy.named("Hourly").policyId;
    },
  });
  Testing.synth(stack);
  const synthesized = JSON.parse(Testing.synth(stack)) as Synthesized;
  expect(lookedUp(synthesized, synthesized.resource.dbmon_alert["a"]?.policy)).toMatchObject({
    name: "Daily",
  });
  expect(lookedUp(synthesized, synthesized.resource.dbmon_alert["b"]?.policy)).toMatchObject({
    name: "Hourly",
  });
});
