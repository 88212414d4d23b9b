/** References to policies, durations, destinations and hosts: values without a scope, which become names or IDs in the resource. */
import { Lazy, Token } from "cdktf";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  AlertDuration,
  AlertPolicy,
  DbmonProvider,
  DeploymentMarker,
  Destination,
  Host,
  QueryDigest,
} from "../../src";
import { stackIn, synthesize, synthesizeApp } from "../support/synthesize-app";

const event = AlertConfig.event({ categories: ["code deployment"] });
const threshold = (duration: AlertDuration | string | number) =>
  AlertConfig.threshold({ alertLevel: "crit", metric: "os.cpu.user_us", trigger: 2, reset: 1, duration });

// Defined once, for any number of alerts in any stack.
const policy = AlertPolicy.fromName("Every ${time}");
const channel = Destination.fromName("#db-alerts");
const orders = Host.fromName("orders-db-1");

it("are names or IDs, and plain names and IDs are the same", () => {
  const { resource } = synthesize((stack) => {
    const hosts = [orders, Host.fromId(7), "ledger", 8];
    const config = AlertConfig.event({ categories: ["code deployment"], hosts });
    new Alert(stack, "a", {
      name: "a",
      policy,
      destinations: [channel, Destination.fromId(3), "x", 4],
      config,
    });
    new Alert(stack, "b", { name: "b", policy: "Every ${time}", config: event });
    new Alert(stack, "c", { name: "c", policy: AlertPolicy.fromId(2), config: event });
    new Alert(stack, "d", { name: "d", policy: 2, config: event });
  });
  expect(resource).toMatchObject({
    dbmon_alert: {
      a: {
        policy: "Every $${time}",
        destinations: ["#db-alerts", "3", "x", "4"],
        hosts: ["orders-db-1", "7", "ledger", "8"],
      },
      b: { policy: "Every $${time}" },
      c: { policy: "2" },
      d: { policy: "2" },
    },
  });
});

it.each([
  [AlertDuration.fromName("5 minutes"), "5 minutes"],
  [AlertDuration.fromId(2), "2"],
  [AlertDuration.seconds(90), "90s"],
  [AlertDuration.minutes(5), "5m"],
  [AlertDuration.hours(1.5), "1.5h"],
  ["5m", "5m"],
  [2, "2"],
])("of durations are names, lengths or IDs: %j", (duration, text) => {
  const { resource } = synthesize((stack) => {
    new Alert(stack, "a", { name: "a", policy: 1, config: threshold(duration) });
  });
  expect(resource).toMatchObject({ dbmon_alert: { a: { threshold: { duration: text } } } });
});

it("work in several stacks and with several providers, also in defaults, markers and query filters", () => {
  const { stacks } = synthesizeApp((app) => {
    AlertDefaults.of(app).set({ policy, destinations: [channel] });
    for (const name of ["staging", "production"]) {
      const stack = stackIn(app, name, { environment: name });
      const provider = new DbmonProvider(stack, "other", { alias: "other", environment: `other ${name}` });
      new Alert(stack, "a", { name: "a", config: event });
      new Alert(stack, "b", { name: "b", config: event, provider });
      new DeploymentMarker(stack, "marker", { trigger: "4f2a9c1", host: orders });
      QueryDigest.matching(stack, "found", { filter: "orders", hosts: [orders, 7] });
    }
  });
  const alert = { policy: "Every $${time}", destinations: ["#db-alerts"] };
  for (const stack of Object.values(stacks)) {
    expect(stack).toMatchObject({
      resource: { dbmon_alert: { a: alert, b: alert }, dbmon_event: { marker: { host: "orders-db-1" } } },
      data: { dbmon_queries: { found: { hosts: ["orders-db-1", "7"] } } },
    });
    expect(Object.keys(stack.data ?? {})).toEqual(["dbmon_queries"]);
  }
});

it("can be tokens", () => {
  const text = Token.asString(Lazy.stringValue({ produce: () => "from a token" }));
  const number = Token.asNumber(Lazy.numberValue({ produce: () => 5 }));
  const { resource } = synthesize((stack) => {
    const destinations = [Destination.fromName(text), Destination.fromId(number), text, number];
    new Alert(stack, "a", {
      name: "a",
      policy: number,
      destinations,
      config: threshold(AlertDuration.minutes(number)),
    });
  });
  expect(resource).toMatchObject({
    dbmon_alert: {
      a: { destinations: ["from a token", 5, "from a token", 5], threshold: { duration: "5m" } },
    },
  });
});
