/** The effects of a firing: notifications to destinations and, for a threshold alert, an event. */
import { signatureOf, WebhookReceiver } from "../../support/emulator";
import { conformance, everyQuarter, fieldsOf, metric, noon, propagation, webhook } from "../service";

const service = conformance();
let receiver: WebhookReceiver;
WebhookReceiver.forEachTest((started) => (receiver = started));
const start = noon + propagation;
const secret = "made-up-signing-secret";
const notified = async () => (await service.outbox()).map(({ alert, destination }) => [alert, destination]);
const generated = async () =>
  (await service.list("/events?addGlobal=1")).filter(({ type }) => type === "Threshold Alert");

const addHook = (name: string, more: Record<string, string[]> = {}) =>
  service.addDestination(name, { integration: webhook, config: { url: [receiver.url], ...more } });

describe("a threshold alert", () => {
  beforeEach(() => service.addHost("db-1", { description: "Orders" }));
  const fire = async () => {
    await service.report(1, 11);
    await service.advance(60);
  };

  it("[FIRE-2] notifies each of its destinations exactly once", async () => {
    const [mail, , chat] = [
      await service.addDestination("Mail"),
      await service.addDestination("Not asked for"),
      await service.addDestination("Chat", { integration: 3 }),
    ];
    const alert = await service.threshold({}, { destinations: [chat, mail] });
    expect(await notified()).toEqual([]);
    await fire();
    expect((await notified()).sort()).toEqual([
      [alert, mail],
      [alert, chat],
    ]);
    await service.report(1, 1);
    expect(await notified()).toHaveLength(2);
  });

  it("[FIRE-2] fires without destinations", async () => {
    const alert = await service.threshold();
    await fire();
    expect(await notified()).toEqual([]);
    expect(await service.firings(alert)).toHaveLength(1);
    expect(await generated()).toHaveLength(1);
  });

  it.each(["info", "warn", "crit"])(
    "[FIRE-2] generates one event of its level on the host: %s",
    async (level) => {
      const alert = await service.threshold({ alert_level: level });
      await service.addHost("db-2");
      await fire();
      const events = await generated();
      expect(events).toMatchObject([{ level, host: 1, start: start + 60, duration: 0 }]);
      expect(await service.firings(alert)).toMatchObject([
        { event: events[0]?.uuid, level, kind: "threshold" },
      ]);
      await service.report(1, 1);
      await service.advance(1000);
      expect(await generated()).toHaveLength(1);
    },
  );

  it("[FIRE-2] reports metric, value, trigger and duration in the message", async () => {
    await service.threshold();
    await service.report(1, 11);
    await service.advance(30);
    await service.report(1, 12.5);
    await service.advance(30);
    const [{ message } = {}] = await generated();
    expect(message).toBe(`Metric ${metric} at 12.5, greater than trigger threshold of 10 for 60 seconds`);
  });

  it("[FIRE-2] posts to each webhook, signed with the destination's secret", async () => {
    const [first, second] = [
      await addHook("First", { secret_key: [secret] }),
      await addHook("Second", { secret_key: [`${secret}-2`] }),
    ];
    const alert = await service.threshold(
      { alert_level: "crit" },
      { destinations: [first, second], name: "CPU ünïcode" },
    );
    await fire();
    const arrived = await receiver.arrived(2);
    expect(arrived).toHaveLength(2);
    for (const { method, headers, text } of arrived) {
      expect(method).toBe("POST");
      expect(headers["content-type"]).toBe("application/json");
      expect(headers["x-vividcortex-signature"]).toMatch(/^[0-9a-f]{40}$/);
      const [event] = await generated();
      expect(JSON.parse(text)).toMatchObject({
        environment_name: "default",
        alert_id: alert,
        alert_name: "CPU ünïcode",
        event_type: "Threshold Alert",
        event_metric: metric,
        event_level: "crit",
        event_uuid: event?.uuid,
        event_message: event?.message,
        host_name: "db-1",
        host_type: "mysql",
        host_description: "Orders",
        integration_id: webhook,
        integration_name: "Webhook",
        timestamp: start + 60,
      });
    }
    const signatures = arrived.map(({ headers }) => headers["x-vividcortex-signature"]);
    const strings = arrived.map(({ text }) => text);
    const expected = [secret, `${secret}-2`].map((key, index) => signatureOf(strings[index] ?? "", key));
    expect(strings[0]).toBe(strings[1]);
    expect(signatures.sort()).toEqual(expected.sort());
  });

  it("[FIRE-2] skips removed destinations and notifies the others", async () => {
    const [mail, chat] = [await service.addDestination("Mail"), await service.addDestination("Chat")];
    const alert = await service.threshold({}, { destinations: [mail, chat] });
    await service.control("DELETE", `/destinations/${mail}`);
    await fire();
    expect(await notified()).toEqual([[alert, chat]]);
  });
});

