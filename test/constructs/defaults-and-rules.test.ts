/** What is said once for many alerts: defaults of a scope, and the rules that organizations hang on an app. */
import { Aspects, type IAspect, type TerraformStack } from "cdktf";
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
  RequireDestination,
  RequireRunbook,
} from "../../src";
import { complaintsOf, stackIn, synthesize, synthesizeApp } from "./synthesize";

type Attributes = Readonly<Record<string, unknown>>;

/** The arguments of each alert, by its id. */
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
const crit = AlertConfig.threshold({
  alertLevel: "crit",
  metric: "os.cpu.user_us",
  trigger: 2,
  reset: 1,
  duration: 1,
});

function alertIn(scope: Construct, id: string, props: Partial<AlertProps> = {}): Alert {
  return new Alert(scope, id, { name: id, config: deploys, ...props });
}

describe("defaults", () => {
  it("hold for every alert below, made before or after; the nearest scope wins, argument by argument", () => {
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
      policy: 2,
      destinations: [1, 2],
      annotations: "https://runbooks.example/$${any}",
      hosts: [7, 8],
      host_types: ["mysql"],
      event: { categories: ["code deployment"] },
    };
    expect(alerts).toEqual({ early: { name: "early", ...both }, late: { name: "late", ...both } });
  });

  it("are not taken back by what is undefined", () => {
    const alerts = alertsOf((stack) => {
      const team = new Construct(stack, "team");
      AlertDefaults.of(stack).set({ policy: 1, annotations: "kept" });
      // As an optional property of a team's own construct arrives.
      const props: { policy?: number; annotations?: string } = {};
      AlertDefaults.of(team).set({
        policy: props.policy,
        annotations: props.annotations,
      } as AlertDefaultsProps);
      alertIn(team, "a");
    });
    expect(alerts.a).toMatchObject({ policy: 1, annotations: "kept" });
  });

  it("give way to what an alert says itself, were it nothing, and to its escape hatch", () => {
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
      alertIn(team, "hatch").resource.policy = 3;
    });
    expect(alerts.own).toMatchObject({
      policy: 2,
      destinations: [],
      annotations: "",
      hosts: [],
      host_types: [],
    });
    expect(alerts.hatch).toMatchObject({ policy: 3, destinations: [1] });
  });
});

it("a marker without a message is its trigger alone, and destinations may be ids in defaults as well", () => {
  const { resource } = synthesize((stack) => {
    AlertDefaults.of(stack).set({ policy: 1, destinations: [1, Destination.fromId(2)] });
    alertIn(stack, "a");
    new DeploymentMarker(stack, "marker", { trigger: "4f2a9c1", message: "" });
  });
  expect(resource).toMatchObject({
    dbmon_event: { marker: { message: "4f2a9c1" } },
    dbmon_alert: { a: { destinations: [1, 2] } },
  });
});

describe("rules", () => {
  const complaintsUnder = (rule: IAspect, define: (stack: TerraformStack) => void) =>
    complaintsOf((app) => {
      const stack = stackIn(app, "alerts");
      AlertDefaults.of(stack).set({ policy: 1 });
      define(stack);
      Aspects.of(app).add(rule);
      Aspects.of(stack).add(rule);
    });

  it("RequireRunbook wants a link in the annotations, from a default too", () => {
    const define = (stack: TerraformStack) => {
      alertIn(stack, "with", { annotations: "see https://runbooks.example/a" });
      alertIn(stack, "without", { annotations: "call Ann" });
      const team = new Construct(stack, "team");
      alertIn(team, "default");
      AlertDefaults.of(team).set({ annotations: "https://runbooks.example/team" });
    };
    expect(complaintsUnder(new RequireRunbook(), define)).toEqual([
      '[alerts/without] "without": It has no runbook. Put a link to one into its annotations.',
    ]);
    expect(complaintsUnder(new RequireRunbook({ pattern: /call \w+/ }), define)).toHaveLength(2);
  });

  it("RequireRunbook asks every alert the same, whatever the pattern's flags, and of the text as it was written", () => {
    const define = (stack: TerraformStack) => {
      for (const id of ["a", "b", "c"]) alertIn(stack, id, { annotations: "wiki ${page}" });
    };
    for (const pattern of [/wiki/g, /wiki/y, /wiki \$\{page/])
      expect(complaintsUnder(new RequireRunbook({ pattern }), define)).toEqual([]);
  });

  it("RequireDestination wants one for each alert of its level, or for each at all", () => {
    const define = (stack: TerraformStack) => {
      alertIn(stack, "crit", { config: crit });
      alertIn(stack, "event");
      alertIn(stack, "sent", { config: crit, destinations: [Destination.fromId(1)] });
    };
    expect(complaintsUnder(new RequireDestination("crit"), define)).toEqual([
      '[alerts/crit] "crit": It has no destination, and one of the level crit needs one.',
    ]);
    expect(complaintsUnder(new RequireDestination("warn"), define)).toEqual([]);
    expect(complaintsUnder(new RequireDestination(), define)).toHaveLength(2);
  });

  it("NamePrefix puts a text before each name that does not begin with it, the name of an import included", () => {
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

  it("NamePrefix makes no name of none, and no template of a name", () => {
    const complaints = complaintsUnder(new NamePrefix("shop/"), (stack) => {
      alertIn(stack, "nameless", { name: "" });
    });
    expect(complaints).toEqual([expect.stringContaining("It has no name.")]);
    expect(() => new NamePrefix("shop$")).toThrow('cannot end with $ or %; "shop$" was given');
  });

  it("DisableAll warns of an alert that would stay as it is in the service", () => {
    const { warnings } = synthesizeApp((app) => {
      const stack = stackIn(app, "alerts");
      const destinations = [Destination.fromId(1)];
      alertIn(stack, "a", { policy: 1, destinations, ignoreChanges: ["disabled"] });
      alertIn(stack, "b", { policy: 1, destinations, ignoreChanges: ["policy"] });
      for (const scope of [app, stack]) Aspects.of(scope).add(new DisableAll());
    });
    expect(warnings).toEqual([
      'alerts/a/Default: "a": DisableAll does not disable it where it exists: its ignoreChanges has "disabled".',
    ]);
  });

  it("DisableAll disables each alert, and nothing else of it", () => {
    const { resource } = synthesize((stack) => {
      AlertDefaults.of(stack).set({ policy: 1 });
      alertIn(stack, "a", { disabled: false, annotations: "kept" });
      Aspects.of(stack).add(new DisableAll());
    });
    expect(resource).toMatchObject({
      dbmon_alert: { a: { disabled: true, annotations: "kept", policy: 1 } },
    });
  });
});
