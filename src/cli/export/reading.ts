/** Reads what an export is made from: one list, a configuration for each alert, and the lists that alerts refer to. */
import { type EnvironmentSession, readConfigs } from "../../engine";
import { type LiveEnvironment } from "../../export";
import { isSupported, isUnsupported } from "../../service";

/** @param isWanted by name @throws ProblemError */
export async function readEnvironment(
  session: EnvironmentSession,
  isWanted: (name: string) => boolean,
): Promise<LiveEnvironment> {
  const listed = (await session.live.alerts()).filter(({ name }) => isWanted(name));
  const alerts = await readConfigs(session, listed.filter(isSupported));
  const { catalog } = session;
  const [destinations, hosts, policies, durations] = await Promise.all([
    alerts.some(({ alert }) => alert.destinations.length > 0) ? catalog.destinations() : [],
    // Deleted ones, too: alerts may still refer to them.
    alerts.some(({ config }) => (config?.hosts.length ?? 0) > 0) ? catalog.hostsSeenSince() : [],
    alerts.length > 0 ? catalog.policies() : [],
    alerts.some(({ alert }) => alert.kind === "threshold") ? catalog.durations() : [],
  ]);
  return {
    alerts,
    unsupportedAlerts: listed.filter(isUnsupported),
    destinations,
    hosts,
    policies,
    durations,
  };
}
