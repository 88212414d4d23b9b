/** Values of every property that only JavaScript lets through: a complaint with the path of the construct, never a bare TypeError. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TerraformIterator, TerraformVariable, Testing, Token } from "cdktf";
import { Construct } from "constructs";
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
  Metric,
  NamePrefix,
  Propagation,
  QueryDigest,
  RemovedAlert,
} from "../../../src";
import { stackIn, synthesizeApp, validationErrorsOf } from "../../support/synthesize-app";

/** Values of every type, by a name for the test. */
const values: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  true: true,
  "an empty string": "",
  "a string": "Pager",
  "a lone surrogate": "half \ud83d",
  digits: "1",
  NaN: NaN,
  Infinity: Infinity,
  "-1": -1,
  "1.5": 1.5,
  "1e300": 1e300,
  "a bigint": 1n,
  "a symbol": Symbol("x"),
  "an array": ["x", null, {}],
  "a nested array": [["x"]],
  "an empty array": [],
  "an object": { a: 1 },
  "an empty object": {},
  "a function": () => "x",
  "a reference of another class": new Map([["a", 1]]),
};

/** Invalid for every property. */
const neverValid = ["a-bigint", "a-symbol", "a-function", "a-reference-of-another-class"];

type Define = (scope: Construct, value: never) => void;
const event = { categories: ["code deployment"] };
const threshold = {
  alertLevel: "crit",
  metric: "os.cpu.user_us",
  trigger: 2,
  reset: 1,
  duration: 1,
} as const;
const alert = (scope: Construct, props: object) =>
  new Alert(scope, "it", {
    name: scope.node.id,
    policy: 1,
    destinations: [1],
    config: AlertConfig.event(event),
    ...props,
  });

const properties = (construct: (scope: Construct, props: object) => unknown, names: readonly string[]) =>
  names.map((name): [string, Define] => [name, (scope, value) => construct(scope, { [name]: value })]);

const table: Readonly<Record<string, readonly [string, Define][]>> = {
  Alert: properties(alert, [
    "name",
    "config",
    "policy",
    "destinations",
    "annotations",
    "disabled",
    "forEach",
    "provider",
    "ignoreChanges",
    "moveFrom",
    "importExisting",
  ]),
  "AlertConfig.event": properties(
    (scope, props) => alert(scope, { config: AlertConfig.event({ ...event, ...props }) }),
    ["categories", "hosts", "hostTypes"],
  ),
  "AlertConfig.threshold": properties(
    (scope, props) => alert(scope, { config: AlertConfig.threshold({ ...threshold, ...props }) }),
    ["alertLevel", "metric", "trigger", "reset", "duration", "hosts", "hostTypes"],
  ),
  AlertDefaults: properties(
    (scope, props) => {
      AlertDefaults.of(scope).set(props);
      return new Alert(scope, "it", { name: scope.node.id, config: AlertConfig.event(event) });
    },
    ["policy", "destinations", "hosts", "hostTypes", "annotations"],
  ),
  DeploymentMarker: properties(
    (scope, props) => new DeploymentMarker(scope, "it", { trigger: "4f2a9c1", ...props }),
    ["trigger", "message", "type", "host", "level", "dependsOn"],
  ),
  RemovedAlert: properties((scope, props) => new RemovedAlert(scope, "it", props), ["address"]),
  "QueryDigest.matching": properties(
    (scope, props) => QueryDigest.matching(scope, "it", { filter: "orders", ...props }),
    ["filter", "limit", "hosts"],
  ),
  DbmonProvider: properties(
    (scope, props) => new DbmonProvider(scope, "it", { alias: "it", ...props }),
    [
      "alias",
      "agentToken",
      "apiToken",
      "baseUrl",
      "environment",
      "existingAlerts",
      "maxConcurrency",
      "maxRetries",
      "propagationWindow",
      "requestTimeout",
    ],
  ),
  "all properties": [
    ["Alert", (scope, props) => new Alert(scope, "it", props)],
    ["AlertConfig.event", (scope, props) => alert(scope, { config: AlertConfig.event(props) })],
    ["AlertConfig.threshold", (scope, props) => alert(scope, { config: AlertConfig.threshold(props) })],
    ["DeploymentMarker", (scope, props) => new DeploymentMarker(scope, "it", props)],
    ["QueryDigest.matching", (scope, props) => QueryDigest.matching(scope, "it", props)],
  ],
  "names of lookups": [["Alert", (scope, name) => Alert.fromName(scope, "it", name)]],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  it.each(rows)("%s: a value of any type is accepted, or reported with the construct", (name, define) => {
    const error = thrownBy(() => {
      synthesizeApp((app) => {
        const stack = stackIn(app, "alerts");
        for (const [type, value] of Object.entries(values)) {
          define(new Construct(stack, type.replaceAll(" ", "-")), value as never);
        }
      });
    });
    const lines = error?.message.split("\n").filter((line) => /^ {2}\S/.test(line)) ?? [];
    const paths = new Set(lines.map((line) => /^ {2}\[alerts\/([^/]+)\/it\]/.exec(line)?.[1]));
    if (lines.length === 0) throw new Error(name, { cause: error });
    expect([...paths]).toEqual(expect.arrayContaining(neverValid));
  });
});

