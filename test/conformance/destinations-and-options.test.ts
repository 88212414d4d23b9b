/** Destinations, whose settings are secret, and alert options: integrations, policies and durations. */
import { WebhookReceiver } from "../support/emulator";
import { until } from "../support/programs";
import {
  agentToken,
  alertFields,
  conformance,
  email,
  eventAlertFields,
  fieldsOf,
  idsOf,
  noon,
  thresholdFields,
  webhook,
} from "./service";

const service = conformance();
let receiver: WebhookReceiver;
WebhookReceiver.forEachTest((started) => (receiver = started));
const secret = "made-up-signing-secret";
const recipient = "someone@shop.example";

const options = [
  "/config/integrations",
  "/config/alert-opts/policy",
  "/config/alert-opts/durations",
] as const;
const [integrations, policies, durations] = options;

/** Waits until every notification was sent. */
async function sentStatuses(): Promise<unknown[]> {
  const statuses = async () => (await service.outbox()).map(({ status }) => status);
  await until(async () => !(await statuses()).includes("queued"));
  return statuses();
}

describe("destinations", () => {
  it("[DEST-1] are listed with all fields; each setting is a list of strings", async () => {
    const mail = {
      id: 4,
      name: "Mail",
      integration: email,
      config: { recipient_email: [recipient, "b@shop.example"], cc: [] },
      status: 0,
      updated: noon - 9,
    };
    await service.add("destinations", mail, { ...mail, id: 2, name: "Other", config: {} });
    expect(await service.list("/config/destinations")).toEqual([
      { ...mail, id: 2, name: "Other", config: {} },
      mail,
    ]);
  });

  it("[DEST-1] belong to an existing integration", async () => {
    await service.addDestination("Mail");
    const existing = idsOf(await service.list(integrations));
    for (const { integration } of await service.list("/config/destinations"))
      expect(existing).toContain(integration);
    const body = { name: "Lost", integration: 99 };
    expect((await service.control("POST", "/destinations", { body })).status).toBe(400);
  });

  it("[DEST-1] are the only valid destinations of an alert", async () => {
    const id = await service.addDestination("Mail");
    const alert = await service.createAlert(thresholdFields, { destinations: [id] });
    expect(await service.list("/config/alerts")).toMatchObject([{ id: alert, destinations: [id] }]);
    const body = { ...alertFields, destinations: [id, 99] };
    expect(await service.post("/config/alerts", { body })).toMatchObject({
      status: 400,
      json: { field: "destinations[1]" },
    });
  });

  it("[DEST-1] have a status that reports the result of the last send", async () => {
    const config = { url: [receiver.url] };
    const id = await service.addDestination("Hook", { integration: webhook, config });
    await service.onEvents({}, { destinations: [id] });
    receiver.respond = (response) => response.writeHead(500).end();
    await service.postEvent("deploy");
    expect(await sentStatuses()).toEqual(["failed"]);
    expect(await service.list("/config/destinations")).toMatchObject([{ status: 0 }]);
    receiver.respond = (response) => response.writeHead(204).end();
    await service.postEvent("deploy");
    expect(await sentStatuses()).toEqual(["failed", "sent"]);
    expect(await service.list("/config/destinations")).toMatchObject([{ status: 1 }]);
  });
});

describe("the settings of destinations", () => {
  beforeEach(async () => {
    const url = `${receiver.url}?key=${secret}`;
    await service.addDestination("Hook", {
      integration: webhook,
      config: { url: [url], secret_key: [secret] },
    });
    await service.addDestination("Far", {
      integration: webhook,
      config: { url: [`https://hooks.shop.example/${secret}`], secret_key: [secret] },
    });
    await service.addDestination("Mail", { config: { recipient_email: [recipient] } });
  });
  const settings = () => [secret, recipient, receiver.url, "hooks.shop.example"];
  const expectNone = (text: string) => {
    for (const setting of settings()) expect(text).not.toContain(setting);
  };

  it("[DEST-2] are in the list of destinations", async () => {
    const { text } = await service.get("/config/destinations");
    for (const setting of settings()) expect(text).toContain(setting);
  });

  it.each([200, 500])(
    "[DEST-2] are in no other response, whatever a webhook returns (%i)",
    async (status) => {
      receiver.respond = (response) => response.writeHead(status).end();
      const destinations = [1, 2, 3];
      await service.onEvents({}, { destinations });
      const host = await service.addHost("db-1");
      await service.threshold({}, { destinations });
      await service.report(host, 11);
      await service.advance(60);
      await service.postEvent("deploy", { host });
      const arrived = await receiver.arrived(2);
      for (const { text } of arrived) expectNone(text);
      expect(await sentStatuses()).toHaveLength(6);

      for (const path of ["requests", "outbox", "firings", "overview", "metrics", "faults"]) {
        const { text, status: controlStatus } = await service.control("GET", `/${path}`);
        expect(controlStatus).toBe(200);
        expectNone(text);
      }
      for (const path of [
        ...options,
        "/hosts?nest=tags",
        "/config/alerts",
        "/events?addGlobal=1",
        "/queries",
      ]) {
        expectNone((await service.get(path)).text);
      }
    },
  );

  it("[DEST-2] are not in error responses to requests that add or use them", async () => {
    const config = { url: [receiver.url], secret_key: [secret] };
    const wrong = [
      { name: "Hook", integration: 99, config },
      { name: "Hook", integration: "7", config },
      { name: "Hook", integration: webhook, config: { secret_key: secret } },
      { name: "Hook", integration: webhook, config: [secret] },
      { name: "Hook", integration: webhook, config: { secret_key: [[secret]] } },
      { name: "", integration: webhook, config },
      `{"name": "Hook", "config": {"secret_key": ["${secret}"]`,
      JSON.stringify({ name: "Hook", integration: webhook, config }).replace(secret, `${secret}\\ud800`),
    ];
    for (const body of wrong) {
      const response = await service.control("POST", "/destinations", { body });
      expect(response.status).toBe(400);
      expectNone(response.text);
    }
    const response = await service.post("/config/alerts", {
      body: { ...alertFields, destinations: [1, 2, 3, 4] },
    });
    expect(response.status).toBe(400);
    expectNone(response.text);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const response = await service.call(method, "/config/destinations", { body: { id: 1 } });
      expect(response.status).toBe(405);
      expectNone(response.text);
    }
    expectNone((await service.get("/config/destinations", { token: "wrong-token" })).text);
    expectNone((await service.control("DELETE", "/destinations/99")).text);
  });
});

