/** `action "dbmon_wait_propagation"`: waits until changes of alerts have taken effect (PROP-1), and reports the remaining time. */
import { propagationEnd } from "../../engine";
import { action, attribute as a, schema, t } from "../../tfplugin";
import { checkTimestamps, parseTimes, reportInterruption } from "../resources/propagation";
import { type ProviderSession } from "../session";

const progressIntervalMs = 1000;

export const waitPropagation = action<ProviderSession>()({
  typeName: "dbmon_wait_propagation",
  schema: schema({
    description:
      "Waits until changes of alerts have taken effect: until one propagation window after the latest time in `after` and after the last " +
      "alert that this run wrote or deleted, and never longer than one window. It reports the remaining time once a second. If no " +
      "write is known, as in `terraform apply -invoke` without `after`, it waits for one window.",
    attributes: {
      after: a.list(t.nullable(t.string), {
        optional: true,
        description:
          "The `written_at` of the alerts to wait for, as RFC 3339 timestamps. The null of an imported or adopted alert needs no wait.",
      }),
    },
  }),

  plan({ config: { after }, diagnostics }) {
    if (after !== null) checkTimestamps(after, diagnostics);
  },

  async invoke({ config: { after }, session, progress, signal }) {
    const { run, journal } = session;
    const isKnown = after !== null || journal.settlementTime !== undefined;
    const until = isKnown
      ? propagationEnd(session, parseTimes(after ?? []))
      : run.clock.now() + run.propagationWindowMs;
    await reportInterruption(signal, "Invoke the action again to wait for them.", async () => {
      for (let left = until - run.clock.now(); left > 0; left = until - run.clock.now()) {
        await progress(`Waiting ${Math.ceil(left / 1000)} s for changes to take effect.`);
        await run.clock.sleep(Math.min(left, progressIntervalMs), signal);
      }
    });
    await progress("All changes have taken effect.");
  },
});
