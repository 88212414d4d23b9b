/** ListResource and InvokeAction of a provider process, called with grpc-js. */
import { type ServiceError, status } from "@grpc/grpc-js";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { PantryPeer, plum } from "./pantry-peer";

let peer: PantryPeer;
beforeAll(async () => {
  peer = await PantryPeer.start();
});
beforeEach(() => {
  peer.pantry.clear();
});
afterEach(() => peer.expectServing());
afterAll(() => peer.stop());

const add = (...labels: string[]) => labels.map((label) => peer.pantry.add({ ...plum, label }));

describe("ListResource", () => {
  test("streams display names and identities, and states only on request", async () => {
    const [id] = add("plum");
    const [event] = await peer.list();
    expect(event).toMatchObject({ displayName: "plum", resourceObject: undefined, diagnostic: [] });
    expect(peer.valueOf(event?.identity?.identityData)).toEqual({ id, room: "cellar" });
    const [whole] = await peer.list({ includeResourceObject: true });
    expect(peer.valueOf(whole?.resourceObject)).toMatchObject({ id, label: "plum", tags: ["sweet"] });
  });

  test("fills in the defaults of its configuration, and filters", async () => {
    add("plum");
    expect(await peer.list({}, { tag: "sour" })).toEqual([]);
    expect(await peer.list({}, { tag: "sweet", times: 3 })).toHaveLength(3);
  });

  test("ends at the limit, and ends the handler", async () => {
    add("plum", "pear");
    expect(await peer.list({ limit: 3 }, { times: 1_000_001 })).toHaveLength(3);
    expect(await peer.logged('"times":1000001')).toMatchObject({ count: 3, limit: 3 });
  });

  test("sends a warning with the object that it is about", async () => {
    add("sealed");
    const [event, ...rest] = await peer.list({ includeResourceObject: true });
    expect(rest).toEqual([]);
    expect(event).toMatchObject({
      displayName: "sealed",
      resourceObject: undefined,
      diagnostic: [{ severity: tf.Diagnostic_Severity.WARNING, summary: "A sealed jar cannot be read" }],
    });
  });

  test("reports an error after the first results, which it delivers", async () => {
    peer.pantry.put("1", plum);
    peer.pantry.put("2", { ...plum, label: "broken" });
    const [first, second, ...rest] = await peer.list();
    expect(first).toMatchObject({ displayName: "plum", diagnostic: [] });
    expect(second).toMatchObject({
      identity: undefined,
      diagnostic: [
        {
          severity: tf.Diagnostic_Severity.ERROR,
          summary: "A jar is broken",
          attribute: { steps: [{ selector: { $case: "attributeName", attributeName: "tag" } }] },
        },
      ],
    });
    expect(rest).toEqual([]);
  });

  test("reports an exception after the first results without its message", async () => {
    peer.pantry.put("1", plum);
    peer.pantry.put("2", { ...plum, label: "explode" });
    const [first, second] = await peer.list();
    expect(first?.displayName).toBe("plum");
    expect(second?.diagnostic).toMatchObject([{ summary: "The provider has a bug" }]);
    expect(JSON.stringify(second)).not.toContain("hunter2");
  });

  test("stops the handler if the client cancels in the middle", async () => {
    add("plum");
    const stream = peer.openList({}, { times: 1_000_002 });
    stream.once("data", () => {
      stream.cancel();
    });
    const error = await new Promise<ServiceError>((resolve) => stream.once("error", resolve));
    expect(error.code).toBe(status.CANCELLED);
    expect(await peer.logged('"times":1000002')).toMatchObject({ aborted: true });
  });

  test("does not read ahead of a slow reader", async () => {
    peer.pantry.put("1", { ...plum, notes: [{ text: "x".repeat(1_000_000), author: "me" }] });
    const stream = peer.openList({ includeResourceObject: true }, { times: 1_000_003 });
    stream.on("error", () => undefined);
    for await (const event of stream) {
      expect(event).toMatchObject({ displayName: "plum" });
      // Without flow control, the handler would list at least one more jar during each call.
      for (let call = 0; call < 50; call++) await peer.expectServing();
      stream.cancel();
      break;
    }
    const { count } = await peer.logged('"times":1000003');
    expect(count).toBeLessThan(20);
  });

  test("reports an interrupt, because the list is incomplete", async () => {
    add("plum");
    const stream = peer.openList({}, { times: 1_000_004 });
    const events: tf.ListResource_Event[] = [];
    for await (const event of stream) {
      if (events.length === 0) await peer.interrupt();
      events.push(event as tf.ListResource_Event);
    }
    expect(events.at(-1)?.diagnostic).toMatchObject([{ summary: "Listing pantry_jar was interrupted" }]);
    await peer.configure();
  });

  test.each([
    ["an unknown type", { typeName: "pantry_lid" }, {}, 'The provider has no list resource "pantry_lid".'],
    ["a value of another type", {}, { times: "many" }, "Value does not match the schema"],
  ])("reports %s", async (_, request, config, summary) => {
    expect(await peer.list(request, config)).toMatchObject([
      { identity: undefined, diagnostic: [{ summary }] },
    ]);
  });

  test("has a validation with the paths of its configuration", async () => {
    expect(await peer.validateList({ tag: "" })).toMatchObject([
      {
        summary: "Invalid value",
        detail: "Must not be empty.",
        attribute: { steps: [{ selector: { $case: "attributeName", attributeName: "tag" } }] },
      },
    ]);
    expect(await peer.validateList({ tag: "sour" })).toMatchObject([
      { severity: tf.Diagnostic_Severity.WARNING },
    ]);
  });
});

