/** Bytes to an emulator, for requests that no HTTP client would send. */
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import { ServiceEmulator } from "../../src/emulator";
import { cpuAlert, send } from "../support/with-emulator";

export const alerts = "/api/v2/config/alerts";
export const hosts = "/api/v2/hosts";
export const token = "Authorization: Bearer demo-token";
export const json = "Content-Type: application/json";

/** A request that is well-formed as far as its parts are. */
export function request(target: string, headers: readonly string[] = [], method = "GET", body = ""): string {
  return [`${method} ${target} HTTP/1.1`, "Host: localhost", token, ...headers, "", body].join("\r\n");
}

/** A text is sent in Latin-1, a byte a character. */
export interface Bytes {
  readonly bytes: string | Uint8Array;
  /** Whether the client then says that nothing more comes. */
  readonly thenEnd?: boolean;
  /** What it sends after it has been answered, and before it looks at the answer. */
  readonly thenSend?: string;
}

/** The first answer; undefined where the connection ends without one. */
export async function exchange(url: string, { bytes, thenEnd = false, thenSend }: Bytes) {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  if (typeof bytes === "string") socket.write(bytes, "latin1");
  else socket.write(bytes);
  if (thenEnd) socket.end();
  if (thenSend !== undefined) {
    await once(socket, "readable");
    await promisify<string>(socket.write.bind(socket))(thenSend);
  }
  let text = "";
  for await (const piece of socket.setEncoding("latin1")) {
    text += String(piece);
    const [, head, body] = /^(HTTP\/1\.1 [2-5].*?\r\n)\r\n(.*)$/s.exec(text) ?? [];
    const length = Number(/^content-length: (\d+)\r$/im.exec(head ?? "")?.[1]);
    if (head === undefined || body?.length !== length) continue;
    return { status: Number(head.slice(9, 12)), head, body };
  }
  expect(text).toBe("");
  return undefined;
}

/** One emulator for the tests of a file, which looks after each request whether it has taken harm. */
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

  const answerTo = async (sent: Bytes) => {
    const answer = await exchange(url, sent);
    if (answer !== undefined) {
      expect(answer.status).toBeLessThan(500);
      // All but the page for people is JSON.
      if (/^content-type: text\/html/im.test(answer.head)) {
        expect([answer.status, answer.body.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
        return answer;
      }
      expect(answer.head).toMatch(/^content-type: application\/json\r$/im);
      const content: unknown = JSON.parse(answer.body);
      const refusal = { error: expect.stringMatching(/^[A-Z].*\.$/s) as string };
      if (answer.status >= 400) expect(content).toMatchObject(refusal);
    }
    // Nothing that was refused is stored, and the next request is served.
    expect(await send(url, "GET", alerts)).toMatchObject({ status: 200, json: stored });
    return answer;
  };
  return {
    answerTo,
    /** Undefined where the connection ended without an answer. */
    statusOf: async (bytes: Bytes["bytes"], thenEnd = false) => (await answerTo({ bytes, thenEnd }))?.status,
  };
}
