/** Two copies of the package in one app: the app's own, and the copy that a library of the app depends on. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type App, Aspects, TerraformStack } from "cdktf";
import type * as constructs from "../../src";
import { compilerOptions, PackedProject } from "../support/packed-project";
import { synthesizeApp, validationErrorsOf } from "../support/synthesize-app";

type Package = typeof constructs;

let project: PackedProject;
let copies: { readonly app: Package; readonly library: Package };
beforeAll(() => {
  project = new PackedProject("cdktf");
  const library = join(project.folder, "node_modules/library");
  mkdirSync(library);
  cpSync(project.package, join(library, "node_modules/dbmon-iac"), { recursive: true });
  project.write("node_modules/library/package.json", '{ "name": "library", "types": "index.d.ts" }\n');
  project.write("node_modules/library/index.js", 'module.exports = require("dbmon-iac");\n');
  project.write("node_modules/library/index.d.ts", 'export * from "dbmon-iac";\n');
  copies = {
    app: jest.requireActual<Package>(join(project.package, "dist/index.js")),
    library: jest.requireActual<Package>(join(library, "index.js")),
  };
});
afterAll(() => {
  project.remove();
});

it("the copies are separate modules", () => {
  expect(copies.app.Alert).not.toBe(copies.library.Alert);
});

describe.each([
  ["app", "library"],
  ["library", "app"],
] as const)("constructs of the copy in the %s, with alerts of the copy in the %s", (mine, other) => {
  let own: Package;
  let foreign: Package;
  beforeEach(() => {
    own = copies[mine];
    foreign = copies[other];
  });

  function stackIn(app: App, name = "alerts"): TerraformStack {
    const stack = new TerraformStack(app, name);
    new own.DbmonProvider(stack, "dbmon");
    return stack;
  }

  function alertOf(copy: Package, stack: TerraformStack, id: string, name = id) {
    const config = copy.AlertConfig.event({ categories: ["code deployment"] });
    return new copy.Alert(stack, id, { name, policy: 1, config });
  }

  const attributesOf = (define: (stack: TerraformStack) => void) =>
    synthesizeApp((app) => {
      define(stackIn(app));
    }).stacks.alerts?.resource;

  it("isAlert accepts an alert of the other copy, and nothing else", () => {
    synthesizeApp((app) => {
      const stack = stackIn(app);
      expect(own.Alert.isAlert(alertOf(foreign, stack, "a"))).toBe(true);
      for (const value of [stack, null, undefined, "dbmon-iac.Alert", {}])
        expect(own.Alert.isAlert(value)).toBe(false);
    });
  });

  it("DisableAll disables an alert of the other copy", () => {
    const resources = attributesOf((stack) => {
      alertOf(foreign, stack, "a");
      Aspects.of(stack).add(new own.DisableAll());
    });
    expect(resources).toMatchObject({ dbmon_alert: { a: { disabled: true } } });
  });

  it("NamePrefix prefixes the name of an alert of the other copy", () => {
    const resources = attributesOf((stack) => {
      alertOf(foreign, stack, "a");
      Aspects.of(stack).add(new own.NamePrefix("shop/"));
    });
    expect(resources).toMatchObject({ dbmon_alert: { a: { name: "shop/a" } } });
  });

  it("Propagation waits for the alerts of both copies", () => {
    const { stacks, warnings } = synthesizeApp((app) => {
      const stack = stackIn(app);
      alertOf(own, stack, "a");
      alertOf(foreign, stack, "b");
      new own.Propagation(stack, "effective");
    });
    expect(stacks.alerts?.resource).toMatchObject({
      dbmon_propagation: {
        effective: { after: ["${dbmon_alert.a.written_at}", "${dbmon_alert.b.written_at}"] },
      },
    });
    expect(warnings.filter((warning) => warning.startsWith("alerts/effective"))).toEqual([]);
  });

  it("a name used in both copies is reported once, within a stack and across stacks", () => {
    const inOneStack = validationErrorsOf((app) => {
      const stack = stackIn(app);
      alertOf(own, stack, "a", "same");
      alertOf(foreign, stack, "b", "same");
    });
    expect(inOneStack).toEqual([expect.stringContaining("alerts/a, alerts/b")]);
    const acrossStacks = validationErrorsOf((app) => {
      alertOf(own, stackIn(app, "one"), "a", "same");
      alertOf(foreign, stackIn(app, "two"), "a", "same");
    });
    expect(acrossStacks).toEqual([expect.stringContaining("one/a, two/a")]);
  });

  it("a name may repeat where the providers of the two copies name different environments", () => {
    const errors = validationErrorsOf((app) => {
      for (const copy of [own, foreign]) {
        const environment = copy === own ? "staging" : "production";
        const stack = new TerraformStack(app, environment);
        new copy.DbmonProvider(stack, "dbmon", { environment });
        alertOf(copy === own ? foreign : own, stack, "a", "same");
      }
    });
    expect(errors).toEqual([]);
  });

  it("AlertDefaults hold for an alert of the other copy, and both copies add to the same defaults", () => {
    const resources = attributesOf((stack) => {
      own.AlertDefaults.of(stack).set({ policy: own.AlertPolicy.fromId(2), annotations: "overwritten" });
      foreign.AlertDefaults.of(stack).set({ annotations: "runbook" });
      expect(own.AlertDefaults.of(stack).props).toMatchObject({ annotations: "runbook" });
      const config = foreign.AlertConfig.event({ categories: ["code deployment"] });
      new foreign.Alert(stack, "a", { name: "a", config });
    });
    expect(resources).toMatchObject({ dbmon_alert: { a: { policy: "2", annotations: "runbook" } } });
  });

  it("values of the other copy are accepted as arguments", () => {
    const { stacks } = synthesizeApp((app) => {
      const stack = new TerraformStack(app, "alerts");
      const provider = new foreign.DbmonProvider(stack, "dbmon");
      const host = foreign.Host.fromId(7);
      new own.Alert(stack, "query", {
        name: "query",
        provider,
        policy: foreign.AlertPolicy.fromId(1),
        destinations: [foreign.Destination.fromId(2), foreign.Destination.fromName("pager")],
        config: foreign.AlertConfig.threshold({
          alertLevel: own.AlertLevel.CRIT,
          metric: own.QueryDigest.fromId("8f2ac3d5e6b70914").metric("tput"),
          trigger: 2,
          reset: 1,
          duration: own.AlertDuration.fromId(3),
          hosts: [own.Host.fromId(7)],
          hostTypes: [own.HostType.MYSQL],
        }),
      });
      const found = foreign.QueryDigest.matching(stack, "found", { filter: "orders", hosts: [host] });
      new own.Alert(stack, "each", {
        forEach: found.each,
        name: `each ${found.queryId}`,
        policy: 1,
        config: own.AlertConfig.threshold({
          alertLevel: "crit",
          metric: found.metric("tput"),
          trigger: 2,
          reset: 1,
          duration: foreign.AlertDuration.fromId(3),
        }),
      });
      new own.DeploymentMarker(stack, "marker", { trigger: "4f2a9c1", host });
    });
    expect(stacks.alerts?.resource).toMatchObject({
      dbmon_alert: {
        query: {
          policy: "1",
          destinations: ["2", "pager"],
          hosts: ["7"],
          host_types: ["mysql"],
          threshold: { metric: "host.queries.q.8f2ac3d5e6b70914.tput", duration: "3" },
        },
        each: { threshold: { duration: "3" } },
      },
      dbmon_event: { marker: { host: "7" } },
    });
  });
});

it("values of one copy are arguments of the other for the compiler too", () => {
  project.write(
    "main.ts",
    `import { TerraformStack, App, Aspects } from "cdktf";
     import * as own from "dbmon-iac";
     import * as library from "library";
     const stack = new TerraformStack(new App(), "alerts");
     own.AlertDefaults.of(stack).set({
       policy: library.AlertPolicy.fromId(1),
       destinations: [library.Destination.fromId(2)],
       hosts: [library.Host.fromId(3)],
       hostTypes: [library.HostType.MYSQL],
     });
     const config: own.AlertConfig = library.AlertConfig.threshold({
       alertLevel: own.AlertLevel.CRIT,
       metric: own.Metric.of("os.cpu.user_us"),
       trigger: 2,
       reset: 1,
       duration: own.AlertDuration.fromId(1),
     });
     const provider = new library.DbmonProvider(stack, "dbmon");
     new own.Alert(stack, "a", { name: "a", config, provider });
     Aspects.of(stack).add(new library.NamePrefix("shop/"));
    `,
  );
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  expect(project.run("typescript/bin/tsc", "-p", ".")).toBe("");
});
