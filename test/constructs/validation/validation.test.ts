/** Validation at synthesis: all errors at once, each with the path of its construct, and warnings about likely mistakes. */
import { Aspects, Fn, TerraformIterator, TerraformStack, TerraformVariable, Token } from "cdktf";
import { Construct } from "constructs";
import {
  Alert,
  AlertConfig,
  AlertDuration,
  AlertPolicy,
  type AlertProps,
  DbmonProvider,
  type DbmonProviderProps,
  DeploymentMarker,
  Destination,
  EventCategory,
  Host,
  HostType,
  Metric,
  Propagation,
  QueryDigest,
  RemovedAlert,
  type ThresholdConfigProps,
} from "../../../src";
import { knownCategories, knownHostTypes } from "../../../src/service/vocabulary";
import { stackIn, synthesizeApp, validationErrorsOf } from "../../support/synthesize-app";

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

it("reports all errors at once, each with the path of its construct and a remedy", () => {
  const errors = validationErrorsOf((app) => {
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
  expect(errors).toEqual([
    "[alerts/nameless] Missing name. Set a name that is unique in the environment.",
    '[alerts/mute] "mute": Missing policy. Set policy on the alert, or a default: AlertDefaults.of(this).set({ policy }).',
    '[alerts/mute] "mute": categories: An event alert without categories never fires. Add at least one category.',
    '[alerts/odd] "${odd}": policy: Must be a name, or an integer from 0 to 2^53 − 1. Received: -1.',
    '[alerts/odd] "${odd}": hosts: Must be a name, or an integer from 0 to 2^53 − 1. Received: -7.',
    '[alerts/odd] "${odd}": alertLevel: Must be one of "info", "warn", "crit". Received: "critical".',
    '[alerts/odd] "${odd}": Missing metric. Set it to the name of the metric to watch.',
    '[alerts/odd] "${odd}": trigger: Must be a finite number. Received: NaN.',
    '[alerts/odd] "${odd}": reset: Must be a finite number. Received: Infinity.',
    '[alerts/odd] "${odd}": duration: Must be a name, or an integer from 0 to 2^53 − 1. Received: 0.5.',
    "[alerts/deploy] Missing trigger. Set it to what is deployed, for example the commit.",
  ]);
});

it("reports values of the wrong type with their field, for users without a compiler", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    const alert = (id: string, props: object) =>
      new Alert(stack, id, { name: id, policy: 1, config: deploys, ...props });
    alert("nameless", { name: undefined });
    alert("blank", { name: "  " });
    alert("number", { name: 5 });
    alert("fields", { policy: {}, destinations: [true], disabled: "no", annotations: 7 });
    const { LEVEL, TRIGGER } = process.env;
    const config = threshold({
      alertLevel: LEVEL,
      trigger: TRIGGER,
      reset: "1",
      duration: {},
      hosts: [""],
      hostTypes: [""],
    } as never);
    alert("kind", { config });
    alert("event", { config: AlertConfig.event({ categories: ["", 3 as never] }) });
  });
  const range = "Must be a name, or an integer from 0 to 2^53 − 1.";
  expect(errors).toEqual([
    "[alerts/nameless] Missing name. Set a name that is unique in the environment.",
    '[alerts/blank] "  ": Missing name. Set a name that is unique in the environment.',
    "[alerts/number] name: Must be a string. Received: 5.",
    `[alerts/fields] "fields": policy: ${range} Received: an object.`,
    '[alerts/fields] "fields": annotations: Must be a string. Received: 7.',
    '[alerts/fields] "fields": disabled: Must be true or false. Received: "no".',
    `[alerts/fields] "fields": destinations: ${range} Received: true.`,
    `[alerts/kind] "kind": hosts: ${range} Received: "".`,
    '[alerts/kind] "kind": hostTypes: Must not contain an empty string. Remove it.',
    '[alerts/kind] "kind": alertLevel: Must be one of "info", "warn", "crit". Received: undefined.',
    '[alerts/kind] "kind": trigger: Must be a finite number. Received: undefined.',
    '[alerts/kind] "kind": reset: Must be a finite number. Received: "1".',
    `[alerts/kind] "kind": duration: ${range} Received: an object.`,
    '[alerts/event] "event": categories: Must not contain an empty string. Remove it.',
    '[alerts/event] "event": categories: Must be a string. Received: 3.',
  ]);
});