it("properties of another type count as none, where each has a default", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    Object.values(values).forEach((props, index) => {
      AlertDefaults.of(stack).set(props as never);
      new RemovedAlert(stack, `removed-${String(index)}`, props as never);
    });
  });
  expect(errors).toEqual([
    '[alerts] Unknown property "a". Available: "allowNoHosts", "annotations", "destinations", "hostTags", "hostTypes", "hosts", "policy".',
    '[alerts/removed-17] Unknown property "a". Available: "address".',
  ]);
});

describe.each<[string, (value: never) => unknown]>([
  ["Alert.fromId", (id) => Alert.fromId(id)],
  ["AlertDuration.fromId", (id) => AlertDuration.fromId(id)],
  ["AlertDuration.hours", (amount) => AlertDuration.hours(amount)],
  ["AlertDuration.fromName", (name) => AlertDuration.fromName(name)],
  ["AlertDuration.seconds", (amount) => AlertDuration.seconds(amount)],
  ["AlertPolicy.fromName", (name) => AlertPolicy.fromName(name)],
  ["AlertPolicy.fromId", (id) => AlertPolicy.fromId(id)],
  ["Destination.fromName", (name) => Destination.fromName(name)],
  ["Destination.fromId", (id) => Destination.fromId(id)],
  ["Host.fromName", (name) => Host.fromName(name)],
  ["Host.fromId", (id) => Host.fromId(id)],
  ["Metric.of", (name) => Metric.of(name)],
  ["Metric.query, ID", (id) => Metric.query(id, "tput")],
  ["Metric.query, path", (path) => Metric.query("8f2ac3d5e6b70914", path)],
  ["QueryDigest.fromId", (id) => QueryDigest.fromId(id)],
  ["NamePrefix", (prefix) => new NamePrefix(prefix)],
])("%s", (_, create) => {
  it("accepts a value of any type, or says what it received", () => {
    const errors = Object.values(values).flatMap((value) => thrownBy(() => create(value as never)) ?? []);
    const messages = errors.map(({ message }) => message);
    expect(messages.filter((message) => !/Received: |must not be empty/.test(message))).toEqual([]);
  });
});

function thrownBy(run: () => unknown): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The errors of alerts with these properties, without the path, which is that of the ID. */
function errorsOf(rows: Readonly<Record<string, object>>): string[] {
  return validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    for (const [id, props] of Object.entries(rows)) {
      new Alert(stack, id, {
        name: id,
        policy: 1,
        destinations: [1],
        config: AlertConfig.event(event),
        ...props,
      });
    }
  });
}

