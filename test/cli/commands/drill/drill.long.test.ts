/** `dbmon drill`: the evidence of each destination, and the codes of earlier drills. */
import { commandBench, environmentOf, writesTo } from "../../../support/command";
import { WebhookReceiver } from "../../../support/emulator";
import {
  addWebhook,
  agentToken,
  codeIn,
  drillEnvironment,
  drillToJson,
  freePort,
  liveAlerts,
  messageTo,
} from "./drill-bench";

const bench = commandBench();
let relay: WebhookReceiver;
WebhookReceiver.forEachTest((started) => {
  relay = started;
});

const start = () => bench.emulator({ propagationSeconds: 0, agentToken });
const hook = (port: number) => `http://127.0.0.1:${String(port)}/hook`;
const secretFrom = ["--secret-from", "HOOK_SECRET"];

it("a webhook that arrives with the code and a valid signature proves the delivery", async () => {
  const emulator = await start();
  const port = await freePort();
  addWebhook(emulator, "Incidents", hook(port));
  const listen = ["Incidents", "--listen", String(port), ...secretFrom, "--timeout", "20s", "--yes"];
  const { code, destinations } = await drillToJson(bench, emulator, listen);
  expect(destinations).toMatchObject([{ name: "Incidents", result: "delivered", how: "webhook" }]);
  expect(destinations[0]?.detail).toMatch(/^by webhook after \d+ seconds?, valid signature$/);
  expect(code).toBe(0);
  expect(await liveAlerts(emulator)).toEqual([]);
  expect(writesTo(emulator).map((write) => write.replace(/s\/\d+/, "s/ID"))).toEqual([
    "POST /alerts",
    "PUT /alerts/ID/config",
    "POST /api/v2/events",
    "DELETE /alerts/ID",
  ]);
});

it("a webhook that is signed with another secret proves nothing", async () => {
  const emulator = await start();
  const port = await freePort();
  addWebhook(emulator, "Incidents", hook(port));
  const listen = ["--listen", String(port), "--secret-from", "DBMON_AGENT_TOKEN", "--timeout", "20s"];
  const { code, destinations } = await drillToJson(bench, emulator, ["Incidents", ...listen, "--yes"]);
  expect(destinations).toMatchObject([
    {
      result: "not confirmed",
      detail: "sent a webhook whose signature does not match the secret in DBMON_AGENT_TOKEN",
    },
  ]);
  expect(code).toBe(3);
});

it("a destination with a dead address is not confirmed, and its status is shown", async () => {
  const emulator = await start();
  const [port, dead] = [await freePort(), await freePort()];
  addWebhook(emulator, "Incidents", hook(dead));
  const listen = ["Incidents", "--listen", String(port), "--timeout", "300ms", "--yes"];
  const { code, destinations } = await drillToJson(bench, emulator, listen);
  expect(destinations).toMatchObject([
    { result: "not confirmed", detail: "sent no webhook within 0.3 seconds", before: { status: 1 } },
  ]);
  expect(code).toBe(3);
  await emulator.environment().settled();
  expect(emulator.environment().outbox()[0]?.status).toBe("failed");
});

it("a destination that drops every second message fails the second drill", async () => {
  const emulator = await start();
  const port = await freePort();
  addWebhook(emulator, "Incidents", relay.url);
  relay.respond = (response) => {
    const last = relay.received.at(-1);
    const signature = String(last?.headers["x-vividcortex-signature"]);
    response.end();
    if (relay.received.length % 2 === 0) return;
    void fetch(hook(port), {
      method: "POST",
      body: last?.text ?? null,
      headers: { "x-vividcortex-signature": signature },
    });
  };
  const listen = (timeout: string) =>
    drillToJson(bench, emulator, [
      ...["Incidents", "--listen", String(port), ...secretFrom],
      ...["--timeout", timeout, "--yes"],
    ]);
  const results = [await listen("20s"), await listen("300ms"), await listen("20s")];
  expect(results.map(({ destinations }) => destinations[0]?.result)).toEqual([
    "delivered",
    "not confirmed",
    "delivered",
  ]);
});

it("--separate tells two webhooks apart, of which one has the address of another receiver", async () => {
  const emulator = await start();
  const port = await freePort();
  addWebhook(emulator, "Incidents", hook(port));
  addWebhook(emulator, "Tickets", relay.url);
  const both = ["Incidents", "Tickets", "--listen", String(port), "--timeout", "3s", "--yes"];
  const together = await drillToJson(bench, emulator, both);
  expect(together.problems[0]).toMatchObject({
    what: "2 of the destinations are webhooks, and a webhook does not name its destination.",
    remedy: "Add --separate.",
  });
  expect(writesTo(emulator)).toEqual([]);
  const { code, destinations } = await drillToJson(bench, emulator, [...both, "--separate"]);
  expect(destinations.map(({ name, result }) => [name, result])).toEqual([
    ["Incidents", "delivered"],
    ["Tickets", "not confirmed"],
  ]);
  expect(new Set(destinations.map(({ drill }) => drill)).size).toBe(2);
  expect(code).toBe(3);
  expect(await liveAlerts(emulator)).toEqual([]);
});

