/**
 * Handlers as they are and as they should not be, called as Terraform calls them but within this process: what the framework makes
 * of it, so that no object is ever lost from sight.
 */
import { decode, encode } from "@msgpack/msgpack";
import {
  attribute as a,
  definitions,
  type Log,
  type Resource,
  type ResourceDefinition,
  schema,
} from "../../../src/tfplugin";
import { ProviderInstance } from "../../../src/tfplugin/server/provider-instance";
import { handlers as rpcs } from "../../../src/tfplugin/server/service";

const { provider, resource } = definitions<object>();
const description = "";
const thing = schema({
  description,
  attributes: {
    id: a.string({ computed: true, description }),
    name: a.string({ required: true, description }),
    size: a.integer({ optional: true, description }),
  },
});
type Handlers = Omit<ResourceDefinition<object, typeof thing>, "typeName" | "schema">;

const silent = () => undefined;
const log: Log = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  isEnabled: () => false,
};

const wellBehaved: Handlers = {
  create: () => undefined,
  update: () => undefined,
  read: ({ state }) => ({ state }),
  delete: () => undefined,
};

async function instanceWith(handlers: Partial<Handlers>, configured = true) {
  const one: Resource<object> = resource({
    typeName: "x_thing",
    schema: thing,
    ...wellBehaved,
    ...handlers,
  });
  const empty = schema({ description, attributes: {} });
  const x = provider({
    name: "x",
    schema: empty,
    configure: () => (configured ? {} : undefined),
    resources: [one],
  });
  const instance = new ProviderInstance(x, log, {});
  await rpcs.configureProvider(instance, {
    terraformVersion: "",
    config: dynamic({}),
    clientCapabilities: undefined,
  });
  return instance;
}

const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)), json: Buffer.alloc(0) });
const valueOf = (message: { msgpack: Buffer } | undefined) => (message ? decode(message.msgpack) : undefined);
const nothing = Buffer.alloc(0);
const state = { id: "1", name: "n", size: "3" };

async function apply(handlers: Partial<Handlers>, prior: unknown, planned: unknown, configured = true) {
  const instance = await instanceWith(handlers, configured);
  const answer = await rpcs.applyResourceChange(instance, {
    typeName: "x_thing",
    priorState: dynamic(prior),
    plannedState: dynamic(planned),
    config: dynamic(planned),
    plannedPrivate: Buffer.from('"kept"'),
    plannedIdentity: undefined,
    providerMeta: undefined,
  });
  const summaries = answer.diagnostics.map(({ summary }) => summary);
  return { state: valueOf(answer.newState), private: answer.private.toString(), summaries };
}

async function read(handlers: Partial<Handlers>, configured = true) {
  const instance = await instanceWith(handlers, configured);
  const answer = await rpcs.readResource(instance, {
    typeName: "x_thing",
    currentState: dynamic(state),
    private: Buffer.from('"kept"'),
    currentIdentity: undefined,
    providerMeta: undefined,
    clientCapabilities: undefined,
  });
  const summaries = answer.diagnostics.map(({ summary }) => summary);
  return { state: valueOf(answer.newState), private: answer.private.toString(), summaries };
}

/** A value that an untyped handler may return. */
const wrongly = (value: object) => value as never;

describe("create", () => {
  const planned = { id: null, name: "n", size: "3" };

  test("that returns an invalid value stores the rest and reports the attribute", async () => {
    const answer = await apply(
      { create: () => ({ state: wrongly({ id: "1", name: 5, size: 3 }) }) },
      null,
      planned,
    );
    expect(answer.state).toEqual({ id: "1", name: "n", size: "3" });
    expect(answer.summaries).toEqual(["The provider returned a value that cannot be stored"]);
  });

  test("that returns neither a state nor an error is a bug", async () => {
    const answer = await apply({ create: () => undefined }, null, planned);
    expect(answer).toMatchObject({ state: null, summaries: ["The provider has a bug"] });
  });

  test("keeps the planned private state unless it sets one", async () => {
    const create = () => ({ state: { id: "1", name: "n", size: 3 } });
    expect((await apply({ create }, null, planned)).private).toBe('"kept"');
    const other = () => ({ ...create(), private: { a: 1 } });
    expect((await apply({ create: other }, null, planned)).private).toBe('{"a":1}');
  });

  test("without a configured provider is an error", async () => {
    const answer = await apply({ create: () => ({ state: wrongly({}) }) }, null, planned, false);
    expect(answer).toMatchObject({ state: null, summaries: ["The provider is not configured"] });
  });
});

describe("update", () => {
  const planned = { ...state, size: "4" };

  test("that throws keeps the prior state and private state", async () => {
    const update = () => Promise.reject(new Error("secret"));
    expect(await apply({ update }, state, planned)).toEqual({
      state,
      private: '"kept"',
      summaries: ["The provider has a bug"],
    });
  });
});

