/** Notifications: webhook requests and their status in the outbox. */
import { type ServerResponse } from "node:http";
import { emulatorForEachTest, signatureOf, WebhookReceiver } from "../../support/emulator";

const service = emulatorForEachTest({ seed: "empty", propagationSeconds: 0 });
const environment = () => service.emulator().environment();
let receiver: WebhookReceiver;

WebhookReceiver.forEachTest((started) => (receiver = started));

const webhook = 7;
const secret = "made-up-signing-secret";

async function deployAlert(destinations: readonly number[]): Promise<void> {
  const body = { name: "Deployed", annotations: "", policy: 1, type: 1, disabled: 0, destinations };
  await service.post("/config/alerts", { body });
  await service.put("/config/alerts/1/config", {
    body: { hosts: [], host_types: [], categories: ["deploy"] },
  });
}

function addWebhook(config: Record<string, string[]>): void {
  environment().add("destinations", { name: "Hook", integration: webhook, config });
}

async function deploy(): Promise<void> {
  const body = { start: 1_790_000_000, type: "deploy", message: "Release 7 – ünïcode", level: "warn" };
  const response = await service.post("/events", { body, token: service.emulator().agentToken });
  expect(response.status).toBe(201);
  await environment().settled();
}

const statusOfDestination = async () => {
  const { data } = (await service.get("/config/destinations")).json as { data: { status: number }[] };
  return data[0]?.status;
};

it("[FIRE-5] posts a signed JSON body with the documented fields", async () => {
  addWebhook({ url: [receiver.url], secret_key: [secret] });
  const [host] = environment().add("hosts", { name: "db-1", type: "mysql", description: "Primary" });
  await deployAlert([1]);
  const body = { start: 1_790_000_000, type: "deploy", message: "Release 7 – ünïcode", host: host?.id };
  const event = (await service.post("/events", { body, token: "demo-agent-token" })).json as { uuid: string };
  await environment().settled();

  expect(receiver.received).toHaveLength(1);
  const [request] = receiver.received;
  expect(request?.headers["content-type"]).toBe("application/json");
  expect(request?.headers["x-vividcortex-signature"]).toBe(signatureOf(request?.text ?? "", secret));
  const { url } = service.emulator();
  expect(JSON.parse(request?.text ?? "")).toEqual({
    environment_name: "default",
    org_name: expect.any(String) as string,
    org_nick: expect.any(String) as string,
    alert_id: 1,
    alert_name: "Deployed",
    alert_url: `${url}/#alert-1`,
    event_type: "deploy",
    event_metric: "",
    event_level: "info",
    event_message: "Release 7 – ünïcode",
    event_uuid: event.uuid,
    event_url: `${url}/#event-${event.uuid}`,
    host_name: "db-1",
    host_type: "mysql",
    host_os: "Linux",
    host_arch: "x86_64",
    host_description: "Primary",
    integration_id: webhook,
    integration_name: "Webhook",
    integration_url: url,
    timestamp: Math.floor(service.clock().now() / 1000),
  });
  expect(environment().outbox()).toMatchObject([{ status: "sent", reason: null, alert: 1, destination: 1 }]);
});

it("a webhook without a secret is signed with an empty secret", async () => {
  addWebhook({ url: [receiver.url] });
  await deployAlert([1]);
  await deploy();
  const [request] = receiver.received;
  expect(request?.headers["x-vividcortex-signature"]).toBe(signatureOf(request?.text ?? "", ""));
});

it.each([500, 404, 301])("the status %i is recorded as a failure and not retried", async (status) => {
  addWebhook({ url: [receiver.url], secret_key: [secret] });
  receiver.respond = (response) => response.writeHead(status, { location: receiver.url }).end("secret page");
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([
    { status: "failed", reason: `The receiver returned status ${status}.` },
  ]);
  expect(await statusOfDestination()).toBe(0);
  expect(receiver.received).toHaveLength(1);

  receiver.respond = (response) => response.writeHead(204).end();
  await deploy();
  expect(environment().outbox()).toMatchObject([{ status: "sent" }, { status: "failed" }]);
  expect(await statusOfDestination()).toBe(1);
});

it.each<[string, (response: ServerResponse) => void, string]>([
  ["cut", (response) => response.socket?.destroy(), "The connection failed (UND_ERR_SOCKET)."],
  ["reset", (response) => response.socket?.resetAndDestroy(), "The connection failed (ECONNRESET)."],
])("a connection that is %s is recorded as a failure without the URL", async (_, respond, reason) => {
  addWebhook({ url: [`${receiver.url}?key=${secret}`] });
  receiver.respond = respond;
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([{ status: "failed", reason }]);
});

it.each([
  [{ url: ["https://hooks.shop.example/a"] }, "The URL is not on this machine"],
  [{ url: ["http://127.0.0.1.shop.example/"] }, "The URL is not on this machine"],
  [{ url: ["http://localhost@shop.example/"] }, "The URL is not on this machine"],
  [{ url: ["file:///etc/passwd"] }, "setting url is not an http or https URL"],
  [{ url: ["not an address"] }, "setting url is not"],
  [{ url: [] }, "setting url is not"],
  [{}, "setting url is not"],
])("does not send to %j", async (config, reason) => {
  addWebhook(config);
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([
    { status: "kept", reason: expect.stringContaining(reason) as string },
  ]);
  expect(await statusOfDestination()).toBe(1);
});

it("other integrations are kept in the outbox, and removed destinations are skipped", async () => {
  environment().add("destinations", {
    name: "Mail",
    integration: 1,
    config: { recipient_email: ["a@b.example"] },
  });
  environment().add("destinations", { name: "Chat", integration: 3, config: {} });
  await deployAlert([1, 2]);
  environment().remove("destinations", 2);
  await deploy();
  expect(environment().outbox()).toMatchObject([
    { status: "kept", destination_name: "Mail", integration_name: "Email" },
  ]);
});

it("[DEST-2] the outbox contains no destination settings", async () => {
  addWebhook({ url: [`${receiver.url}?key=${secret}`], secret_key: [secret] });
  environment().add("destinations", {
    name: "Mail",
    integration: 1,
    config: { recipient_email: ["someone@shop.example"] },
  });
  await deployAlert([1, 2]);
  await deploy();
  expect(receiver.received).toHaveLength(1);
  for (const path of ["/outbox", "/firings", "/overview", "/requests"]) {
    const { text } = await service.control("GET", path);
    for (const setting of [secret, receiver.url, "someone@shop.example"]) expect(text).not.toContain(setting);
  }
});

it("stop aborts a delivery in progress", async () => {
  // Without the timeout of a delivery, only the abort ends it.
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
  try {
    addWebhook({ url: [receiver.url] });
    const arrival = new Promise<void>((resolve) => {
      receiver.respond = () => {
        resolve();
      };
    });
    await deployAlert([1]);
    const body = { start: 1_790_000_000, type: "deploy", message: "m" };
    await service.post("/events", { body, token: "demo-agent-token" });
    await arrival;
    await service.emulator().stop();
    expect(timeout).toHaveBeenCalledTimes(1);
  } finally {
    timeout.mockRestore();
  }
});