describe("an event alert", () => {
  it("[FIRE-5] notifies its destinations only of events of its categories", async () => {
    const destinations = [await service.addDestination("Mail"), await service.addDestination("Chat")];
    const alert = await service.onEvents({ categories: ["deploy", "load test"] }, { destinations });
    const uuids: unknown[] = [];
    for (const type of ["deploy", "load test", "deploy"]) uuids.push((await service.postEvent(type)).uuid);
    for (const type of ["Deploy", "deploy ", "deployment", "load", "rollback", "deploy,load test"]) {
      await service.postEvent(type);
    }
    const firings = await service.firings(alert);
    expect(firings.map(({ event }) => event)).toEqual(uuids);
    expect(firings).toMatchObject(firings.map(() => ({ kind: "event", at: start, resolved_at: null })));
    expect((await service.outbox()).map(({ destination }) => destination)).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it("[FIRE-5] generates no event, and has the level of the event", async () => {
    const alert = await service.onEvents();
    for (const level of ["info", "warn", "crit"]) await service.postEvent("deploy", { level });
    expect((await service.firings(alert)).map(({ level }) => level)).toEqual(["info", "warn", "crit"]);
    expect(await service.list("/events?addGlobal=1")).toHaveLength(3);
  });

  it("[FIRE-5] fires when the event is posted, with any start", async () => {
    const alert = await service.onEvents();
    await service.postEvent("deploy", { start: 1 });
    await service.postEvent("deploy", { start: noon + 1_000_000 });
    expect((await service.firings(alert)).map(({ at }) => at)).toEqual([start, start]);
    await service.advance(2_000_000);
    expect(await service.firings(alert)).toHaveLength(2);
  });

  it("[FIRE-5] does not fire for events before it took effect", async () => {
    await service.postEvent("deploy");
    const alert = await service.onEvents();
    expect(await service.firings(alert)).toEqual([]);
  });

  it("[FIRE-5] one event fires all alerts with its category", async () => {
    const [first, second] = [
      await service.onEvents(),
      await service.onEvents({ categories: ["x", "deploy"] }),
    ];
    const none = await service.onEvents({ categories: [] });
    await service.postEvent("deploy");
    const counts = [first, second, none].map(async (id) => (await service.firings(id)).length);
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
  });

  it("[FIRE-5] a rejected event causes no notification", async () => {
    const alert = await service.onEvents();
    const body = { start: noon, type: "deploy", message: "m", level: "none" };
    expect((await service.post("/events", { token: "demo-agent-token", body })).status).toBe(400);
    expect((await service.post("/events", { body: { ...body, level: "info" } })).status).toBe(403);
    expect(await service.firings(alert)).toEqual([]);
  });

  it.each([
    ["Agent Startup", () => service.addHost("db-9")],
    ["Database Server Restart", () => service.add("events", { type: "Database Server Restart", host: 1 })],
    [
      "Threshold Alert",
      async () => {
        await service.threshold();
        await service.report(1, 11);
        await service.advance(60);
      },
    ],
  ])("[FIRE-5] [EVENT-6] fires for events of the service: %s", async (type, trigger) => {
    await service.addHost("db-1");
    const destinations = [await service.addDestination("Mail")];
    const alert = await service.onEvents({ categories: [type] }, { destinations });
    await trigger();
    expect(await service.firings(alert)).toMatchObject([{ kind: "event" }]);
    expect(await notified()).toEqual([[alert, 1]]);
  });

  it("[FIRE-5] posts the event data to a webhook, signed", async () => {
    const host = await service.addHost("db-1");
    const hook = await addHook("Hook", { secret_key: [secret] });
    const alert = await service.onEvents({}, { destinations: [hook], policy: everyQuarter.id });
    const event = await service.postEvent("deploy", { host, level: "warn", message: "Größe 😀" });
    await service.postEvent("deploy");
    const [onHost, global] = await receiver.arrived(2);
    for (const arrival of [onHost, global]) {
      expect(arrival?.headers["x-vividcortex-signature"]).toBe(signatureOf(arrival?.text ?? "", secret));
    }
    const bodies = [onHost, global].map((arrival) => fieldsOf(JSON.parse(arrival?.text ?? "")));
    expect(bodies.find(({ host_name }) => host_name !== "")).toMatchObject({
      alert_id: alert,
      event_type: "deploy",
      event_level: "warn",
      event_message: "Größe 😀",
      event_uuid: event.uuid,
      event_metric: "",
      host_name: "db-1",
    });
    expect(bodies.find(({ host_name }) => host_name === "")).toMatchObject({ host_type: "", host_os: "" });
  });
});