it("unknown properties are reported with a similar one", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    const unknown = <T>(props: T): T => ({ ...props, host_types: ["mysql"] });
    const team = new Construct(stack, "team");
    AlertDefaults.of(team).set({ policy: 1, Annotation: "Runbook" } as object);
    const alert = (id: string, props: object) =>
      new Alert(team, id, { name: id, destinations: [1], config: AlertConfig.event(event), ...props });
    alert("event", { config: AlertConfig.event(unknown({ categories: ["deploy"] })) });
    alert("threshold", { config: AlertConfig.threshold({ ...threshold, triger: 1 } as never) });
    alert("alert", { anotations: "Runbook", hosts: [1] });
    new DbmonProvider(stack, "other", { alias: "other", baseURL: "", maxDeletes: 1 } as object);
    new DeploymentMarker(stack, "deploy", unknown({ trigger: "4f2a9c1" }));
    new RemovedAlert(stack, "removed", { adress: "dbmon_alert.x" } as object);
    QueryDigest.matching(stack, "queries", unknown({ filter: "orders" }));
  });
  const filters = 'Did you mean "hostTypes"?';
  const available = (...names: string[]) => `Available: ${names.map((name) => `"${name}"`).join(", ")}.`;
  expect(errors).toEqual([
    '[alerts/team] Unknown property "Annotation". Did you mean "annotations"?',
    `[alerts/team/event] "event": Unknown property "host_types". ${filters}`,
    '[alerts/team/threshold] "threshold": Unknown property "triger". Did you mean "trigger"?',
    '[alerts/team/alert] "alert": Unknown property "anotations". Did you mean "annotations"?',
    '[alerts/team/alert] "alert": Unknown property "hosts". Available: "annotations", "config", "destinations", "disabled", "forEach", "ignoreChanges", "importExisting", "moveFrom", "muted", "name", "policy", "provider".',
    '[alerts/other] Unknown property "baseURL". Did you mean "baseUrl"?',
    `[alerts/deploy] Unknown property "host_types". ${available("dependsOn", "host", "level", "message", "trigger", "type")}`,
    '[alerts/removed] Unknown property "adress". Did you mean "address"?',
    `[alerts/queries] Unknown property "host_types". ${available("filter", "hosts", "limit")}`,
  ]);
});

it("a missing property and a value without brackets have a remedy", () => {
  const event = (props: object) => ({ config: AlertConfig.event(props as never) });
  const attributes =
    'Must be one of "policy", "annotations", "disabled", "destinations", "hosts", "hostTypes", "event", "threshold".';
  const configs = "AlertConfig.threshold(...) or AlertConfig.event(...)";
  expect(
    errorsOf({
      config: { config: undefined },
      plain: { config: { event: { categories: ["x"] } } },
      categories: event({}),
      threshold: { config: AlertConfig.threshold({} as never) },
      name: { destinations: "Pager" },
      reference: { destinations: Destination.fromId(1) },
      host: { destinations: [Host.fromId(1), "Pager"], ...event({ categories: ["x"], hosts: "db-1" }) },
      types: event({ categories: "Deploy", hostTypes: "mysql" }),
      each: { forEach: ["a", "b"] },
      provider: { provider: "dbmon" },
      ignore: { ignoreChanges: ["host_types", "everything"] },
      one: { ignoreChanges: "disabled" },
    }),
  ).toEqual([
    `[alerts/config] "config": Missing config. Set it to ${configs}.`,
    `[alerts/plain] "plain": config: Must be ${configs}. Received: an object.`,
    '[alerts/categories] "categories": Missing categories. Set them to the event types to notify about.',
    '[alerts/threshold] "threshold": alertLevel: Must be one of "info", "warn", "crit". Received: undefined.',
    '[alerts/threshold] "threshold": Missing metric. Set it to the name of the metric to watch.',
    '[alerts/threshold] "threshold": trigger: Must be a finite number. Received: undefined.',
    '[alerts/threshold] "threshold": reset: Must be a finite number. Received: undefined.',
    '[alerts/threshold] "threshold": duration: Must be a name, or an integer from 0 to 2^53 − 1. Received: undefined.',
    '[alerts/name] "name": destinations: Must be an array. Received: "Pager".',
    '[alerts/reference] "reference": destinations: Must be an array. Received: an object.',
    '[alerts/host] "host": destinations: Must be a name, or an integer from 0 to 2^53 − 1. Received: an object.',
    '[alerts/host] "host": hosts: Must be an array. Received: "db-1".',
    '[alerts/types] "types": hostTypes: Must be an array. Received: "mysql".',
    '[alerts/types] "types": categories: Must be an array. Received: "Deploy".',
    '[alerts/each] "each": forEach: Must be an iterator, such as TerraformIterator.fromList([...]). Received: an array.',
    '[alerts/provider] "provider": provider: Must be a DbmonProvider. Received: "dbmon".',
    `[alerts/ignore] "ignore": ignoreChanges: ${attributes} Received: "host_types". Did you mean "hostTypes"?`,
    `[alerts/ignore] "ignore": ignoreChanges: ${attributes} Received: "everything".`,
    '[alerts/one] "one": ignoreChanges: Must be an array. Received: "disabled".',
  ]);
});