describe("delete", () => {
  test("removes the state, or keeps it after an error", async () => {
    expect(await apply({}, state, null)).toEqual({ state: null, private: "", summaries: [] });
    const failing: Handlers["delete"] = ({ diagnostics }) => {
      diagnostics.error({ summary: "no" });
    };
    expect(await apply({ delete: failing }, state, null)).toMatchObject({ state, summaries: ["no"] });
  });
});

describe("read", () => {
  test("that returns null with an error keeps the state", async () => {
    const answer = await read({
      read: ({ diagnostics }) => {
        diagnostics.error({ summary: "the list was cut off" });
        return { state: null };
      },
    });
    expect(answer).toEqual({ state, private: '"kept"', summaries: ["the list was cut off"] });
  });

  test("keeps the private state, and drops it with the object", async () => {
    expect((await read({})).private).toBe('"kept"');
    expect(await read({ read: () => ({ state: null }) })).toMatchObject({ state: null, private: "" });
  });

  test("of an invalid value keeps the stored state", async () => {
    const answer = await read({ read: () => ({ state: wrongly({ id: "1", name: "n", size: 1.5 }) }) });
    expect(answer).toMatchObject({ state, summaries: ["Value does not match the schema"] });
  });

  test("without a configured provider keeps the stored state, with a warning", async () => {
    const answer = await read({ read: () => ({ state: null }) }, false);
    expect(answer).toMatchObject({ state, summaries: ["x_thing was not refreshed"] });
  });
});

describe("plan", () => {
  const plan = async (handlers: Partial<Handlers>, prior: unknown, proposed: unknown) => {
    const instance = await instanceWith(handlers);
    return await rpcs.planResourceChange(instance, {
      typeName: "x_thing",
      priorState: dynamic(prior),
      proposedNewState: dynamic(proposed),
      config: dynamic(proposed),
      priorPrivate: Buffer.from('"before"'),
      plannedPrivate: Buffer.alloc(0),
      priorIdentity: undefined,
      providerMeta: undefined,
      clientCapabilities: undefined,
    });
  };
  const config = { ...state, id: null };

  test("that throws reports a diagnostic and keeps the proposed state", async () => {
    const answer = await plan({ plan: () => Promise.reject(new Error("secret")) }, null, config);
    expect(answer.diagnostics[0]?.summary).toBe("The provider has a bug");
    expect(answer.diagnostics[0]?.detail).not.toContain("secret");
  });

  test.each([
    ["create", null, config],
    ["update", state, { ...config, size: "4" }],
    ["destroy", state, null],
  ])("to %s returns the prior private state, or a new one", async (action, prior, proposed) => {
    expect((await plan({}, prior, proposed)).plannedPrivate.toString()).toBe('"before"');
    const handler: NonNullable<Handlers["plan"]> = (request) => ({
      private: [request.action, request.private ?? null],
    });
    const answer = await plan({ plan: handler }, prior, proposed);
    expect(JSON.parse(answer.plannedPrivate.toString())).toEqual([action, "before"]);
  });
});

test("StopProvider aborts the signal until the provider is configured again", async () => {
  const seen: boolean[] = [];
  const instance = await instanceWith({
    read: ({ state: stored, signal }) => {
      seen.push(signal.aborted);
      return { state: stored };
    },
  });
  const request = {
    typeName: "x_thing",
    currentState: dynamic(state),
    private: nothing,
    currentIdentity: undefined,
    providerMeta: undefined,
    clientCapabilities: undefined,
  };
  await rpcs.readResource(instance, request);
  await rpcs.stopProvider(instance, {});
  await rpcs.readResource(instance, request);
  await rpcs.configureProvider(instance, {
    terraformVersion: "",
    config: dynamic({}),
    clientCapabilities: undefined,
  });
  await rpcs.readResource(instance, request);
  expect(seen).toEqual([false, true, false]);
});

describe("stateLoaded", () => {
  const load = async (handlers: Partial<Handlers>, configured = true) => {
    const instance = await instanceWith(handlers, configured);
    const json = Buffer.from(JSON.stringify({ ...state, size: 3 }));
    return rpcs.upgradeResourceState(instance, {
      typeName: "x_thing",
      version: 0,
      rawState: { json, flatmap: {} },
    });
  };

  test("receives each stored state that Terraform loads", async () => {
    const loaded: unknown[] = [];
    const answer = await load({ stateLoaded: (request) => void loaded.push(request.state) });
    expect(loaded).toEqual([{ id: "1", name: "n", size: 3 }]);
    expect(valueOf(answer.upgradedState)).toEqual(state);
  });

  test("is not called without a configured provider", async () => {
    const loaded: unknown[] = [];
    await load({ stateLoaded: (request) => void loaded.push(request.state) }, false);
    expect(loaded).toEqual([]);
  });
});
