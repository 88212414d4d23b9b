/** Defaults of a scope, and aspects that validate or change all alerts of a scope. */
import { Aspects, type TerraformStack } from "cdktf";
import { Construct } from "constructs";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  type AlertDefaultsProps,
  AlertPolicy,
  type AlertProps,
  DeploymentMarker,
  Destination,
  DisableAll,
  Host,
  HostType,
  NamePrefix,
} from "../../src";
import { stackIn, synthesize, synthesizeApp, validationErrorsOf } from "../support/synthesize-app";

type Attributes = Readonly<Record<string, unknown>>;

/** The arguments of each alert, by the ID of its construct. */
function alertsOf(define: (stack: TerraformStack) => void): Record<string, Attributes> {
  const { resource } = synthesize(define) as { resource: { dbmon_alert: Record<string, Attributes> } };
  return Object.fromEntries(
    Object.entries(resource.dbmon_alert).map(([id, { "//": metadata, ...rest }]) => {
      expect(metadata).toBeDefined();
      return [id.split("_").at(-2) ?? id, rest];
    }),
  );
}

const deploys = AlertConfig.event({ categories: ["code deployment"] });

function alertIn(scope: Construct, id: string, props: Partial<AlertProps> = {}): Alert {
  return new Alert(scope, id, { name: id, config: deploys, ...props });
}

describe("AlertDefaults", () => {
  it("apply to every alert in the scope, defined before or after them; the nearest scope wins, value by value", () => {
    const alerts = alertsOf((stack) => {
      const team = new Construct(stack, "team");
      alertIn(team, "early");
      AlertDefaults.of(stack).set({
        policy: AlertPolicy.fromId(1),
        destinations: [Destination.fromId(1), Destination.fromId(2)],
        annotations: "https://runbooks.example/${any}",
      });
      AlertDefaults.of(team).set({ policy: 2, hosts: [Host.fromId(7), 8] });
      AlertDefaults.of(team).set({ hostTypes: [HostType.MYSQL] });
      alertIn(team, "late");
    });
    const both = {
      policy: "2",
      destinations: ["1", "2"],
      annotations: "https://runbooks.example/$${any}",
      hosts: ["7", "8"],
      host_types: ["mysql"],
      event: { categories: ["code deployment"] },
    };
    expect(alerts).toEqual({ early: { name: "early", ...both }, late: { name: "late", ...both } });
  });

  it("keep a value that is set to undefined later", () => {
    const alerts = alertsOf((stack) => {
      const team = new Construct(stack, "team");
      AlertDefaults.of(stack).set({ policy: 1, annotations: "kept" });
      // A construct of a team passes its optional properties on.
      const props: { policy?: number; annotations?: string } = {};
      AlertDefaults.of(team).set({
        policy: props.policy,
        annotations: props.annotations,
      } as AlertDefaultsProps);
      alertIn(team, "a");
    });
    expect(alerts.a).toMatchObject({ policy: "1", annotations: "kept" });
  });

  it("do not replace what an alert or its resource sets, even to an empty value", () => {
    const alerts = alertsOf((stack) => {
      const team = new Construct(stack, "team");
      AlertDefaults.of(team).set({
        policy: 1,
        destinations: [Destination.fromId(1)],
        annotations: "default",
        hostTypes: ["mysql"],
        hosts: [1],
      });
      const config = AlertConfig.event({ categories: ["x"], hostTypes: [], hosts: [] });
      alertIn(team, "own", { policy: 2, destinations: [], annotations: "", config });
      alertIn(team, "resource").resource.policy = "3";
    });
    expect(alerts.own).toMatchObject({
      policy: "2",
      destinations: [],
      annotations: "",
      hosts: [],
      host_types: [],
    });
    expect(alerts.resource).toMatchObject({ policy: "3", destinations: ["1"] });
  });
});

it("a marker with an empty message shows its trigger alone, and defaults accept IDs of destinations", () => {
  const { resource } = synthesize((stack) => {
    AlertDefaults.of(stack).set({ policy: 1, destinations: [1, Destination.fromId(2)] });
    alertIn(stack, "a");
    new DeploymentMarker(stack, "marker", { trigger: "4f2a9c1", message: "" });
  });
  expect(resource).toMatchObject({
    dbmon_event: { marker: { message: "4f2a9c1" } },
    dbmon_alert: { a: { destinations: ["1", "2"] } },
  });
});

describe("aspects", () => {
  it("NamePrefix prefixes each name without the prefix, and the name of an import", () => {
    const { import: imports, resource } = synthesize((stack) => {
      AlertDefaults.of(stack).set({ policy: 1 });
      alertIn(stack, "a", { importExisting: true });
      alertIn(stack, "b", { name: "${team}: b" });
      Aspects.of(stack).add(new NamePrefix("${team}: "));
    });
    expect(resource).toMatchObject({
      dbmon_alert: { a: { name: "$${team}: a" }, b: { name: "$${team}: b" } },
    });
    expect(imports).toEqual([{ to: "dbmon_alert.a", id: "$${team}: a" }]);
  });

  it("NamePrefix ignores a missing name, and rejects a prefix that could start a template", () => {
    const errors = validationErrorsOf((app) => {
      const stack = stackIn(app, "alerts");
      alertIn(stack, "nameless", { name: "", policy: 1 });
      Aspects.of(stack).add(new NamePrefix("shop/"));
    });
    expect(errors).toEqual([expect.stringContaining("Missing name.")]);
    expect(() => new NamePrefix("shop$")).toThrow('must not end with $ or %. Received: "shop$".');
  });

  it("DisableAll warns about an alert that ignores changes of disabled", () => {
    const { warnings } = synthesizeApp((app) => {
      const stack = stackIn(app, "alerts");
      const destinations = [Destination.fromId(1)];
      alertIn(stack, "a", { policy: 1, destinations, ignoreChanges: ["disabled"] });
      alertIn(stack, "b", { policy: 1, destinations, ignoreChanges: ["policy"] });
      for (const scope of [app, stack]) Aspects.of(scope).add(new DisableAll());
    });
    expect(warnings).toEqual([
      'alerts/a/Default: "a": DisableAll does not disable this alert if it already exists, because its ignoreChanges includes "disabled".',
    ]);
  });

  it("DisableAll disables each alert, and changes nothing else", () => {
    const { resource } = synthesize((stack) => {
      AlertDefaults.of(stack).set({ policy: 1 });
      alertIn(stack, "a", { disabled: false, annotations: "kept" });
      Aspects.of(stack).add(new DisableAll());
    });
    expect(resource).toMatchObject({
      dbmon_alert: { a: { disabled: true, annotations: "kept", policy: "1" } },
    });
  });
});
