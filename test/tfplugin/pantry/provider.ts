/** The example provider, which tests run with the real terraform. */
import { attribute as a, FunctionError, isUnknown, providerFunction, schema, t } from "../../../src/tfplugin";
import { jar } from "./jar";
import { jarsList } from "./jars-list";
import { dataSource, Pantry, provider } from "./pantry";
import { shake } from "./shake";

const jars = dataSource({
  typeName: "pantry_jars",
  schema: schema({
    description: "The jars there are.",
    attributes: {
      tag: a.string({ optional: true, description: "Only jars with this tag." }),
      limit: a.integer({ optional: true, default: 100, description: "At most as many." }),
      labels: a.list(t.string, { computed: true, description: "Their labels, sorted." }),
      jars: a.listOfObjects(
        {
          label: a.string({ computed: true, description: "What is written on it." }),
          grams: a.integer({ computed: true, description: "Net weight, in grams." }),
        },
        { computed: true, description: "Sorted by ID." },
      ),
    },
  }),
  read({ config, session }) {
    const { tag } = config;
    const found = session.list().filter(({ jar: { tags } }) => tag === null || tags.includes(tag));
    const taken = found.slice(0, config.limit);
    return {
      ...config,
      labels: taken.map(({ jar: { label } }) => label).sort(),
      jars: taken.map(({ jar: { label, grams } }) => ({ label, grams })),
    };
  },
});

const total = providerFunction({
  summary: "Adds weights",
  description: "The sum of weights in grams.",
  parameters: [{ name: "grams", type: t.list(t.number), description: "Weights." }],
  returns: t.number,
  call: (grams) => {
    if (grams.some((one) => one < 0)) throw new FunctionError("A weight is negative.", 0);
    return grams.reduce((sum, one) => sum + one, 0);
  },
});

export const pantry = provider({
  name: "pantry",
  schema: schema({
    description: "Jars in a folder.",
    attributes: {
      folder: a.string({ required: true, description: "Where the jars are." }),
      section: a.string({ optional: true, default: "", description: "A part of the folder." }),
    },
  }),
  configure({ config, diagnostics }) {
    if (isUnknown(config.folder) || isUnknown(config.section)) return undefined;
    if (config.folder === "/nowhere") {
      diagnostics.error({ path: ["folder"], summary: "No such folder" });
      return undefined;
    }
    return new Pantry(`${config.folder}/${config.section}`);
  },
  resources: [jar],
  dataSources: [jars],
  functions: { total },
  lists: [jarsList],
  actions: [shake],
});
