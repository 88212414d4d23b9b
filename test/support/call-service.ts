/** Calls the API of an emulator as an unmanaged client. */
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
