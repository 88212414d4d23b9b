/** The list resource of the example: filters, warnings, failures in the middle, and a trace of how it ended. */
import { setImmediate } from "node:timers/promises";
import { attribute as a, schema } from "../../../src/tfplugin";
import { jar, toJarState } from "./jar";
import { list } from "./pantry";

export const jarsList = list({
  resource: jar,
  schema: schema({
    description: "Finds jars.",
    attributes: {
      tag: a.string({
        optional: true,
        validate: [(tag) => (tag === "" ? "Must not be empty." : undefined)],
        description: "Only jars with this tag.",
      }),
      times: a.integer({ optional: true, default: 1, description: "How often each jar is listed." }),
    },
  }),
  validate({ config, diagnostics }) {
    if (config.tag === "sour")
      diagnostics.warning({ path: ["tag"], summary: "Sour jars are rarely asked for" });
  },
  async *list({ session, config, includeResource, limit, signal, diagnostics, log }) {
    let count = 0;
    try {
      for (let time = 0; time < config.times; time++) {
        for (const { id, jar: found } of session.list()) {
          if (config.tag !== null && !found.tags.includes(config.tag)) continue;
          await setImmediate();
          if (signal.aborted) return;
          count++;
          if (found.label === "explode") throw new TypeError("token=hunter2 does not explode");
          if (found.label === "broken") {
            diagnostics.error({ path: ["tag"], summary: "A jar is broken" });
            return;
          }
          const identity = { id, room: "cellar" };
          if (found.label === "sealed") {
            diagnostics.warning({ summary: "A sealed jar cannot be read" });
            yield { displayName: found.label, identity };
            continue;
          }
          const state = includeResource ? { state: toJarState(id, found) } : {};
          yield { displayName: found.label, identity, ...state };
        }
      }
    } finally {
      log.info("the list has ended", { times: config.times, count, limit, aborted: signal.aborted });
    }
  },
});
