/** Reads the input of an export: the list of alerts, the configuration of each, and the objects that alerts refer to. */
import { type EnvironmentSession, listLastingAlerts, readConfigs } from "../../engine";
import { type LiveEnvironment } from "../../export";
import { isSupported, isUnsupported } from "../../service";

/** @param readsAll whether to read lists that no alert refers to @throws ProblemError */
export async function readEnvironment(
  session: EnvironmentSession,
  isSelected: (name: string) => boolean = () => true,
  readsAll = false,
): Promise<LiveEnvironment> {
  const listed = (await listLastingAlerts(session)).filter(({ name }) => isSelected(name));
  const alerts = await readConfigs(session, listed.filter(isSupported));
  const { catalog } = session;
  const [destinations, hosts, policies, durations] = await Promise.all([
    readsAll || alerts.some(({ alert }) => alert.destinations.length > 0) ? catalog.destinations() : [],
    // Includes deleted hosts, because alerts can still refer to them.
    readsAll || alerts.some(({ config }) => (config?.hosts.length ?? 0) > 0) ? catalog.hostsSeenSince() : [],
    readsAll || alerts.length > 0 ? catalog.policies() : [],
    readsAll || alerts.some(({ alert }) => alert.kind === "threshold") ? catalog.durations() : [],
  ]);
  const unsupportedAlerts = listed.filter(isUnsupported);
  return { alerts, unsupportedAlerts, destinations, hosts, policies, durations };
}
