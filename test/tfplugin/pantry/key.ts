/** The ephemeral resource of the example: a key that is valid until it is closed. */
import { attribute as a, ephemeral, schema } from "../../../src/tfplugin";
import { type Pantry } from "./pantry";

export const key = ephemeral<Pantry>()({
  typeName: "pantry_key",
  schema: schema({
    description: "A key to the pantry.",
    attributes: {
      owner: a.string({ required: true, description: "Who has it." }),
      teeth: a.integer({ optional: true, default: 3, description: "Number of teeth." }),
      secret: a.string({ computed: true, sensitive: true, description: "What opens the door." }),
    },
  }),
  open({ config, diagnostics }) {
    if (config.owner === "thief") {
      diagnostics.error({ path: ["owner"], summary: "No key for thieves" });
      return undefined;
    }
    return {
      value: { ...config, secret: `key of ${config.owner}` },
      renewAt: new Date(1_700_000_000_500),
      private: { renewals: 0 },
    };
  },
  renew({ private: stored }) {
    const { renewals } = stored as { renewals: number };
    return { renewAt: new Date(1_800_000_000_000), private: { renewals: renewals + 1 } };
  },
  close({ private: stored, diagnostics }) {
    diagnostics.warning({ summary: `Closed after ${JSON.stringify(stored)}` });
  },
});
