/** Counts requests by method and path, for tests of how many calls a command makes. */
import { type ServiceEmulator } from "../../src/emulator";

/** @returns the number of requests since the last count by `GET /config/alerts/ID/config`; then forgets the requests */
export function takeCallCounts({ requests }: ServiceEmulator): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path } of requests.list()) {
    const call = `${method} ${path.replace("/api/v2", "").replace(/\/\d+/, "/ID")}`;
    counts[call] = (counts[call] ?? 0) + 1;
  }
  requests.clear();
  return counts;
}
