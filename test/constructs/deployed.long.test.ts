/** Constructs deployed by Terraform: moved addresses, imports, ignored changes, query families, markers, waits. */
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
import { synthesize } from "../support/synthesize-app";
import { describeWithTerraform } from "../support/terraform";

const deploys = AlertConfig.event({ categories: ["code deployment"] });

describeWithTerraform("constructs under terraform", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const configure = (define: (stack: TerraformStack) => void, provider?: DbmonProviderProps) => {
    world.folder.write("main.tf.json", JSON.stringify(synthesize(define, provider)));
  };
  const deploy = async (define: (stack: TerraformStack) => void, provider?: DbmonProviderProps) => {
    configure(define, provider);
    world.service.requests.clear();
    const environment = { ...world.environment, DBMON_AGENT_TOKEN: world.service.agentToken };
    const run = await world.run(["apply", "-auto-approve", "-input=false"], environment);
    expect({ code: run.code, text: run.code === 0 ? "" : run.text }).toEqual({ code: 0, text: "" });
    return run;
  };
  const alertWith =
    (id: string, props: Partial<AlertProps> = {}) =>
    (stack: TerraformStack) => {
      new Alert(stack, id, { name: "Deploy", policy: 1, config: deploys, ...props });
    };
  const ids = async () => (await world.alerts()).map(({ id }) => id);

  it("a construct with a new ID is replaced visibly, and with moveFrom it is kept", async () => {
    await deploy(alertWith("first"));
    configure(alertWith("second"));
    expect((await world.plan()).text).toContain("1 to add, 0 to change, 1 to destroy");

    for (const moveFrom of ["first", "dbmon_alert.first"]) {
      configure(alertWith("second", { moveFrom }));
      const moved = await world.plan();
      expect(moved.text).toContain("dbmon_alert.first has moved to dbmon_alert.second");
      expect(moved.text).toContain("0 to add, 0 to change, 0 to destroy");
    }
    await deploy(alertWith("second", { moveFrom: "first" }));
    expect(world.writes()).toEqual([]);
    expect(await ids()).toEqual([1]);
  });

  it("importExisting imports a live alert by its name, or by another name or ID, and updates it", async () => {
    const exists = {
      name: "Created by hand",
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
    for (const importExisting of ["1", "Created by hand"]) {
      configure(alertWith("a", { importExisting }));
      expect((await world.plan()).text).toContain("1 to import, 0 to add, 1 to change, 0 to destroy");
    }
    await deploy(alertWith("a", { name: "Created by hand", importExisting: true }));
    expect(world.writes()).toEqual([]);
    expect((await world.plan()).code).toBe(0);
    expect(await ids()).toEqual([1]);
  });

  it("ignoreChanges keeps the live value of an attribute", async () => {
    const policyOf = async () => (await world.alerts())[0]?.policy;
    await deploy(alertWith("a", { ignoreChanges: ["disabled", "hostTypes"] }));
    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, disabled: 1 });
    expect((await world.plan()).code).toBe(0);
    await deploy(alertWith("a", { ignoreChanges: ["disabled", "hostTypes"], policy: 2 }));
    expect(await world.alerts()).toMatchObject([{ disabled: 1, policy: 2 }]);
    await deploy(alertWith("a", { policy: 2 }));
    expect(await world.alerts()).toMatchObject([{ disabled: 0 }]);
    expect(await policyOf()).toBe(2);
  });

  it("forEach over matching query digests creates one alert per query family, on the metric of that family", async () => {
    const { data: queries } = (await world.call("GET", "/queries?filter=orders&limit=2")) as {
      data: { id: string; digest: string }[];
    };
    expect(queries).toHaveLength(2);
    const define = (stack: TerraformStack) => {
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
    await deploy(define);
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

  it("Propagation waits for alerts with count", async () => {
    const windows = { propagationWindow: "1s" };
    await deploy((stack) => {
      const { resource } = new Alert(stack, "counted", { name: "Counted", policy: 1, config: deploys });
      resource.count = 2;
      resource.name = "Counted ${count.index}";
      new Propagation(stack, "effective");
    }, windows);
    expect((await world.alerts()).map(({ name }) => name).sort()).toEqual(["Counted 0", "Counted 1"]);
  });

  it("Propagation waits once for the alerts of a scope, and DeploymentMarker creates one event per new trigger", async () => {
    const define = (commit: string) => (stack: TerraformStack) => {
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
    await deploy(define("4f2a9c1"), window);
    expect(markers()).toMatchObject([{ type: "code deployment", message: "shop ${x} 4f2a9c1" }]);
    const [mark, last] = world.writes().reverse();
    expect((mark?.time ?? NaN) - (last?.time ?? NaN)).toBeGreaterThanOrEqual(1000);
    await deploy(define("4f2a9c1"), window);
    expect(world.writes()).toEqual([]);
    await deploy(define("b07d1e2"), window);
    expect(markers()).toHaveLength(1);
    expect(world.writes()).toHaveLength(1);
  });
});
