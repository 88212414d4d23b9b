/** Sends raw bytes to an emulator, for requests that no HTTP client sends. */
import { connect } from "node:net";
import { ServiceEmulator } from "../../../src/emulator";
import { cpuAlert, send } from "../../support/emulator";

export const alerts = "/api/v2/config/alerts";
export const hosts = "/api/v2/hosts";
export const token = "Authorization: Bearer demo-token";
export const json = "Content-Type: application/json";

/** Builds a request. It is valid HTTP if its parts are valid. */
export function request(target: string, headers: readonly string[] = [], method = "GET", body = ""): string {
  return [`${method} ${target} HTTP/1.1`, "Host: localhost", token, ...headers, "", body].join("\r\n");
}

interface Bytes {
  /** A string is sent in Latin-1. */
  readonly bytes: string | Uint8Array;
  /** Whether the client then closes its side of the connection. */
  readonly thenEnd?: boolean;
}

/** Returns the first response; undefined if the connection closes without one. */
async function exchange(url: string, { bytes, thenEnd = false }: Bytes) {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  if (typeof bytes === "string") socket.write(bytes, "latin1");
  else socket.write(bytes);
  if (thenEnd) socket.end();
  let text = "";
  for await (const chunk of socket.setEncoding("latin1")) {
    text += String(chunk);
    const [, head, body] = /^(HTTP\/1\.1 [2-5].*?\r\n)\r\n(.*)$/s.exec(text) ?? [];
    if (head === undefined || body === undefined) continue;
    const length = /^content-length: (\d+)\r$/im.exec(head)?.[1];
    // Node and the adapter respond to invalid HTTP without a body.
    if (length !== undefined && body.length !== Number(length)) continue;
    return { status: Number(head.slice(9, 12)), head, body: length === undefined ? "" : body };
  }
  expect(text).toBe("");
  return undefined;
}

/** One emulator per test file. After each request, it is checked that stored data is unchanged. */
export function emulatorUnderAttack() {
  let url = "";
  let stored: unknown;
  let stop = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    const emulator = await ServiceEmulator.start();
    ({ url } = emulator);
    stop = () => emulator.stop();
    await send(url, "POST", alerts, { body: cpuAlert });
    stored = (await send(url, "GET", alerts)).json;
    expect(stored).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining(cpuAlert)]) as unknown,
    });
  });
  afterAll(() => stop());

  const respondTo = async (sent: Bytes) => {
    const response = await exchange(url, sent);
    if (response !== undefined) {
      expect(response.status).toBeLessThan(500);
      // All responses except the page are JSON.
      if (/^content-type: text\/html/im.test(response.head)) {
        expect([response.status, response.body.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
        return response;
      }
      if (response.body === "" && response.status >= 400) return response;
      expect(response.head).toMatch(/^content-type: application\/json\r$/im);
      const content: unknown = JSON.parse(response.body);
      const errorBody = { error: expect.stringMatching(/^[A-Z].*\.$/s) as string };
      if (response.status >= 400) expect(content).toMatchObject(errorBody);
    }
    // Nothing was stored, and the emulator still responds.
    expect(await send(url, "GET", alerts)).toMatchObject({ status: 200, json: stored });
    return response;
  };
  return {
    respondTo,
    /** Undefined if the connection closed without a response. */
    statusOf: async (bytes: Bytes["bytes"], thenEnd = false) => (await respondTo({ bytes, thenEnd }))?.status,
  };
}
