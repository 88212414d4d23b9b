/** What is told when an app is synthesized: everything that is wrong, at once, with its construct; what may be meant, as a warning. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Aspects, Fn, TerraformIterator, Testing, TerraformVariable, Token } from "cdktf";
import { Construct } from "constructs";
import {
  Alert,
  AlertConfig,
  AlertDuration,
  AlertPolicy,
  type AlertProps,
  DbmonProvider,
  Destination,
  DeploymentMarker,
  Host,
  Metric,
  Propagation,
  QueryDigest,
  type ThresholdConfigProps,
} from "../../src";
import { complaintsOf, stackIn, synthesizeApp } from "./synthesize";

const deploys = AlertConfig.event({ categories: ["code deployment"] });
const threshold = (changes: Partial<ThresholdConfigProps> = {}) =>
  AlertConfig.threshold({
    alertLevel: "crit",
    metric: "os.cpu.user_us",
    trigger: 2,
    reset: 1,
    duration: 1,
    ...changes,
  });

it("all that is wrong is told at once, each with its construct and what to do", () => {
  const complaints = complaintsOf((app) => {
    const stack = stackIn(app, "alerts");
    new Alert(stack, "nameless", { name: "", policy: 1, config: deploys });
    new Alert(stack, "mute", { name: "mute", config: AlertConfig.event({ categories: [] }) });
    new Alert(stack, "odd", {
      name: "${odd}",
      policy: -1,
      config: threshold({
        alertLevel: "critical" as never,
        trigger: NaN,
        reset: Infinity,
        duration: 0.5,
        hosts: [-7],
        metric: "",
      }),
    });
    new DeploymentMarker(stack, "deploy", { trigger: "" });
  });
  expect(complaints).toEqual([
    "[alerts/nameless] This alert: It has no name. Give it one, unique in its environment.",
    '[alerts/mute] "mute": It has no policy. Give it one, or its scope: AlertDefaults.of(this).set({ policy }).',
    '[alerts/mute] "mute": categories: Without a category the alert could never fire. Name at least one.',
    '[alerts/odd] "${odd}": policy: -1 is not an id. An id is a whole number that is not negative.',
    '[alerts/odd] "${odd}": hosts: -7 is not an id. An id is a whole number that is not negative.',
    '[alerts/odd] "${odd}": alertLevel: "critical" is not a level. Available: "crit", "info", "warn".',
    '[alerts/odd] "${odd}": metric: It is empty. Name the metric to watch.',
    '[alerts/odd] "${odd}": trigger: NaN is not a number that a metric can exceed.',
    '[alerts/odd] "${odd}": reset: Infinity is not a number that a metric can fall below.',
    '[alerts/odd] "${odd}": duration: 0.5 is not an id. An id is a whole number that is not negative.',
    "[alerts/deploy] It has no trigger. Give it what is deployed, such as the commit.",
  ]);
});

it("what a compiler would have refused is told with its field and as it was written, not as a failure of the library", () => {
  const complaints = complaintsOf((app) => {
    const stack = stackIn(app, "alerts");
    const alert = (id: string, props: object) =>
      new Alert(stack, id, { name: id, policy: 1, config: deploys, ...props });
    alert("nameless", { name: undefined });
    alert("blank", { name: "  " });
    alert("number", { name: 5 });
    alert("fields", { policy: "1", destinations: ["2"], disabled: "no", annotations: 7 });
    const { LEVEL, TRIGGER } = process.env;
    const config = threshold({
      alertLevel: LEVEL,
      trigger: TRIGGER,
      reset: "1",
      duration: "2",
      hosts: ["7"],
      hostTypes: [""],
    } as never);
    alert("kind", { config });
    alert("event", { config: AlertConfig.event({ categories: ["", 3 as never] }) });
  });
  const anId = "An id is a whole number that is not negative.";
  expect(complaints).toEqual([
    "[alerts/nameless] This alert: It has no name. Give it one, unique in its environment.",
    '[alerts/blank] "  ": It has no name. Give it one, unique in its environment.',
    "[alerts/number] This alert: name: 5 is not a text.",
    `[alerts/fields] "fields": policy: "1" is not an id. ${anId}`,
    '[alerts/fields] "fields": annotations: 7 is not a text.',
    '[alerts/fields] "fields": disabled: "no" is neither true nor false.',
    `[alerts/fields] "fields": destinations: "2" is not an id. ${anId}`,
    `[alerts/kind] "kind": hosts: "7" is not an id. ${anId}`,
    '[alerts/kind] "kind": hostTypes: One of them is empty. Remove it.',
    '[alerts/kind] "kind": alertLevel: undefined is not a level. Available: "crit", "info", "warn".',
    '[alerts/kind] "kind": trigger: undefined is not a number that a metric can exceed.',
    '[alerts/kind] "kind": reset: "1" is not a number that a metric can fall below.',
    `[alerts/kind] "kind": duration: "2" is not an id. ${anId}`,
    '[alerts/event] "event": categories: 3 is not a text.',
    '[alerts/event] "event": categories: One of them is empty. Remove it.',
  ]);
});

it("what Terraform would say only when it plans, or not at all, is told of metrics, tokens, addresses, markers and queries", () => {
  const complaints = complaintsOf((app) => {
    const stack = stackIn(app, "alerts");
    const alert = (id: string, props: Partial<AlertProps>) =>
      new Alert(stack, id, { name: id, policy: 1, config: deploys, ...props });
    alert("metric", { config: threshold({ metric: "two words" }) });
    const token = new TerraformVariable(stack, "number", {}).numberValue;
    alert("calculated", { config: threshold({ trigger: token, reset: token / 2 }) });
    alert("moved", { moveFrom: "" });
    alert("imported", { importExisting: "" });
    const names = TerraformIterator.fromList(["a", "b"]);
    alert("each", { forEach: names, name: names.value as string, importExisting: true });
    new DeploymentMarker(stack, "deploy", {
      trigger: "4f2a9c1",
      type: "",
      host: NaN,
      level: "critical" as "crit",
    });
    QueryDigest.matching(stack, "queries", { filter: "orders", limit: 0, hosts: [-1] });
  });
  expect(complaints).toEqual([
    '[alerts/metric] "metric": metric: "two words" is not the name of a metric, which is one word without white space.',
    '[alerts/calculated] "calculated": reset: It was calculated from a token, whose value is not known yet. Let Terraform calculate: ' +
      "Token.asNumber(Op.div(token, 2)).",
    '[alerts/moved] "moved": moveFrom: "" is not an address. Give it as `terraform state list` prints it, or its last part.',
    '[alerts/imported] "imported": importExisting: It is empty. Name the alert to take over, or say true for its own name.',
    "[alerts/each] This alert: importExisting: With forEach it is several alerts, and which one is taken over is not said. Leave it out: " +
      'identical alerts are taken over anyway, and others with the provider\'s existingAlerts: "adopt".',
    "[alerts/deploy] type: It is empty. Name the category of the event.",
    "[alerts/deploy] host: NaN is not an id. An id is a whole number that is not negative.",
    '[alerts/deploy] level: "critical" is not a level. Available: "crit", "info", "warn".',
    "[alerts/queries] limit: 0 is not a number of families. Give a whole number that is positive.",
    "[alerts/queries] hosts: -1 is not an id. An id is a whole number that is not negative.",
  ]);
});

it("what an escape hatch has set is checked as well", () => {
  const complaints = complaintsOf((app) => {
    const alert = new Alert(stackIn(app, "alerts"), "a", { name: "a", policy: 1, config: deploys });
    alert.resource.name = "";
    alert.resource.policy = 0.5;
    alert.resource.destinations = [1.5];
  });
  expect(complaints).toHaveLength(3);
});

it("what may be meant is a warning, said once", () => {
  const { warnings } = synthesizeApp((app) => {
    const stack = stackIn(app, "alerts");
    new Alert(stack, "quiet", { name: "quiet", policy: 1, config: deploys });
    const destinations = [Destination.fromId(1)];
    new Alert(stack, "reset", { name: "reset", policy: 1, destinations, config: threshold({ reset: 3 }) });
    const names = TerraformIterator.fromList(["a", "b"]);
    const each = { policy: 1, destinations, config: deploys, forEach: names };
    new Alert(stack, "each", { name: "${each.value}", ...each });
    new Alert(stack, "part", { name: `part ${names.value as string}`, ...each });
    new Alert(stack, "fine", { name: "fine", policy: 1, destinations, config: threshold({ reset: 2 }) });
    new Propagation(new Construct(stack, "team"), "effective");
    stack.node.validate();
  });
  expect(warnings).toEqual([
    'alerts/quiet/Default: "quiet": It has no destination, so it notifies nobody.',
    'alerts/reset/Default: "reset": reset (3) is above trigger (2): the alert would count as resolved while the metric still exceeds the trigger.',
    'alerts/each/Default: "${each.value}": With forEach it is one alert for each element, and all have this name. Make the element part of it.',
    "alerts/team/effective: It waits for nothing: no alert is defined in the same scope of the stack or below it.",
  ]);
});

it("tokens are left to Terraform", () => {
  const { warnings } = synthesizeApp((app) => {
    const stack = stackIn(app, "alerts");
    const text = new TerraformVariable(stack, "text", {}).stringValue;
    const number = new TerraformVariable(stack, "number", {}).numberValue;
    for (const id of ["a", "b"]) {
      new Alert(stack, id, {
        name: text,
        policy: AlertPolicy.fromId(number),
        destinations: [Destination.fromId(number)],
        config: threshold({
          alertLevel: text as "crit",
          metric: Metric.of(text),
          trigger: number,
          reset: Token.asNumber(Fn.max([number])),
          duration: AlertDuration.fromId(number),
          hosts: [Host.fromId(number)],
        }),
      });
    }
  });
  expect(warnings).toEqual([]);
});

describe("names", () => {
  it("that two alerts of a stack have are told with both constructs", () => {
    const complaints = complaintsOf((app) => {
      const stack = stackIn(app, "alerts");
      for (const id of ["a", "b", "c"]) new Alert(stack, id, { name: id, policy: 1, config: deploys });
      new Alert(stack, "other", { name: "b", policy: 1, config: deploys });
    });
    expect(complaints).toEqual([
      '[alerts] "b": 2 alerts have this name: alerts/b, alerts/other. Names are unique in an environment. Rename all but one.',
    ]);
  });

  it("that two stacks of one environment share are told, and how to say that they are not of one", () => {
    const complaints = complaintsOf((app) => {
      for (const name of ["one", "two"])
        new Alert(stackIn(app, name), "a", { name: "same", policy: 1, config: deploys });
    });
    expect(complaints).toEqual([
      '"same": 2 alerts have this name: one/a, two/a. Names are unique in an environment. Rename all but one; where the stacks ' +
        "mean different environments, give their providers different ones: new DbmonProvider(this, ..., { environment }).",
    ]);
  });

  it.each<
    [string, ConstructorParameters<typeof DbmonProvider>[2], ConstructorParameters<typeof DbmonProvider>[2]]
  >([
    ["names", { environment: "staging" }, { environment: "production" }],
    ["addresses", { baseUrl: "https://one.example" }, { baseUrl: "https://two.example" }],
  ])("may be the same in environments of other %s", (_, ...providers) => {
    const complaints = complaintsOf((app) => {
      providers.forEach((props, index) => {
        const stack = stackIn(app, `stack-${String(index)}`);
        const provider = new DbmonProvider(stack, "other", { alias: "other", ...props });
        new Alert(stack, "a", { name: "same", policy: 1, config: deploys, provider });
      });
    });
    expect(complaints).toEqual([]);
  });

  it("are compared as they are after an aspect has changed them", () => {
    const complaints = complaintsOf((app) => {
      const stack = stackIn(app, "alerts");
      new Alert(stack, "a", { name: "a", policy: 1, config: deploys });
      const b = new Alert(stack, "b", { name: "b", policy: 1, config: deploys });
      Aspects.of(b).add({
        visit: (node) => {
          if (Alert.isAlert(node)) node.resource.name = "a";
        },
      });
    });
    expect(complaints).toHaveLength(1);
  });
});

it.each([
  [() => Metric.of("two words"), "one word without white space"],
  [() => Metric.of(""), "one word without white space"],
  [() => Metric.query("123", "tput"), '16 hexadecimal digits; "123" was given'],
  [() => Metric.query("8f2ac3d5e6b70914", "p99 latency"), 'words joined by dots; "p99 latency" was given'],
  [() => QueryDigest.fromId("123"), '16 hexadecimal digits; "123" was given'],
  [() => AlertPolicy.fromId(-1), "an alert policy is a whole number that is not negative; -1 was given"],
  [() => AlertDuration.fromId(0.5), "an alert duration is a whole number"],
  [() => Destination.fromId(-2), "a destination is a whole number"],
  [() => Host.fromId(NaN), "a host is a whole number"],
])("a value that cannot be right is refused where it is made: %s", (make, message) => {
  expect(make).toThrow(message);
});

it("a metric of a query is spelled as the service does it", () => {
  expect(Metric.query("8F2AC3D5E6B70914", "errors.tput").name).toBe(
    "host.queries.q.8f2ac3d5e6b70914.errors.tput",
  );
});

it("output in HCL, which would not be what Terraform reads, is refused with what to do", () => {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-synth-test-"));
  try {
    const stack = stackIn(Testing.app({ outdir }), "alerts");
    new Alert(stack, "a", { name: "a", policy: 1, config: deploys });
    const synthesizeHcl = (): string => Testing.synthHcl(stack) as string;
    expect(synthesizeHcl).toThrow(/Alerts cannot be written in HCL[^]*Leave out --hcl/);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
