/** Which hosts an alert is for. The two filters are additive; without any, it is for all (CONFIG-2, FIRE-6). */
import { type AlertConfig, type HostWire } from "../../service";

/** @param host undefined for what is tied to no host */
export function isInScope({ hosts, hostTypes }: AlertConfig, host: HostWire | undefined): boolean {
  if (hosts.length === 0 && hostTypes.length === 0) return true;
  return host !== undefined && (hosts.includes(host.id) || hostTypes.includes(host.type));
}
