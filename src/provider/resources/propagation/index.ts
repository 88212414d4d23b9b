/** `resource "dbmon_propagation"`: one wait for a whole stack, until its alerts have taken effect (PROP-1). */
import { waitForPropagation } from "../../../engine";
import { DiagnosticsError, resource } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { checkTimestamps, propagationSchema } from "./schema";

export const propagation = resource<ProviderSession>()({
  typeName: "dbmon_propagation",
  schema: propagationSchema,
  plan({ action, proposed, diagnostics }) {
    if (action !== "destroy") checkTimestamps(proposed.after, diagnostics);
    return undefined;
  },
  async create({ planned: { after }, session, signal }) {
    await waitUntilInEffect(session, after, signal);
    return { state: { after } };
  },
  async update({ planned: { after }, session, signal }) {
    await waitUntilInEffect(session, after, signal);
    return { state: { after } };
  },
  read: ({ state }) => ({ state }),
  delete: () => undefined,
});

async function waitUntilInEffect(
  session: ProviderSession,
  after: readonly (string | null)[],
  signal: AbortSignal,
): Promise<void> {
  const writtenAt = after.flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  try {
    await waitForPropagation(session, signal, writtenAt);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DiagnosticsError(
      {
        summary: "Interrupted while waiting for alerts to take effect",
        detail: "The alerts are written. Apply again to wait for the rest of the window.",
      },
      { cause: error },
    );
  }
}
