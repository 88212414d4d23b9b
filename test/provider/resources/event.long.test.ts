/** `dbmon_event` in Terraform: an event is created exactly once, and never updated or deleted. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

interface LiveEvent {
  readonly uuid: string;
  readonly start: number;
  readonly type: string;
  readonly message: string;
  readonly host?: number;
}

const provider = (settings = "") => `provider "dbmon" { ${settings} }\n`;
const deployment = (more = "") => `
resource "dbmon_event" "it" {
  type    = "code deployment"
  message = "shop 1.2"
  ${more}
}`;

describeWithTerraform("dbmon_event in Terraform", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const withAgent = () => ({ ...world.environment, DBMON_AGENT_TOKEN: world.service.agentToken });
  const run = (...args: string[]) => world.run([...args, "-input=false"], withAgent());
  const apply = async (hcl: string) => {
    world.configure(hcl);
    const applied = await run("apply", "-auto-approve");
    return { ...applied, calls: calls() };
  };
  /** Without those of the configuration of the provider. */
  const calls = () => {
    const requests = world.service.requests
      .list()
      .filter(({ path }) => path.startsWith("/api/v2") && path !== "/api/v2/config/alerts");
    world.service.requests.clear();
    return requests.map(({ method, path }) => `${method} ${path.replace("/api/v2", "")}`);
  };
  const deployments = async () => {
    const { data } = (await world.call("GET", "/events?addGlobal=1")) as { data: LiveEvent[] };
    world.service.requests.clear();
    return data.filter(({ message }) => message.startsWith("shop 1."));
  };
  const stateAttributes = () => world.folder.instance("dbmon_event")?.attributes;

  it("[EVENT-1] [AUTH-2] is created by one POST with the agent token, starts at the time of apply, and is not read again", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { code, calls: requests } = await apply(provider() + deployment());
    expect([code, requests]).toEqual([0, ["POST /events"]]);
    const [event] = await deployments();
    expect(event).toMatchObject({ type: "code deployment", message: "shop 1.2", level: "info", duration: 0 });
    expect(event?.start).toBeGreaterThanOrEqual(before);
    expect(event?.start).toBeLessThanOrEqual(Date.now() / 1000);
    expect(stateAttributes()).toEqual({
      type: "code deployment",
      message: "shop 1.2",
      start: event?.start,
      uuid: event?.uuid,
      host: null,
      duration: null,
      level: null,
    });
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
    expect(calls()).toEqual([]);
  });

  it("[EVENT-4] is replaced by a change of any argument, and a warning reports that the old event remains", async () => {
    await apply(provider() + deployment());
    world.configure(`${provider()}
resource "dbmon_event" "it" {
  type     = "load test"
  message  = "shop 1.3"
  start    = 1700000000
  host     = 1
  duration = 60
  level    = "warn"
}`);
    const plan = await run("plan");
    expect(plan.stdout.match(/# forces replacement/g)).toHaveLength(6);
    expect(plan.text).toContain("1 to add, 0 to change, 1 to destroy");
    calls();

    const applied = await run("apply", "-auto-approve");
    expect(applied.text).toContain('"code deployment": the event stays in the service');
    expect(calls().filter((call) => call !== "GET /hosts")).toEqual(["POST /events"]);
    const expected = { type: "load test", message: "shop 1.3", start: 1700000000, host: 1, duration: 60 };
    expect(await deployments()).toMatchObject([{ ...expected, level: "warn" }, { message: "shop 1.2" }]);

    const destroyed = await run("destroy", "-auto-approve");
    expect(destroyed.text).toContain("Events cannot be deleted. It was only removed from the state.");
    expect([destroyed.code, calls(), stateAttributes()]).toEqual([0, [], undefined]);
    expect(await deployments()).toHaveLength(2);
  });

  it("is not created again if a default becomes explicit or is removed", async () => {
    await apply(provider() + deployment());
    const created = stateAttributes();
    const explicit = await apply(provider() + deployment('level = "info"\n duration = 0'));
    expect(explicit.text).toContain("0 added, 1 changed, 0 destroyed");
    expect(stateAttributes()).toEqual({ ...created, level: "info", duration: 0 });
    const removed = await apply(provider() + deployment());
    expect(removed.text).toContain("0 added, 1 changed, 0 destroyed");
    expect(stateAttributes()).toEqual(created);
    expect([...explicit.calls, ...removed.calls]).toEqual([]);
    world.configure(provider() + deployment('level = "warn"'));
    expect((await run("plan")).text).toContain("1 to add, 0 to change, 1 to destroy");
  });

  it("is created by each apply that changes an alert in replace_triggered_by", async () => {
    const withTrigger = (policy: number) => `${provider()}
resource "dbmon_alert" "cpu" {
  name   = "CPU"
  policy = ${String(policy)}
  event  = { categories = ["code deployment"] }
}
${deployment("lifecycle { replace_triggered_by = [dbmon_alert.cpu] }")}`;
    await apply(withTrigger(1));
    expect((await run("plan", "-detailed-exitcode")).code).toBe(0);
    calls();
    const { calls: requests } = await apply(withTrigger(2));
    expect(requests.filter((call) => !call.startsWith("GET "))).toEqual([
      "PUT /config/alerts/1",
      "POST /events",
    ]);
    expect(await deployments()).toHaveLength(2);
  });

  it("is not created twice if the response is lost, even if the list is stale", async () => {
    world.service.faults.add({ method: "POST", answer: "cut", when: "after-commit", times: 1 });
    world.service.faults.add({ method: "GET", path: "/api/v2/events", answer: { keep: 0 }, times: 1 });
    const { code, calls: requests } = await apply(provider('propagation_window = "1s"') + deployment());
    expect([code, requests]).toEqual([0, ["POST /events", "GET /events", "GET /events"]]);
    const events = await deployments();
    expect(events).toHaveLength(1);
    expect(stateAttributes()?.["uuid"]).toBe(events[0]?.uuid);
  });

  it("is posted again if a fresh list does not contain it, and fails after three lost responses", async () => {
    const unavailable = { method: "POST", answer: { status: 503 } } as const;
    const config = provider('propagation_window = "0s"') + deployment();
    const fault = world.service.faults.add(unavailable);
    const failed = await apply(config);
    expect(failed.calls.filter((call) => call.startsWith("POST"))).toHaveLength(3);
    expect(failed.text).toContain('"code deployment": POST /api/v2/events failed with status 503');
    fault.remove();

    world.service.faults.add({ ...unavailable, times: 1 });
    const { code, calls: requests } = await apply(config);
    expect([code, requests]).toEqual([0, ["POST /events", "GET /events", "POST /events"]]);
    expect(await deployments()).toHaveLength(1);
  });

  it("is reported as possibly created if the response is lost and the list fails", async () => {
    world.service.faults.add({ method: "POST", answer: "cut", when: "after-commit" });
    world.service.faults.add({ method: "GET", path: "/api/v2/events", answer: { status: 500 } });
    const settings = 'propagation_window = "0s"\n max_retries = 0\n';
    const failed = await apply(`provider "dbmon" {\n${settings}}\n${deployment("start = 1700000000")}`);
    expect(failed.calls).toEqual(["POST /events", "GET /events"]);
    expect(failed.text).toContain("The event may have been created: the response was lost");
    expect(failed.text).toContain("GET /api/v2/events failed with status 500");
    expect(failed.text).not.toContain("nothing is lost by running again");
    expect(failed.text).toContain("check whether the service lists the event at its start (1700000000)");
  });

  it("is counted among equal events, so that a lost POST is repeated", async () => {
    world.service.faults.add({ method: "POST", nth: 2, times: 1, answer: { status: 502 } });
    const three = deployment("count = 3\n start = 1700000000");
    const { code, calls: requests } = await apply(provider('propagation_window = "0s"') + three);
    expect([code, requests.filter((call) => call.startsWith("POST")).length]).toEqual([0, 4]);
    expect(new Set((await deployments()).map(({ uuid }) => uuid)).size).toBe(3);
  });

  it("reports all invalid arguments in one run, each with its attribute", async () => {
    world.configure(`${provider()}
resource "dbmon_event" "it" {
  type     = ""
  message  = ""
  start    = 1700000000000
  duration = -1
  level    = "wrn"
}`);
    const { text } = await run("plan");
    expect(text.match(/with dbmon_event.it, on main.tf line/g)).toHaveLength(5);
    expect(text).toContain('"wrn" is not a level. Did you mean "warn"?');
    expect(text).toContain("1700000000000 is not a Unix timestamp in seconds. It may be in milliseconds.");
    expect(calls()).toEqual([]);
  });

  it("reports a host that does not exist at plan", async () => {
    world.configure(provider() + deployment("host = 4711"));
    const { code, text } = await run("plan");
    expect([code, calls()]).toEqual([1, ["GET /hosts"]]);
    expect(text).toContain('"code deployment": There is no host with the id 4711.');
    expect(text).toMatch(
      /with dbmon_event.it, on main.tf line \d+, in resource "dbmon_event" "it": \d+: host = 4711/,
    );
  });

  it("reports that it needs an agent token, and does not log tokens", async () => {
    world.configure(provider() + deployment());
    const trace = { TF_LOG: "trace" };
    const refused = await world.run(["apply", "-auto-approve"], { ...world.environment, ...trace });
    expect(refused.text).toContain("the token does not have permission");
    expect(refused.text).toContain("Set DBMON_AGENT_TOKEN (or agent_token) to the token of an agent");
    expect(calls()).toEqual(["POST /events"]);

    const applied = await world.run(["apply", "-auto-approve"], { ...withAgent(), ...trace });
    expect(applied.code).toBe(0);
    for (const { stdout, stderr } of [refused, applied]) {
      expect(stderr).toContain("ApplyResourceChange");
      expect(stdout + stderr).not.toContain(world.service.token);
      expect(stdout + stderr).not.toContain(world.service.agentToken);
    }
  });
});