describe("options", () => {
  it.each([
    ["[OPT-1]", integrations],
    ["[OPT-2]", policies],
    ["[OPT-3]", durations],
  ])("%s %s lists objects with a unique id and a name", async (_, path) => {
    const options = await service.list(path);
    expect(options.length).toBeGreaterThan(1);
    expect(new Set(idsOf(options)).size).toBe(options.length);
    for (const { id, name } of options) {
      expect(Number.isInteger(id)).toBe(true);
      expect(name).toEqual(expect.any(String));
    }
  });

  it("[OPT-1] integrations are those of the real service", async () => {
    const names = (await service.list(integrations)).map(({ name }) => name);
    const expected = ["Email", "PagerDuty", "Slack", "Microsoft Teams", "VictorOps", "Opsgenie", "Webhook"];
    expect(names).toEqual(expected);
  });

  it("[OPT-2] policies are the only valid policies of an alert", async () => {
    for (const id of idsOf(await service.list(policies))) {
      const body = { ...alertFields, name: `Policy ${String(id)}`, policy: id };
      expect((await service.post("/config/alerts", { body })).status).toBe(201);
    }
    for (const policy of [0, 99]) {
      const response = await service.post("/config/alerts", { body: { ...alertFields, policy } });
      expect(response).toMatchObject({ status: 400, json: { field: "policy" } });
    }
  });

  it("[OPT-3] durations are the only valid durations of a threshold", async () => {
    const alert = await service.createAlert(thresholdFields);
    const config = `/config/alerts/${alert}/config`;
    for (const duration of idsOf(await service.list(durations))) {
      expect((await service.put(config, { body: { ...thresholdFields, duration } })).status).toBe(200);
    }
    for (const duration of [0, 99, 60]) {
      const response = await service.put(config, { body: { ...thresholdFields, duration } });
      expect(response).toMatchObject({ status: 400, json: { field: "duration" } });
    }
  });

  it.each([
    ["[OPT-1]", "integrations", integrations, { name: "Pager", icon: "bell" }],
    ["[OPT-2]", "policies", policies, { name: "Twice a day", seconds: 43_200, note: "x" }],
    ["[OPT-3]", "durations", durations, { name: "2 hours", seconds: 7200, note: "x" }],
  ])("%s %s preserve unknown fields", async (_, kind, path, object) => {
    const before = await service.list(path);
    const id = await service.addOne(kind, object);
    expect(await service.list(path)).toEqual([...before, { id, ...object }]);
    expect((await service.control("DELETE", `/${kind}/${id}`)).status).toBe(204);
    expect(await service.list(path)).toEqual(before);
  });

  it.each([
    ["[OPT-1]", integrations],
    ["[OPT-2]", policies],
    ["[OPT-3]", durations],
  ])("%s %s is read-only", async (_, path) => {
    const before = (await service.get(path)).text;
    for (const method of ["POST", "PUT", "DELETE"]) {
      for (const token of [agentToken, undefined]) {
        const options = { body: { id: 1, name: "x" }, ...(token === undefined ? {} : { token }) };
        const response = await service.call(method, path, options);
        expect(response.status).toBe(405);
        expect(fieldsOf(response.json)).toHaveProperty("error");
      }
    }
    expect((await service.get(path)).text).toBe(before);
  });
});

it("[OPT-2] an event alert has a policy", async () => {
  const body = { ...eventAlertFields, policy: 99 };
  expect((await service.post("/config/alerts", { body })).status).toBe(400);
  expect((await service.post("/config/alerts", { body: { ...body, policy: 4 } })).status).toBe(201);
});
