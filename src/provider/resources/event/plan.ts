/** Plans an event: an unknown host is an error before anything is written. */
import { quote } from "../../../diagnostics";
import { resolveReference } from "../../../reconcile";
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
  const resolved = resolveReference("host", host, hosts);
  if (typeof resolved === "number") return;
  const summary = `${subject === undefined ? "This event" : quote(subject)}: ${resolved.what}`;
  diagnostics.error({ path: ["host"], summary, detail: resolved.remedy });
}
