/** Notifications: what a webhook receives, and what the outbox says of those that are not sent. */
import { type ServerResponse } from "node:http";
import { signatureOf, WebhookReceiver } from "./webhook-receiver";
import { emulatorForEachTest } from "../support/with-emulator";

const service = emulatorForEachTest({ seed: "empty", propagationSeconds: 0 });
const environment = () => service.emulator().environment();
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

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
  const reply = await service.post("/events", { body, token: service.emulator().agentToken });
  expect(reply.status).toBe(201);
  await environment().settled();
}

const statusOfDestination = async () => {
  const { data } = (await service.get("/config/destinations")).json as { data: { status: number }[] };
  return data[0]?.status;
};

it("[FIRE-5] posts a signed JSON body with the fields of the documentation", async () => {
  addWebhook({ url: [receiver.url], secret_key: [secret] });
  const [host] = environment().add("hosts", { name: "db-1", type: "mysql", description: "Primary" });
  await deployAlert([1]);
  const body = { start: 1_790_000_000, type: "deploy", message: "Release 7 – ünïcode", host: host?.id };
  const event = (await service.post("/events", { body, token: "demo-agent-token" })).json as { uuid: string };
  await environment().settled();

  expect(receiver.received).toHaveLength(1);
  const [got] = receiver.received;
  expect(got?.headers["content-type"]).toBe("application/json");
  expect(got?.headers["x-vividcortex-signature"]).toBe(signatureOf(got?.text ?? "", secret));
  const { url } = service.emulator();
  expect(JSON.parse(got?.text ?? "")).toEqual({
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

it("a webhook without a secret is signed with an empty one", async () => {
  addWebhook({ url: [receiver.url] });
  await deployAlert([1]);
  await deploy();
  const [got] = receiver.received;
  expect(got?.headers["x-vividcortex-signature"]).toBe(signatureOf(got?.text ?? "", ""));
});

it.each([500, 404, 301])("an answer %i is a failure, tells so and is not repeated", async (status) => {
  addWebhook({ url: [receiver.url], secret_key: [secret] });
  receiver.answer = (response) => response.writeHead(status, { location: receiver.url }).end("secret page");
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([
    { status: "failed", reason: `The receiver answered ${status}.` },
  ]);
  expect(await statusOfDestination()).toBe(0);
  expect(receiver.received).toHaveLength(1);

  receiver.answer = (response) => response.writeHead(204).end();
  await deploy();
  expect(environment().outbox()).toMatchObject([{ status: "sent" }, { status: "failed" }]);
  expect(await statusOfDestination()).toBe(1);
});

it.each<[string, (response: ServerResponse) => void, string]>([
  ["cut", (response) => response.socket?.destroy(), "The connection failed (UND_ERR_SOCKET)."],
  ["reset", (response) => response.socket?.resetAndDestroy(), "The connection failed (ECONNRESET)."],
])("a connection that is %s is a failure without the address", async (_, answer, reason) => {
  addWebhook({ url: [`${receiver.url}?key=${secret}`] });
  receiver.answer = answer;
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([{ status: "failed", reason }]);
});

it.each([
  [{ url: ["https://hooks.shop.example/a"] }, "The address is not on this machine"],
  [{ url: ["http://127.0.0.1.shop.example/"] }, "The address is not on this machine"],
  [{ url: ["http://localhost@shop.example/"] }, "The address is not on this machine"],
  [{ url: ["file:///etc/passwd"] }, "no setting url with an http or https address"],
  [{ url: ["not an address"] }, "no setting url"],
  [{ url: [] }, "no setting url"],
  [{}, "no setting url"],
])("nothing is sent to %j", async (config, reason) => {
  addWebhook(config);
  await deployAlert([1]);
  await deploy();
  expect(environment().outbox()).toMatchObject([
    { status: "kept", reason: expect.stringContaining(reason) as string },
  ]);
  expect(await statusOfDestination()).toBe(1);
});

it("other integrations are kept, a destination that is gone is left out", async () => {
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

it("[DEST-2] no setting of a destination is in the outbox", async () => {
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

it("stop ends a delivery under way", async () => {
  addWebhook({ url: [receiver.url] });
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  receiver.answer = () => {
    arrived();
  };
  await deployAlert([1]);
  const body = { start: 1_790_000_000, type: "deploy", message: "m" };
  await service.post("/events", { body, token: "demo-agent-token" });
  await arrival;
  const begun = performance.now();
  await service.emulator().stop();
  // By itself the delivery would end with its time, after 10 seconds.
  expect(performance.now() - begun).toBeLessThan(5_000);
});