it("only numbers that result from arithmetic on a token are reported as calculated", () => {
  const calculated = "Must not be calculated from a token, whose value is unknown at synthesis. ";
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    const token = new TerraformVariable(stack, "number", {}).numberValue;
    const triggers = {
      large: 1e300,
      negative: -2.5e298,
      max: Number.MAX_VALUE,
      half: token / 2,
      scaled: token * 1e6,
      rest: 100 - token,
    };
    for (const [id, trigger] of Object.entries(triggers)) {
      const config = AlertConfig.threshold({ ...threshold, trigger, reset: -1e308 });
      new Alert(stack, id, { name: id, policy: 1, destinations: [1], config });
    }
    new Alert(stack, "id", { name: "id", policy: token / 3, config: AlertConfig.event(event) });
  });
  expect(errors.map((error) => error.split("Let ")[0])).toEqual([
    `[alerts/half] "half": trigger: ${calculated}`,
    `[alerts/scaled] "scaled": trigger: ${calculated}`,
    `[alerts/rest] "rest": trigger: ${calculated}`,
    `[alerts/id] "id": policy: ${calculated}`,
  ]);
});

it("lone surrogates are refused in each text, and whole characters are not", () => {
  const half = "half \ud83d";
  const problem =
    'Must not contain a lone surrogate, which is half of a character. Received: "half \\ud83d". Remove it.';
  const errors = errorsOf({
    whole: { name: "whole 🚨", annotations: "🚨" },
    strings: {
      name: half,
      annotations: half,
      config: AlertConfig.event({ categories: [half], hostTypes: [half] }),
    },
  });
  expect(errors).toEqual(
    ["name", "annotations", "hostTypes", "categories"].map(
      (field) => `[alerts/strings] "half \\ud83d": ${field}: ${problem}`,
    ),
  );
});

it("one name in two Unicode normalization forms is a duplicate", () => {
  expect(errorsOf({ nfc: { name: "caf\u00e9" }, nfd: { name: "cafe\u0301" } })).toEqual([
    '[alerts] Duplicate alert name "caf\u00e9": alerts/nfc, alerts/nfd. The names differ only in their Unicode normalization form. ' +
      "Names are unique in an environment. Rename all but one.",
  ]);
});

it("a construct instead of its resource is reported as a dependency", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    alert(stack, {});
    const dependsOn = [new Propagation(stack, "effective")] as never;
    new DeploymentMarker(stack, "marker", { trigger: "4f2a9c1", dependsOn });
  });
  expect(errors).toEqual([
    "[alerts/marker] dependsOn: Must contain Terraform resources, such as propagation.resource. Received: an object.",
  ]);
});

it("tokens of each kind are accepted where Terraform evaluates them", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    const list = new TerraformVariable(stack, "list", { type: "list(number)" });
    const { stringValue: text } = new TerraformVariable(stack, "text", {});
    const strings = TerraformIterator.fromList(["a"]);
    new Alert(stack, "it", {
      name: strings.value as string,
      forEach: strings,
      policy: Token.asNumber(text),
      destinations: Token.asNumberList(list.value),
      disabled: list.booleanValue as never,
      config: AlertConfig.event({
        categories: Token.asList(list.value),
        hosts: list.value as never,
        hostTypes: Token.asList(list.value),
      }),
    });
  });
  expect(errors).toEqual([]);
});

it("HCL output is rejected with a remedy", () => {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-synth-test-"));
  try {
    const stack = stackIn(Testing.app({ outdir }), "alerts");
    new Alert(stack, "a", { name: "a", policy: 1, config: AlertConfig.event({ categories: ["deploy"] }) });
    const synthesizeHcl = (): string => Testing.synthHcl(stack) as string;
    expect(synthesizeHcl).toThrow(/Cannot synthesize alerts as HCL[^]*Remove --hcl/);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
