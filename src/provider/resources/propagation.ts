/**
 * `resource "dbmon_propagation"`: one wait for a whole stack, until its alerts have taken effect (PROP-1). `action "dbmon_wait_propagation"`
 * waits too, and reports the remaining time.
 */
import { propagationEnd, waitForPropagation } from "../../engine";
import {
  attribute as a,
  type CreateRequest,
  type Diagnostics,
  DiagnosticsError,
  isUnknown,
  type ProposedOf,
  schema,
  type Stored,
  t,
} from "../../tfplugin";
import { action, type ProviderSession, resource } from "../session";

const afterDescription =
  "The `written_at` of the alerts to wait for, as RFC 3339 timestamps. The null of an imported or adopted alert needs no wait.";

const propagationSchema = schema({
  description:
    "Waits until changes of alerts have taken effect: one wait for a whole stack. It waits when it is created and " +
    "when `after` changes, until one propagation window after the latest of these times and after the last alert " +
    "that this run of the provider wrote or deleted, and never longer than one window. Resources that need the " +
    "changes in effect name it in `depends_on`.",
  attributes: {
    after: a.list(t.nullable(t.string), { required: true, description: afterDescription }),
  },
});

type PropagationSchema = typeof propagationSchema;

export const propagation = resource({
  typeName: "dbmon_propagation",
  schema: propagationSchema,
  plan({ proposed, diagnostics }) {
    if (proposed !== null) checkTimestamps(proposed.after, diagnostics);
    return undefined;
  },
  create: waitUntilInEffect,
  update: waitUntilInEffect,
  read: ({ state }) => ({ state }),
  delete: () => undefined,
});

async function waitUntilInEffect({
  planned: { after },
  session,
  signal,
}: CreateRequest<ProviderSession, PropagationSchema>): Promise<Stored<PropagationSchema>> {
  const remedy = "Apply again to wait for the rest of the window.";
  await reportInterruption(signal, remedy, () => waitForPropagation(session, signal, parseTimes(after)));
  return { state: { after } };
}

/** @param after `written_at` of alerts */
function parseTimes(after: readonly (string | null)[]): number[] {
  return after.flatMap((time) => (time === null ? [] : [Date.parse(time)]));
}

/** @throws DiagnosticsError with the remedy if the signal aborts the wait */
async function reportInterruption(
  signal: AbortSignal,
  remedy: string,
  wait: () => Promise<void>,
): Promise<void> {
  try {
    await wait();
  } catch (error) {
    if (!signal.aborted) throw error;
    const summary = "Interrupted while waiting for alerts to take effect";
    throw new DiagnosticsError({ summary, detail: `The alerts are written. ${remedy}` }, { cause: error });
  }
}

/** RFC 3339, as in `written_at`. Date.parse alone accepts other formats. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** Not part of the validation, because `terraform test` validates the random strings that a mocked provider returns. */
function checkTimestamps(after: ProposedOf<PropagationSchema>["after"], diagnostics: Diagnostics): void {
  if (isUnknown(after)) return;
  after.forEach((time, index) => {
    if (isUnknown(time) || time === null) return;
    if (timestamp.test(time) && !Number.isNaN(Date.parse(time))) return;
    diagnostics.error({
      path: ["after", index],
      summary: `${JSON.stringify(time)} is not an RFC 3339 timestamp`,
      detail: "Use the written_at of alerts, for example after = [dbmon_alert.cpu.written_at].",
    });
  });
}

const progressIntervalMs = 1000;

export const waitPropagation = action({
  typeName: "dbmon_wait_propagation",
  schema: schema({
    description:
      "Waits until changes of alerts have taken effect: until one propagation window after the latest time in `after` and after the last " +
      "alert that this run wrote or deleted, and never longer than one window. It reports the remaining time once a second. If no " +
      "write is known, as in `terraform apply -invoke` without `after`, it waits for one window.",
    attributes: {
      after: a.list(t.nullable(t.string), { optional: true, description: afterDescription }),
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