it("without a terminal, codes are confirmed by another run, which reads the event", async () => {
  const emulator = await start();
  const { code, stderr, destinations } = await drillToJson(bench, emulator, [
    ...["#db-alerts", "On-call PagerDuty", "--yes"],
    ...["--reason", "after the move"],
  ]);
  expect(code).toBe(3);
  expect(destinations.map(({ result }) => result)).toEqual(["not asked", "not asked"]);
  const message = messageTo(emulator, "#db-alerts");
  const secret = codeIn(message);
  expect(stderr).not.toContain(secret);
  const key = destinations[0]?.drill ?? "";
  expect(message).toBe(
    `Fire drill ${key} of dbmon, no incident. Code: ${secret}. Destinations: ["On-call PagerDuty","#db-alerts"]. ` +
      `Started by jonas: after the move. Send jonas the code and the destination that showed it, ` +
      `or run: dbmon drill --resume ${key} --confirm NAME=${secret}`,
  );
  const confirm = (...codes: string[]) =>
    drillToJson(bench, emulator, [...["--resume", key], ...codes.flatMap((one) => ["--confirm", one])]);
  const half = await confirm(`#db-alerts=${secret.toLowerCase()}`);
  expect(half.destinations).toMatchObject([
    { name: "On-call PagerDuty", result: "not asked" },
    { name: "#db-alerts", result: "delivered", how: "person" },
  ]);
  expect(half.code).toBe(3);
  const wrong = await confirm(`#db-alerts=${secret}`, "On-call PagerDuty=AAAAAA");
  expect(wrong.destinations[0]).toMatchObject({
    result: "not confirmed",
    detail: "received another code than that of this drill",
  });
  expect(wrong.code).toBe(3);
  const all = await confirm(`#db-alerts=${secret}`, `On-call PagerDuty=${secret}`);
  expect(all.code).toBe(0);
  const unknown = await confirm(`#db-alert=${secret}`);
  expect(unknown.problems[0]?.remedy).toContain('Did you mean "#db-alerts"?');
});

it("an event that is not the one of a drill is no memory", async () => {
  const emulator = await start();
  emulator.environment().add("events", { type: "dbmon-drill-4f81", message: "Code: AAAAAA" });
  const resume = (key: string) => drillToJson(bench, emulator, ["--resume", key]);
  const [forged, absent] = [await resume("4f81"), await resume("4f82")];
  expect(forged.problems[0]?.what).toContain(
    "1 event of the category dbmon-drill-4f81 in the last 30 days, and not the one event of a drill.",
  );
  expect(absent.problems[0]?.what).toContain(
    "0 events of the category dbmon-drill-4f82 in the last 30 days.",
  );
});

it("shows what it will do, and without --yes writes nothing", async () => {
  const emulator = await start();
  const environment = drillEnvironment(emulator);
  const { code, stdout, stderr } = await bench.dbmon(["drill", "--all"], { environment });
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /Creates one temporary alert, "dbmon drill [\dTZ:-]+ ([0-9a-f]{4})", on the category dbmon-drill-\1 with the policy "Every time", and deletes it in the end\./,
  );
  expect(stdout).toContain("creates one global event of this category. It stays in the service");
  expect(stdout).toContain('planned: "#db-alerts" (id 3)');
  expect(stdout).toContain("Drill: 5 to notify.");
  expect(stderr).toContain("Not confirmed. Nothing was written.");
  expect(writesTo(emulator)).toEqual([]);
});

it("the formats of reports list each destination", async () => {
  const emulator = await start();
  const environment = drillEnvironment(emulator);
  const run = (format: string) =>
    bench.dbmon(["drill", "#db-alerts", "--yes", "--window", "0", "--format", format], { environment });
  const junit = await run("junit");
  expect(junit.stdout).toMatch(
    /<testcase name="#db-alerts" classname="dbmon drill">\s*<skipped message="not asked: should have a code since [^"]+, which nobody entered"/,
  );
  const markdown = await run("markdown");
  expect(markdown.stdout).toContain("### Drill: 1 not asked.");
  expect(markdown.stdout).toContain("The service showed before: status 1");
  expect([junit.code, markdown.code]).toEqual([3, 3]);
});

it("the API token alone is refused before anything is written", async () => {
  const emulator = await start();
  const { code, stderr } = await bench.dbmon(["drill", "--all", "--yes"], {
    environment: environmentOf(emulator),
  });
  expect(code).toBe(1);
  expect(stderr).toContain("No agent token is set");
  expect(writesTo(emulator)).toEqual([]);
});