it("reports invalid metrics, calculated tokens, addresses, markers and query filters before Terraform runs", () => {
  const errors = validationErrorsOf((app) => {
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
  expect(errors).toEqual([
    '[alerts/metric] "metric": metric: Must be one word without white space, such as os.cpu.user_us. Received: "two words".',
    '[alerts/calculated] "calculated": reset: Must not be calculated from a token, whose value is unknown at synthesis. ' +
      "Let Terraform calculate it: Token.asNumber(Op.div(token, 2)).",
    '[alerts/moved] "moved": moveFrom: Must be an address that `terraform state list` prints, or its last part. Received: "".',
    '[alerts/imported] "imported": importExisting: Must be a string, the name or ID of the live alert, or true for the same name. Received: "".',
    "[alerts/each] importExisting: Not supported with forEach, which creates several alerts. Remove importExisting, " +
      'and set existingAlerts: "adopt" in the provider for one deploy.',
    "[alerts/deploy] Missing type. Set it to the category of the event.",
    "[alerts/deploy] host: Must be a name, or an integer from 0 to 2^53 − 1. Received: NaN.",
    '[alerts/deploy] level: Must be one of "info", "warn", "crit". Received: "critical".',
    "[alerts/queries] limit: Must be an integer greater than zero. Received: 0.",
    "[alerts/queries] hosts: Must be a name, or an integer from 0 to 2^53 − 1. Received: -1.",
  ]);
});

it("validates attributes that are set on the resource of an alert", () => {
  const errors = validationErrorsOf((app) => {
    const alert = new Alert(stackIn(app, "alerts"), "a", { name: "a", policy: 1, config: deploys });
    alert.resource.name = "";
    alert.resource.policy = "";
    alert.resource.destinations = [""];
  });
  expect(errors).toHaveLength(3);
});

it("warns once about each likely mistake", () => {
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
    'alerts/quiet/Default: "quiet": The alert has no destinations, so it sends no notifications. Add a destination.',
    'alerts/reset/Default: "reset": The reset value (3) is above the trigger value (2): the alert resolves while the metric still exceeds the trigger. Set reset to the trigger or less.',
    'alerts/each/Default: "${each.value}": All alerts of this forEach have the same name. Include the element, such as its key, in the name.',
    "alerts/team/effective: No alerts to wait for. Define an alert in the same scope or below it.",
  ]);
});

it.each([
  [" CPU", "CPU"],
  ["CPU\u00a0high", "CPU high"],
  ["C\u200bPU", "CPU"],
  ["“CPU”", "CPU"],
  ["The team's ’CPU’ of today", undefined],
])("warns of hidden characters, and spaces or quotes around a name: %j", (name, plain) => {
  const { warnings } = synthesizeApp((app) => {
    const stack = stackIn(app, "alerts");
    new Alert(stack, "a", { name, policy: 1, destinations: [Destination.fromId(1)], config: threshold() });
  });
  const what = "name has hidden characters, or spaces or quotes around it.";
  const matching = expect.stringContaining(`${what} Did you mean "${plain ?? ""}"?`) as string;
  expect(warnings).toEqual(plain === undefined ? [] : [matching]);
});

it("offers the names of the service's vocabulary", () => {
  expect(Object.values(HostType)).toEqual(knownHostTypes);
  expect(Object.values(EventCategory)).toEqual(knownCategories);
});