describe("an action", () => {
  const config = (values: object) => ({ ids: [], times: null, until_stopped: null, ...values });

  test("reports its progress, and completes once", async () => {
    const [id = ""] = add("plum");
    const events = await peer.invoke(config({ ids: [id, id] }));
    const progress = { type: { $case: "progress", progress: { message: "Shook plum" } } };
    expect(events).toEqual([
      progress,
      progress,
      { type: { $case: "completed", completed: { diagnostics: [] } } },
    ]);
    expect(peer.pantry.find(id)?.revision).toBe(3);
  });

  test("reports an error after its first progress", async () => {
    const [id = ""] = add("plum");
    const events = await peer.invoke(config({ ids: [id, "gone"] }));
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({
      type: {
        completed: {
          diagnostics: [
            { summary: "No such jar", attribute: { steps: [{ selector: { attributeName: "ids" } }] } },
          ],
        },
      },
    });
  });

  test.each([
    ["an exception", () => config({ ids: add("explode") }), undefined, "The provider has a bug"],
    ["an unknown action", () => config({}), "pantry_stir", 'The provider has no action "pantry_stir".'],
    ["an invalid value", () => config({ ids: "1" }), undefined, "Value does not match the schema"],
  ])("reports %s as its completion", async (_, configOf, actionType, summary) => {
    const events = await peer.invoke(configOf(), actionType);
    expect(events).toMatchObject([
      { type: { $case: "completed", completed: { diagnostics: [{ summary }] } } },
    ]);
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });

  test("stops when Terraform is interrupted, and reports it", async () => {
    const [id = ""] = add("plum");
    const stream = peer.openInvoke(config({ ids: [id], until_stopped: true }));
    const events: tf.InvokeAction_Event[] = [];
    for await (const event of stream) {
      if (events.length === 0) await peer.interrupt();
      events.push(event as tf.InvokeAction_Event);
    }
    expect(events[1]).toMatchObject({
      type: { completed: { diagnostics: [{ summary: "Shaking was interrupted" }] } },
    });
    await peer.configure();
  });

  test("receives a cancellation in the middle as its signal", async () => {
    const [id = ""] = add("plum");
    const stream = peer.openInvoke(config({ ids: [id], until_stopped: true }));
    stream
      .on("error", () => undefined)
      .once("data", () => {
        stream.cancel();
      });
    await peer.logged(`"ids":["${id}"]`);
    expect(peer.pantry.find(id)?.revision).toBe(2);
  });

  test("is planned without being invoked", async () => {
    const [id = ""] = add("plum");
    expect(await peer.planAction(config({ ids: [id] }))).toEqual([]);
    expect(await peer.planAction(config({ ids: [id, "gone"] }))).toMatchObject([{ summary: "No such jar" }]);
    expect(await peer.planAction(config({ ids: peer.unknown }))).toEqual([]);
    // The configuration of an action without arguments.
    expect(await peer.planAction(null)).toEqual([]);
    expect(peer.pantry.find(id)?.revision).toBe(1);
  });

  test("is validated", async () => {
    expect(await peer.validateAction(config({ times: 0 }))).toMatchObject([{ summary: "Nothing to shake" }]);
  });
});
