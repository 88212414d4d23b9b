/** States of earlier schemas, differences in the log, and plans and identities that a handler must not return. */
import { decode, encode } from "@msgpack/msgpack";
import {
  attribute as a,
  definitions,
  type Log,
  type ResourceDefinition,
  schema,
  t,
  upgrader,
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
const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)), json: Buffer.alloc(0) });
const valueOf = (message: { msgpack: Buffer } | undefined) => (message ? decode(message.msgpack) : undefined);
const nothing = Buffer.alloc(0);
const state = { id: "1", name: "n", size: "3" };
/** A value that an untyped handler may return. */
const wrongly = (value: object) => value as never;

/** A configured provider with one resource. */
async function instanceWith(handlers: Partial<Handlers>, lines: Log = log): Promise<ProviderInstance> {
  const one = resource({
    typeName: "x_thing",
    schema: thing,
    create: () => undefined,
    update: () => undefined,
    read: ({ state: stored }) => ({ state: stored }),
    delete: () => undefined,
    ...handlers,
  });
  const empty = schema({ description, attributes: {} });
  const x = provider({ name: "x", schema: empty, configure: () => ({}), resources: [one] });
  const instance = new ProviderInstance(x, lines, {});
  const config = dynamic({});
  await rpcs.configureProvider(instance, { terraformVersion: "", config, clientCapabilities: undefined });
  return instance;
}

describe("a state of an earlier schema", () => {
  const size = a.integer({ optional: true, description });
  const name = a.string({ required: true, description });
  const id = a.string({ computed: true, description });
  /** Version 0 had its words in one string, and version 1 as a list under another name. */
  const thing0 = schema({ description, attributes: { id, words: name } });
  const thing1 = schema({
    description,
    attributes: { id, list: a.list(t.string, { required: true, description }), size },
  });
  const upgraders = [
    upgrader(thing0, thing1, ({ words, ...rest }) => ({ ...rest, list: words.split(" "), size: null })),
    upgrader(thing1, thing, ({ list, ...rest }) => ({ ...rest, name: list.join("-") })),
  ];

  async function upgrade(version: number, stored: unknown, handlers: Partial<Handlers> = {}) {
    const instance = await instanceWith({ upgraders, ...handlers });
    const { resourceSchemas } = await rpcs.getProviderSchema(instance, {});
    expect(resourceSchemas.x_thing?.version).toBe(2);
    const answer = await rpcs.upgradeResourceState(instance, {
      typeName: "x_thing",
      version,
      rawState: { json: Buffer.from(JSON.stringify(stored)), flatmap: {} },
    });
    return {
      state: valueOf(answer.upgradedState),
      problems: answer.diagnostics.map(({ summary, detail }) => `${summary}. ${detail}`),
    };
  }

  test.each([
    [0, { id: "1", words: "red round" }, { id: "1", name: "red-round", size: null }],
    // Version 0 stored the words as a number at first.
    [0, { id: "1", words: 7 }, { id: "1", name: "7", size: null }],
    [1, { id: "1", list: ["red"], size: 12345678901 }, { id: "1", name: "red", size: "12345678901" }],
    [2, { id: "1", name: "n", size: 3 }, state],
  ])("is upgraded step by step from version %i", async (version, stored, upgraded) => {
    const loaded: unknown[] = [];
    const stateLoaded: Handlers["stateLoaded"] = (request) => void loaded.push(request.state.name);
    expect(await upgrade(version, stored, { stateLoaded })).toEqual({ state: upgraded, problems: [] });
    expect(loaded).toEqual([upgraded.name]);
  });

  test("of a later version is an error", async () => {
    expect((await upgrade(3, state)).problems).toEqual([
      "The stored state of x_thing cannot be read. A newer version of the provider wrote it (schema version 3, supported: up to 2). " +
        "Upgrade the provider.",
    ]);
  });

  test("that an upgrader converts to another type is an error", async () => {
    const wrong = [
      upgrader(thing, thing, () => wrongly({ id: "1", name: 5, size: null })),
      ...upgraders.slice(1),
    ];
    const { problems } = await upgrade(0, state, { upgraders: wrong });
    expect(problems.join()).toContain("Expected a string, found number.");
  });
});

describe("a plan", () => {
  const plan = async (
    handlers: Partial<Handlers>,
    prior: Readonly<Record<string, unknown>>,
    proposed: Readonly<Record<string, unknown>> | null,
    lines?: Log,
  ) =>
    rpcs.planResourceChange(await instanceWith(handlers, lines), {
      typeName: "x_thing",
      priorState: dynamic(prior),
      proposedNewState: dynamic(proposed),
      config: dynamic(proposed && { ...proposed, id: null }),
      priorPrivate: nothing,
      plannedPrivate: nothing,
      providerMeta: undefined,
      clientCapabilities: undefined,
      priorIdentity: undefined,
    });

  test("of a deletion that has planned values is an error, and stays null", async () => {
    const answer = await plan({ plan: () => ({ planned: { name: "other" } }) }, state, null);
    expect(answer.diagnostics).toMatchObject([{ severity: 1 }]);
    expect(valueOf(answer.plannedState)).toBeNull();
  });

  test("logs each attribute that differs at debug, without secrets", async () => {
    const entries: unknown[] = [];
    const recording: Log = {
      ...log,
      isEnabled: (level) => level === "debug",
      debug: (message, fields) => {
        if (message === "planned difference") entries.push(fields);
      },
    };
    const secret = schema({
      description,
      attributes: {
        ...thing.attributes,
        token: a.string({ optional: true, sensitive: true, description }),
        box: a.object({ side: a.number({ optional: true, description }) }, { optional: true, description }),
      },
    });
    // The instance of this test has another schema than the handlers of the others.
    const handlers = { schema: secret } as unknown as Partial<Handlers>;
    const prior = { ...state, token: "hunter2", box: { side: "1.5" } };
    await plan(handlers, prior, { ...prior, name: "m", token: "hunter3", box: { side: "2.5" } }, recording);
    expect(entries).toEqual([
      { resource: "x_thing", path: "id", from: "1", to: "(known after apply)" },
      { resource: "x_thing", path: "name", from: "n", to: "m" },
      { resource: "x_thing", path: "token", from: "(sensitive)", to: "(sensitive)" },
      { resource: "x_thing", path: "box.side", from: "1.5", to: "2.5" },
    ]);
    entries.length = 0;
    await plan(handlers, prior, prior, recording);
    expect(entries).toEqual([]);
  });
});

test("an identity that changes during a read is an error, and the state is kept", async () => {
  const identity = schema({ description, attributes: { id: a.string({ required: true, description }) } });
  const instance = await instanceWith({
    identity: { schema: identity, of: ({ id }) => ({ id }) },
    read: ({ state: stored }) => ({ state: { ...stored, id: "2" } }),
  });
  const readWith = async (id: string | null) => {
    const answer = await rpcs.readResource(instance, {
      typeName: "x_thing",
      currentState: dynamic(state),
      private: nothing,
      currentIdentity: id === null ? undefined : { identityData: dynamic({ id }) },
      providerMeta: undefined,
      clientCapabilities: undefined,
    });
    return { state: valueOf(answer.newState), summaries: answer.diagnostics.map(({ summary }) => summary) };
  };
  expect(await readWith("1")).toEqual({
    state,
    summaries: ["The identity of x_thing changed during a read"],
  });
  expect(await readWith("2")).toEqual({ state: { ...state, id: "2" }, summaries: [] });
  // A state of an earlier version has none.
  expect(await readWith(null)).toEqual({ state: { ...state, id: "2" }, summaries: [] });
});
