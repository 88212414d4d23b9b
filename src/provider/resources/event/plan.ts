/** Plans an event: an unknown host is an error before anything is written. */
import { quote } from "../../../diagnostics";
import { resolveReference } from "../../../reconcile";
import { isUnknown, type PlanChanges, type PlanRequest } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { eventDefaults, type EventSchema } from "./schema";

type Request = PlanRequest<ProviderSession, EventSchema>;
type HostArguments = Pick<Exclude<Request, { action: "destroy" }>["proposed"], "host" | "type">;

export async function planEvent(request: Request): Promise<PlanChanges<EventSchema> | undefined> {
  if (request.action === "destroy") return undefined;
  const { prior, proposed, session, diagnostics } = request;
  if (proposed.host !== prior?.host) await checkHost(proposed, session, diagnostics);
  return request.action === "update" ? { replace: changesOfDefaulted(request) } : undefined;
}

/** A default that becomes explicit, or is removed, does not change the event. The schema replaces for the other arguments. */
function changesOfDefaulted({ prior, proposed }: Extract<Request, { action: "update" }>) {
  return (["duration", "level"] as const)
    .filter((name) => {
      const before = prior[name] ?? eventDefaults[name];
      const after = proposed[name];
      return isUnknown(after) || (after ?? eventDefaults[name]) !== before;
    })
    .map((name) => [name]);
}

/** Adds an error if the host does not exist. An unknown host, or one without a session, is checked when it is used. */
export async function checkHost(
  { host, type }: HostArguments,
  session: ProviderSession | undefined,
  diagnostics: Request["diagnostics"],
): Promise<void> {
  if (session === undefined || isUnknown(host) || host === null) return;
  const subject = isUnknown(type) ? undefined : type;
  const hosts = await withDiagnostics(subject, () => session.catalog.hosts());
  const resolved = resolveReference("host", host, hosts);
  if (typeof resolved === "number") return;
  const summary = `${subject === undefined ? "This event" : quote(subject)}: ${resolved.what}`;
  diagnostics.error({ path: ["host"], summary, detail: resolved.remedy });
}
