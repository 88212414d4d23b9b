/** `resource "dbmon_propagation"`: the one wait of a whole stack, until its alerts have taken effect (PROP-1). */
import { waitForPropagation } from "../../engine";
import { attribute as a, DiagnosticsError, isUnknown, resource, schema, t } from "../../tfplugin";
import { type ProviderSession } from "../session";

/** RFC 3339, as `written_at` is written; other texts that Date.parse takes for times are mistakes here. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

export const propagation = resource<ProviderSession>()({
  typeName: "dbmon_propagation",
  schema: schema({
    description:
      "Waits until changes of alerts have taken effect: one wait for a whole stack. It waits when it is created and " +
      "when `after` changes, until one propagation window after the newest of these times and after the last alert " +
      "that this run of the provider has written or deleted; never longer than one window. What is to come after " +
      "the wait names it in `depends_on`.",
    attributes: {
      after: a.list(t.nullable(t.string), {
        required: true,
        description:
          "The `written_at` of the alerts to wait for, RFC 3339 timestamps. A null, as an imported or adopted alert has " +
          "it, is nothing to wait for.",
      }),
    },
  }),

  validate({ config: { after }, diagnostics }) {
    if (isUnknown(after)) return;
    after.forEach((time, index) => {
      if (isUnknown(time) || time === null) return;
      if (timestamp.test(time) && !Number.isNaN(Date.parse(time))) return;
      diagnostics.error({
        path: ["after", index],
        summary: `${JSON.stringify(time)} is not a time`,
        detail: "Give the written_at of alerts, for example after = [dbmon_alert.cpu.written_at].",
      });
    });
  },

  async create({ planned: { after }, session, signal }) {
    await settle(session, after, signal);
    return { state: { after } };
  },

  async update({ planned: { after }, session, signal }) {
    await settle(session, after, signal);
    return { state: { after } };
  },

  read: ({ state }) => ({ state }),

  delete: () => undefined,
});

async function settle(
  environment: ProviderSession,
  after: readonly (string | null)[],
  signal: AbortSignal,
): Promise<void> {
  const writtenAt = after.flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  try {
    await waitForPropagation(environment, signal, writtenAt);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DiagnosticsError(
      {
        summary: "Interrupted while waiting for alerts to take effect",
        detail: "The alerts themselves are written. Apply again: it waits for what is left of the window.",
      },
      { cause: error },
    );
  }
}
