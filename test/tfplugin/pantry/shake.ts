/** The action of the example: shakes jars one after the other, and reports each. */
import { once } from "node:events";
import { attribute as a, DiagnosticsError, isUnknown, schema, t } from "../../../src/tfplugin";
import { action } from "./pantry";

export const shake = action({
  typeName: "pantry_shake",
  schema: schema({
    description: "Shakes jars.",
    attributes: {
      ids: a.list(t.string, { optional: true, description: "IDs of the jars." }),
      times: a.integer({ optional: true, default: 1, description: "How often." }),
      until_stopped: a.boolean({ optional: true, default: false, description: "Waits for an interrupt." }),
    },
  }),
  validate({ config, diagnostics }) {
    if (!isUnknown(config.times) && config.times === 0)
      diagnostics.error({ path: ["times"], summary: "Nothing to shake" });
  },
  plan({ config, session, diagnostics }) {
    if (config.ids === null || isUnknown(config.ids) || session === undefined) return;
    config.ids.forEach((id, index) => {
      if (isUnknown(id) || session.find(id) !== undefined) return;
      diagnostics.error({ path: ["ids", index], summary: "No such jar" });
    });
  },
  async invoke({ config, session, progress, signal, diagnostics, log }) {
    for (let time = 0; time < config.times; time++) {
      for (const id of config.ids ?? []) {
        const found = session.find(id);
        if (found === undefined) {
          diagnostics.error({ path: ["ids"], summary: "No such jar" });
          return;
        }
        if (found.label === "explode") throw new TypeError("token=hunter2 does not explode");
        session.put(id, { ...found, revision: found.revision + 1 });
        await progress(`Shook ${found.label}`);
      }
    }
    if (!config.until_stopped) return;
    if (!signal.aborted) await once(signal, "abort");
    log.info("the action was stopped", { ids: config.ids });
    throw new DiagnosticsError({ summary: "Shaking was interrupted" });
  },
});
