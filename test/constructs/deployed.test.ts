/** Constructs under the real terraform: addresses that stay, imports, mutes that are not fought, families of queries, markers, waits. */
import { TerraformIterator, type TerraformStack } from "cdktf";
import {
  Alert,
  AlertConfig,
  type AlertProps,
  type DbmonProviderProps,
  DeploymentMarker,
  Propagation,
  QueryDigest,
} from "../../src";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { synthesize } from "./synthesize";

const deploys = AlertConfig.event({ categories: ["code deployment"] });

describeWithTerraform("constructs under terraform", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  const define = (make: (stack: TerraformStack) => void, provider?: DbmonProviderProps) => {
    world.folder.write("main.tf.json", JSON.stringify(synthesize(make, provider)));
  };
  const deploy = async (make: (stack: TerraformStack) => void, provider?: DbmonProviderProps) => {
    define(make, provider);
    world.service.requests.clear();
    const environment = { ...world.environment, DBMON_AGENT_TOKEN: world.service.agentToken };
    const run = await world.run(["apply", "-auto-approve", "-input=false"], environment);
    expect({ code: run.code, text: run.code === 0 ? "" : run.text }).toEqual({ code: 0, text: "" });
    return run;
  };
  const one =
    (id: string, props: Partial<AlertProps> = {}) =>
    (stack: TerraformStack) => {
      new Alert(stack, id, { name: "Deploy", policy: 1, config: deploys, ...props });
    };
  const ids = async () => (await world.alerts()).map(({ id }) => id);

  it("a construct that gets another id is not made anew silently, and with moveFrom not at all", async () => {
    await deploy(one("first"));
    define(one("second"));
    expect((await world.plan()).text).toContain("1 to add, 0 to change, 1 to destroy");

    for (const moveFrom of ["first", "dbmon_alert.first"]) {
      define(one("second", { moveFrom }));
      const moved = await world.plan();
      expect(moved.text).toContain("dbmon_alert.first has moved to dbmon_alert.second");
      expect(moved.text).toContain("0 to add, 0 to change, 0 to destroy");
    }
    await deploy(one("second", { moveFrom: "first" }));
    expect(world.writes()).toEqual([]);
    expect(await ids()).toEqual([1]);
  });

  it("an alert that exists is taken over by its name, or by another name or id, and brought to its definition", async () => {
    const exists = {
      name: "Made by hand",
      policy: 1,
      type: 1,
      destinations: [],
      annotations: "",
      disabled: 0,
    };
    await world.call("POST", "/config/alerts", exists);
    await world.call("PUT", "/config/alerts/1/config", {
      hosts: [],
      host_types: [],
      categories: ["code deployment"],
    });
    for (const importExisting of ["1", "Made by hand"]) {
      define(one("a", { importExisting }));
      expect((await world.plan()).text).toContain("1 to import, 0 to add, 1 to change, 0 to destroy");
    }
    await deploy(one("a", { name: "Made by hand", importExisting: true }));
    expect(world.writes()).toEqual([]);
    expect((await world.plan()).code).toBe(0);
    expect(await ids()).toEqual([1]);
  });

  it("a field that is ignored is left as people set it in the service", async () => {
    const policyOf = async () => (await world.alerts())[0]?.policy;
    await deploy(one("a", { ignoreChanges: ["disabled", "hostTypes"] }));
    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, disabled: 1 });
    expect((await world.plan()).code).toBe(0);
    await deploy(one("a", { ignoreChanges: ["disabled", "hostTypes"], policy: 2 }));
    expect(await world.alerts()).toMatchObject([{ disabled: 1, policy: 2 }]);
    await deploy(one("a", { policy: 2 }));
    expect(await world.alerts()).toMatchObject([{ disabled: 0 }]);
    expect(await policyOf()).toBe(2);
  });

  it("one alert a family of queries that a pattern finds, each on the family's own metric", async () => {
    const { data: queries } = (await world.call("GET", "/queries?filter=orders&limit=2")) as {
      data: { id: string; digest: string }[];
    };
    expect(queries).toHaveLength(2);
    const make = (stack: TerraformStack) => {
      const found = QueryDigest.matching(stack, "orders", { filter: "orders", limit: 2 });
      new Alert(stack, "latency", {
        forEach: found.each,
        name: `Latency of ${found.queryId}`,
        annotations: found.text,
        policy: 1,
        config: AlertConfig.threshold({
          alertLevel: "warn",
          metric: found.metric("p99_latency_us"),
          trigger: 2,
          reset: 1,
          duration: 1,
        }),
      });
    };
    await deploy(make);
    const alerts = await world.alerts();
    expect(alerts.map(({ name, annotations }) => [name, annotations]).sort()).toEqual(
      queries.map(({ id, digest }) => [`Latency of ${id}`, digest]).sort(),
    );
    for (const { id, name } of alerts) {
      expect(await world.call("GET", `/config/alerts/${String(id)}/config`)).toMatchObject({
        metric: `host.queries.q.${name.slice(-16)}.p99_latency_us`,
      });
    }
  });

  it("one wait for alerts that Terraform counts, too", async () => {
    const windows = { propagationWindow: "1s" };
    await deploy((stack) => {
      const { resource } = new Alert(stack, "counted", { name: "Counted", policy: 1, config: deploys });
      resource.count = 2;
      resource.name = "Counted ${count.index}";
      new Propagation(stack, "effective");
    }, windows);
    expect((await world.alerts()).map(({ name }) => name).sort()).toEqual(["Counted 0", "Counted 1"]);
  });

  it("one wait for the alerts of a scope, and a marker for each new commit and for nothing else", async () => {
    const make = (commit: string) => (stack: TerraformStack) => {
      const effective = new Propagation(stack, "effective");
      new DeploymentMarker(stack, "marker", {
        trigger: commit,
        message: "shop ${x}",
        dependsOn: [effective.resource],
      });
      const names = TerraformIterator.fromList(["a", "b"]);
      new Alert(stack, "each", {
        forEach: names,
        name: `Each ${names.value as string}`,
        policy: 1,
        config: deploys,
      });
      new Alert(stack, "one", { name: "One", policy: 1, config: deploys });
    };
    const markers = () =>
      world
        .writes()
        .flatMap(({ path, body }) => (path.endsWith("/events") ? [JSON.parse(body ?? "") as unknown] : []));
    const window = { propagationWindow: "1s" };
    await deploy(make("4f2a9c1"), window);
    expect(markers()).toMatchObject([{ type: "code deployment", message: "shop ${x} 4f2a9c1" }]);
    const [mark, last] = world.writes().reverse();
    expect((mark?.time ?? NaN) - (last?.time ?? NaN)).toBeGreaterThanOrEqual(1000);
    await deploy(make("4f2a9c1"), window);
    expect(world.writes()).toEqual([]);
    await deploy(make("b07d1e2"), window);
    expect(markers()).toHaveLength(1);
    expect(world.writes()).toHaveLength(1);
  });
});
