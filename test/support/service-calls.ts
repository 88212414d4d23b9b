/** Calls of an emulator: makes them as another client, and counts those of the tool. */
import { type ServiceEmulator } from "../../src/emulator";

/** @returns the response as JSON; undefined if it is empty @throws Error for an error status */
export async function callService(
  service: ServiceEmulator,
  method: string,
  path: string,
  body?: unknown,
  token: string = service.token,
): Promise<unknown> {
  const response = await fetch(`${service.url}/api/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

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
