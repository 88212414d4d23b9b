/** The alerts of drills that are running or were killed, and what a drill refuses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, deployed, writesTo } from "../../../support/command";
import { addAlert, agentToken, drillEnvironment, drillName, drillToJson, liveAlerts } from "./drill-bench";

const bench = commandBench();
const start = () => bench.emulator({ propagationSeconds: 0, agentToken });

/** Three alerts of killed drills' form, and two that only look like them. */
async function addLeftovers(emulator: ServiceEmulator) {
  const complete = drillName(60, "00aa");
  const incomplete = drillName(61, "00bb");
  await addAlert(emulator, complete, "dbmon-drill-00aa");
  await addAlert(emulator, incomplete, undefined);
  const others = [drillName(62, "00cc"), "dbmon drill 4f81", "test"];
  for (const other of others) await addAlert(emulator, other, "dbmon-drill-4f81");
  emulator.requests.clear();
  return { leftovers: [complete, incomplete], others };
}

async function namesIn(emulator: ServiceEmulator): Promise<string[]> {
  return (await liveAlerts(emulator)).map(({ name }) => name);
}

it("--clean deletes the alerts of killed drills, and no other alert", async () => {
  const emulator = await start();
  const { leftovers, others } = await addLeftovers(emulator);
  const environment = drillEnvironment(emulator);
  const asked = await bench.dbmon(["drill", "--clean"], { environment });
  expect(asked.code).toBe(3);
  expect(asked.stdout).toContain(`to delete: "${leftovers[0] ?? ""}" (id 1)`);
  expect(writesTo(emulator)).toEqual([]);
  const { code, leftovers: cleaned } = await drillToJson(bench, emulator, ["--clean", "--yes"]);
  expect(cleaned.map(({ name, result }) => [name, result])).toEqual(
    leftovers.map((name) => [name, "deleted"]),
  );
  expect(code).toBe(0);
  expect(await namesIn(emulator)).toEqual(others);
  const again = await bench.dbmon(["drill", "--clean"], { environment });
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Drill: nothing to do.")]);
});

it("the next drill shows and deletes them, unless one of them is so young that its drill may be running", async () => {
  const emulator = await start();
  const { leftovers, others } = await addLeftovers(emulator);
  const young = drillName(2, "00dd");
  const id = await addAlert(emulator, young, undefined);
  emulator.requests.clear();
  const refused = await drillToJson(bench, emulator, ["#db-alerts", "--yes"]);
  expect(refused.code).toBe(1);
  expect(refused.problems).toMatchObject([
    {
      what: `Another drill may be running: its alert (id ${String(id)}) exists, or was deleted within the last minute.`,
      remedy: "Wait until it has ended. If it was killed, delete its alert with dbmon drill --clean.",
    },
  ]);
  expect(writesTo(emulator)).toEqual([]);
  const { data } = { data: await liveAlerts(emulator) };
  expect(data).toHaveLength(6);
  const deleted = await fetch(`${emulator.url}/api/v2/config/alerts/${String(id)}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${emulator.token}` },
  });
  expect(deleted.status).toBe(204);
  const drilled = await drillToJson(bench, emulator, ["#db-alerts", "--yes"]);
  expect(drilled.leftovers.map(({ name }) => name)).toEqual(leftovers);
  expect(await namesIn(emulator)).toEqual(others);
});

it("of two drills that start at once, the one with the newer alert ends before its event, and removes its alert", async () => {
  const emulator = await start();
  const other = drillName(0, "00ee");
  const id = await addAlert(emulator, other, "dbmon-drill-00ee");
  emulator.requests.clear();
  const list = { method: "GET", path: "/api/v2/config/alerts", nth: 1, times: 1 } as const;
  emulator.faults.add({ ...list, answer: { keep: 0 } });
  const { code, problems } = await drillToJson(bench, emulator, ["#db-alerts", "--yes"]);
  expect(code).toBe(1);
  const what = `Another drill may be running: its alert (id ${String(id)}) exists, or was deleted within the last minute.`;
  expect(problems).toMatchObject([{ what }]);
  expect(writesTo(emulator)).toEqual(["POST /alerts", "PUT /alerts/2/config", "DELETE /alerts/2"]);
  expect(await namesIn(emulator)).toEqual([other]);
});

it("plan, apply --prune, drift and export ignore them, and say so once", async () => {
  const emulator = await start();
  const { leftovers, others } = await addLeftovers(emulator);
  const file = bench.write("alerts.yaml", alerts(deployed));
  const environment = drillEnvironment(emulator);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await bench.dbmon(args, { environment });
    const said = leftovers.map((name) => stderr.split(name).length - 1);
    return { code, stdout, said };
  };
  const plan = await run("plan", file);
  expect(plan.stdout).toContain("Plan: 1 to create. 0 in sync, 3 unmanaged.");
  expect(plan.said).toEqual([1, 1]);
  const drift = await run("drift", file, "--window", "0");
  expect(drift.stdout).toContain("3 unmanaged");
  expect(drift.said).toEqual([1, 1]);
  const exported = await run("export", "--to", "yaml", "--out", "live");
  expect(exported.code).toBe(0);
  expect(exported.stdout).not.toContain("4 alerts");
  expect(exported.said).toEqual([1, 1]);
  const pruned = await run("apply", file, "--prune", "*", "--max-deletes", "100%", "--yes");
  expect(pruned.code).toBe(0);
  expect(await namesIn(emulator)).toEqual([...leftovers, "Deployed"]);
  expect(others).toHaveLength(3);
});

