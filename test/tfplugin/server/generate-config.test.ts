/** Generated configuration of a resource whose defaults depend on other values. */
import { decode, encode } from "@msgpack/msgpack";
import { attribute as a, definitions, type Log, schema } from "../../../src/tfplugin";
import { ProviderInstance } from "../../../src/tfplugin/server/provider-instance";
import { handlers } from "../../../src/tfplugin/server/service";

const { provider, resource } = definitions<object>();
const description = "";
const silent = () => undefined;
const log: Log = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  isEnabled: () => false,
};

const box = resource({
  typeName: "x_box",
  schema: schema({
    description,
    attributes: {
      id: a.string({ computed: true, description }),
      size: a.integer({ optional: true, default: null, description }),
      color: a.string({ optional: true, computed: true, description }),
      label: a.string({ optional: true, computed: true, description }),
    },
  }),
  defaults: ({ config }) => ({ color: config.size === null ? "white" : `color ${String(config.size)}` }),
  create: () => undefined,
  update: () => undefined,
  read: ({ state }) => ({ state }),
  delete: () => undefined,
});

async function generate(state: object): Promise<unknown> {
  const x = provider({
    name: "x",
    schema: schema({ description, attributes: {} }),
    configure: () => ({}),
    resources: [box],
  });
  const answer = await handlers.generateResourceConfig(new ProviderInstance(x, log, {}), {
    typeName: "x_box",
    state: { msgpack: Buffer.from(encode({ id: "1", ...state })), json: Buffer.alloc(0) },
  });
  expect(answer.diagnostics).toEqual([]);
  return decode(answer.config?.msgpack ?? Buffer.alloc(0));
}

it.each([
  ["omits a value that defaults() returns too", { size: null, color: "white", label: null }, {}],
  ["keeps another value", { size: null, color: "red", label: "L" }, { color: "red", label: "L" }],
  ["passes the other values to defaults()", { size: "3", color: "color 3", label: null }, { size: "3" }],
])("the generated configuration %s", async (_, state, expected) => {
  expect(await generate(state)).toEqual({ id: null, size: null, color: null, label: null, ...expected });
});
