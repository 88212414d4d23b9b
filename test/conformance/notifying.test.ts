/** What a firing brings about: notifications to destinations, and, for a threshold alert, an event. */
import { conformance, everyQuarter, fieldsOf, metric, noon, propagation, webhook } from "./service";
import { signatureOf, webhookReceiver } from "./webhook";

const service = conformance();
const receiver = webhookReceiver();
const start = noon + propagation;
const secret = "made-up-signing-secret";
const notified = async () => (await service.outbox()).map(({ alert, destination }) => [alert, destination]);
const generated = async () =>
  (await service.list("/events?addGlobal=1")).filter(({ type }) => type === "Threshold Alert");

const addHook = (name: string, more: Record<string, string[]> = {}) =>
  service.addDestination(name, { integration: webhook, config: { url: [receiver.url()], ...more } });

describe("a threshold alert", () => {
  beforeEach(() => service.addHost("db-1", { description: "Orders" }));
  const fire = async () => {
    await service.report(1, 11);
    await service.advance(60);
  };

  it("[FIRE-2] notifies each of its destinations, once, and no other", async () => {
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

  it("[FIRE-2] that has no destinations fires all the same", async () => {
    const alert = await service.threshold();
    await fire();
    expect(await notified()).toEqual([]);
    expect(await service.firings(alert)).toHaveLength(1);
    expect(await generated()).toHaveLength(1);
  });

  it.each(["info", "warn", "crit"])(
    "[FIRE-2] generates one event of its level, on the host: %s",
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

  it("[FIRE-2] tells which metric exceeded which trigger, with which value, for how long", async () => {
    await service.threshold();
    await service.report(1, 11);
    await service.advance(30);
    await service.report(1, 12.5);
    await service.advance(30);
    const [{ message } = {}] = await generated();
    expect(message).toBe(`Metric ${metric} at 12.5, greater than trigger threshold of 10 for 60 seconds`);
  });

  it("[FIRE-2] posts to each webhook, signed with that destination's own secret", async () => {
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
    const texts = arrived.map(({ text }) => text);
    const expected = [secret, `${secret}-2`].map((key, index) => signatureOf(texts[index] ?? "", key));
    expect(texts[0]).toBe(texts[1]);
    expect(signatures.sort()).toEqual(expected.sort());
  });

  it("[FIRE-2] a destination that is gone by then is left out, and the others are notified", async () => {
    const [mail, chat] = [await service.addDestination("Mail"), await service.addDestination("Chat")];
    const alert = await service.threshold({}, { destinations: [mail, chat] });
    await service.control("DELETE", `/destinations/${mail}`);
    await fire();
    expect(await notified()).toEqual([[alert, chat]]);
  });
});

describe("an event alert", () => {
  it("[FIRE-5] notifies its destinations for each event of its categories, and for no other", async () => {
    const destinations = [await service.addDestination("Mail"), await service.addDestination("Chat")];
    const alert = await service.onEvents({ categories: ["deploy", "load test"] }, { destinations });
    const uuids: unknown[] = [];
    for (const type of ["deploy", "load test", "deploy"]) uuids.push((await service.happens(type)).uuid);
    for (const type of ["Deploy", "deploy ", "deployment", "load", "rollback", "deploy,load test"]) {
      await service.happens(type);
    }
    const firings = await service.firings(alert);
    expect(firings.map(({ event }) => event)).toEqual(uuids);
    expect(firings).toMatchObject(firings.map(() => ({ kind: "event", at: start, resolved_at: null })));
    expect((await service.outbox()).map(({ destination }) => destination)).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it("[FIRE-5] fires with no event of its own, and leaves the level of the event as it is", async () => {
    const alert = await service.onEvents();
    for (const level of ["info", "warn", "crit"]) await service.happens("deploy", { level });
    expect((await service.firings(alert)).map(({ level }) => level)).toEqual(["info", "warn", "crit"]);
    expect(await service.list("/events?addGlobal=1")).toHaveLength(3);
  });

  it("[FIRE-5] fires when the event is posted, whenever it began", async () => {
    const alert = await service.onEvents();
    await service.happens("deploy", { start: 1 });
    await service.happens("deploy", { start: noon + 1_000_000 });
    expect((await service.firings(alert)).map(({ at }) => at)).toEqual([start, start]);
    await service.advance(2_000_000);
    expect(await service.firings(alert)).toHaveLength(2);
  });

  it("[FIRE-5] does not fire for events from before it was there", async () => {
    await service.happens("deploy");
    const alert = await service.onEvents();
    expect(await service.firings(alert)).toEqual([]);
  });

  it("[FIRE-5] fires for each alert whose categories hold the type", async () => {
    const [first, second] = [
      await service.onEvents(),
      await service.onEvents({ categories: ["x", "deploy"] }),
    ];
    const none = await service.onEvents({ categories: [] });
    await service.happens("deploy");
    const counts = [first, second, none].map(async (id) => (await service.firings(id)).length);
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
  });

  it("[FIRE-5] an event that is refused notifies nobody", async () => {
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
  ])("[FIRE-5] [EVENT-6] fires for the service's own events too: %s", async (type, bring) => {
    await service.addHost("db-1");
    const destinations = [await service.addDestination("Mail")];
    const alert = await service.onEvents({ categories: [type] }, { destinations });
    await bring();
    expect(await service.firings(alert)).toMatchObject([{ kind: "event" }]);
    expect(await notified()).toEqual([[alert, 1]]);
  });

  it("[FIRE-5] posts to a webhook, signed, with what the event tells", async () => {
    const host = await service.addHost("db-1");
    const hook = await addHook("Hook", { secret_key: [secret] });
    const alert = await service.onEvents({}, { destinations: [hook], policy: everyQuarter.id });
    const event = await service.happens("deploy", { host, level: "warn", message: "Größe 😀" });
    await service.happens("deploy");
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