it("the audit reports them, and how to delete them", async () => {
  const emulator = await start();
  const { leftovers } = await addLeftovers(emulator);
  const { stdout, stderr } = await bench.dbmon(["audit"], { environment: drillEnvironment(emulator) });
  for (const name of leftovers) {
    expect(stdout).not.toContain(name);
    expect(stderr).toContain(name);
  }
  expect(stderr).toContain("delete the alert with dbmon drill --clean.");
});

it.each([
  ["a token that may not create events", "/api/v2/events", "POST", 403, "DBMON_AGENT_TOKEN"],
  ["a service that refuses the category", "/api/v2/config/alerts/*/config", "PUT", 400, "rolled back"],
  ["a service that refuses the alert", "/api/v2/config/alerts", "POST", 400, "rejected the request"],
] as const)("%s is an error, and nothing is left", async (_, path, method, status, expected) => {
  const emulator = await start();
  emulator.faults.add({ path, method, answer: { status } });
  const { code, problems } = await drillToJson(bench, emulator, ["#db-alerts", "--yes"]);
  expect(code).toBe(1);
  expect(JSON.stringify(problems)).toContain(expected);
  expect(await liveAlerts(emulator)).toEqual([]);
});

it("a destination that is deleted meanwhile is an error, and no event is created", async () => {
  const emulator = await start();
  // The second list follows the wait for the alert to take effect.
  emulator.faults.add({ path: "/api/v2/config/destinations", nth: 2, answer: { keep: 2 } });
  const { code, problems } = await drillToJson(bench, emulator, ["#db-alerts", "--yes"]);
  expect(code).toBe(1);
  expect(problems[0]?.what).toBe(
    'The destination "#db-alerts" was deleted during the drill. No event was created.',
  );
  expect(writesTo(emulator).join()).not.toContain("events");
  expect(await liveAlerts(emulator)).toEqual([]);
});

it("two drills at once end, each with its own evidence, and nothing is left", async () => {
  const emulator = await start();
  const both = await Promise.all([
    drillToJson(bench, emulator, ["#db-alerts", "--yes"]),
    drillToJson(bench, emulator, ["#db-alerts", "--yes"]),
  ]);
  const drilled = both.flatMap(({ destinations, problems }) => [
    ...destinations.map(({ result }) => result),
    ...problems.map(({ what }) => what),
  ]);
  for (const one of drilled) expect(one).toMatch(/^(not asked$|Another drill may be running)/);
  expect(drilled).toContain("not asked");
  expect(await liveAlerts(emulator)).toEqual([]);
});

it("does not run in an untrusted pipeline", async () => {
  const emulator = await start();
  const payload = {
    pull_request: { number: 1, head: { sha: "abc", repo: { id: 2 } }, base: { repo: { id: 1 } } },
  };
  const file = join(bench.folder(), "event.json");
  writeFileSync(file, JSON.stringify(payload));
  const run = (variables: Record<string, string>) =>
    bench.dbmon(["drill", "#db-alerts", "--yes"], {
      environment: { ...drillEnvironment(emulator), ...variables },
    });
  const github = await run({
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: file,
  });
  const gitlab = await run({ GITLAB_CI: "true", CI_PIPELINE_SOURCE: "external_pull_request_event" });
  expect([github.code, gitlab.code]).toEqual([1, 1]);
  expect(github.stderr).toContain("A drill does not run here: the change is from a fork");
  expect(gitlab.stderr).toContain("A drill does not run here: the event external_pull_request_event");
  expect(writesTo(emulator)).toEqual([]);
});

it.each([
  [["drill"], "A drill needs destinations."],
  [["drill", "#db-alerts", "--all"], "A drill needs destinations."],
  [["drill", "#db-alerts", "--confirm", "a=b"], "--confirm needs the ID of the drill."],
  [["drill", "#db-alerts", "--timeout", "2m"], "--secret-from and --timeout belong to --listen."],
  [["drill", "#db-alerts", "--listen", "70000"], "Must be a port"],
  [["drill", "--resume", "xyz"], "Must be the four digits of a drill"],
  [["drill", "--resume", "4f81", "--confirm", "#db-alerts"], "in the last 30 days"],
  [["drill", "#db-alerts", "--listen", "8080", "--secret-from", "NONE"], "is not set."],
  [["drill", "#db-alert"], 'Did you mean "#db-alerts"?'],
])("%s is refused, and nothing is written", async (args, expected) => {
  const emulator = await start();
  const { code, stderr } = await bench.dbmon(args, { environment: drillEnvironment(emulator) });
  expect(code).toBe(1);
  expect(stderr).toContain(expected);
  expect(writesTo(emulator)).toEqual([]);
});