it("does not validate tokens", () => {
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

describe("alert names", () => {
  it("are reported with the paths of both constructs if two alerts of a stack share one", () => {
    const errors = validationErrorsOf((app) => {
      const stack = stackIn(app, "alerts");
      for (const id of ["a", "b", "c"]) new Alert(stack, id, { name: id, policy: 1, config: deploys });
      new Alert(stack, "other", { name: "b", policy: 1, config: deploys });
    });
    expect(errors).toEqual([
      '[alerts] Duplicate alert name "b": alerts/b, alerts/other. Names are unique in an environment. Rename all but one.',
    ]);
  });

  it("are reported if two stacks of one environment share one", () => {
    const errors = validationErrorsOf((app) => {
      for (const name of ["one", "two"])
        new Alert(stackIn(app, name), "a", { name: "same", policy: 1, config: deploys });
    });
    expect(errors).toEqual([
      'Duplicate alert name "same": one/a, two/a. Names are unique in an environment. Rename all but one. ' +
        "If the stacks deploy to different environments, name the environment of each provider: new DbmonProvider(this, ..., { environment }).",
    ]);
  });

  it.each<
    [string, ConstructorParameters<typeof DbmonProvider>[2], ConstructorParameters<typeof DbmonProvider>[2]]
  >([
    ["names", { environment: "staging" }, { environment: "production" }],
    ["addresses", { baseUrl: "https://one.example" }, { baseUrl: "https://two.example" }],
  ])("may repeat if the environments of the providers have different %s", (_, ...providers) => {
    const errors = validationErrorsOf((app) => {
      providers.forEach((props, index) => {
        const stack = stackIn(app, `stack-${String(index)}`);
        const provider = new DbmonProvider(stack, "other", { alias: "other", ...props });
        new Alert(stack, "a", { name: "same", policy: 1, config: deploys, provider });
      });
    });
    expect(errors).toEqual([]);
  });

  it("are compared after aspects have changed them", () => {
    const errors = validationErrorsOf((app) => {
      const stack = stackIn(app, "alerts");
      new Alert(stack, "a", { name: "a", policy: 1, config: deploys });
      const b = new Alert(stack, "b", { name: "b", policy: 1, config: deploys });
      Aspects.of(b).add({
        visit: (node) => {
          if (Alert.isAlert(node)) node.resource.name = "a";
        },
      });
    });
    expect(errors).toHaveLength(1);
  });
});

describe("tokens of a provider", () => {
  const errorsOf = (define: (stack: TerraformStack) => DbmonProviderProps) =>
    validationErrorsOf((app) => {
      const stack = new TerraformStack(app, "alerts");
      new DbmonProvider(stack, "dbmon", define(stack));
    });

  it("are refused in code, without their values", () => {
    const errors = errorsOf(() => ({ apiToken: "s3cr3t-token", agentToken: "s3cr3t-agent" }));
    const remedy = (name: string, variable: string) =>
      `[alerts/dbmon] ${name}: Must be a Terraform variable or expression, because a token in code is written to the stack's file. ` +
      `To pass the token to Terraform, set ${variable}.`;
    expect(errors).toEqual([
      remedy("agentToken", "DBMON_AGENT_TOKEN"),
      remedy("apiToken", "DBMON_API_TOKEN"),
    ]);
  });

  const variable = (stack: TerraformStack, name = "token") =>
    new TerraformVariable(stack, name, { type: "string", sensitive: true }).stringValue;

  it.each<(token: string, other: string) => string>([
    (token) => `plain${token}`,
    (token) => `${token}plain`,
    (token, other) => `${token}plain${other}`,
    (token) => `plain${token}plain`,
    (token) => ` ${token}`,
    () => "",
  ])("are refused if a part is in code: %s", (join) => {
    const errors = errorsOf((stack) => ({ apiToken: join(variable(stack), variable(stack, "other")) }));
    expect(errors).toEqual([
      expect.stringContaining(
        "apiToken: Must be a Terraform variable or expression, because a token in code",
      ),
    ]);
    expect(errors.join()).not.toContain("plain");
  });

  it("may be Terraform variables and expressions", () => {
    expect(errorsOf((stack) => ({ apiToken: variable(stack) }))).toEqual([]);
    expect(errorsOf((stack) => ({ apiToken: variable(stack) + variable(stack, "other") }))).toEqual([]);
    expect(errorsOf(() => ({ apiToken: "${var.token}" }))).toEqual([]);
  });
});

it.each([
  [() => Metric.of("two words"), "must be one word without white space, such as os.cpu.user_us. Received: "],
  [() => Metric.of(""), "must be one word without white space, such as os.cpu.user_us. Received: "],
  [() => Metric.query("123", "tput"), 'must be 16 hexadecimal digits. Received: "123".'],
  [
    () => Metric.query("8f2ac3d5e6b70914", "p99 latency"),
    'must be words joined by dots, such as errors.tput. Received: "p99 latency".',
  ],
  [() => QueryDigest.fromId("123"), 'must be 16 hexadecimal digits. Received: "123".'],
  [
    () => AlertPolicy.fromId(-1),
    "The ID of an alert policy must be an integer from 0 to 2^53 − 1. Received: -1.",
  ],
  [
    () => AlertDuration.fromId(0.5),
    "The ID of an alert duration must be an integer from 0 to 2^53 − 1. Received: 0.5.",
  ],
  [
    () => Destination.fromId(-2),
    "The ID of a destination must be an integer from 0 to 2^53 − 1. Received: -2.",
  ],
  [() => Host.fromId(NaN), "The ID of a host must be an integer from 0 to 2^53 − 1. Received: NaN."],
])("an invalid value is rejected by its factory: %s", (create, message) => {
  expect(create).toThrow(message);
});

it("an address of a removed alert is that of an alert, without the key of an instance", () => {
  const addresses = [
    "dbmon_alert.a",
    "module.m.dbmon_alert.a",
    'dbmon_alert.a["x"]',
    "aws_sns_topic.a",
    "a",
    "",
  ];
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    addresses.forEach((address, index) => new RemovedAlert(stack, `r${String(index)}`, { address }));
  });
  const problem =
    "address: Must be the address of a dbmon_alert that `terraform state list` prints, without the key of an instance.";
  expect(errors).toEqual([
    `[alerts/r2] ${problem} Received: "dbmon_alert.a[\\"x\\"]".`,
    `[alerts/r3] ${problem} Received: "aws_sns_topic.a".`,
    `[alerts/r4] ${problem} Received: "a".`,
    `[alerts/r5] ${problem} Received: "".`,
  ]);
});

it("the name of a query metric has the query ID in lower case", () => {
  expect(Metric.query("8F2AC3D5E6B70914", "errors.tput").name).toBe(
    "host.queries.q.8f2ac3d5e6b70914.errors.tput",
  );
});
