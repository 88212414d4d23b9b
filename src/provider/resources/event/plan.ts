/** Plans an event: an unknown host is an error before anything is written. */
import { quote } from "../../../diagnostics";
import { resolveReference, objectKinds } from "../../../reconcile";
import { isUnknown, type PlanRequest } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { type EventSchema } from "./schema";

export async function planEvent({
  action,
  prior,
  proposed,
  session,
  diagnostics,
}: PlanRequest<ProviderSession, EventSchema>): Promise<undefined> {
  if (action === "destroy" || session === undefined) return;
  const { host, type } = proposed;
  if (isUnknown(host) || host === null || host === prior?.host) return;
  const subject = isUnknown(type) ? undefined : type;
  const hosts = await withDiagnostics(subject, () => session.catalog.hosts());
  const found = resolveReference(objectKinds.host, host, hosts);
  if (typeof found === "number") return;
  const summary = `${subject === undefined ? "This event" : quote(subject)}: ${found.what}`;
  diagnostics.error({ path: ["host"], summary, detail: found.remedy });
}
