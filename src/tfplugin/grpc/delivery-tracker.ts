/**
 * Waits until clients have received all responses. node:http2 closes a stream when its last bytes are written to the socket, and a
 * process that exits then loses them. A client acknowledges a PING only after it has read everything before it.
 */
import { type Http2Server, type ServerHttp2Session } from "node:http2";

/** A client that does not respond delays the exit by this time. */
const timeoutMs = 1_000;

export class DeliveryTracker {
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(server: Http2Server) {
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
  }

  /** Resolves as soon as each client has read all responses or closed its connection. */
  async whenDelivered(): Promise<void> {
    await Promise.all([...this.#sessions].map(acknowledged));
  }
}

function acknowledged(session: ServerHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    session.once("close", end);
    if (session.destroyed || !session.ping(end)) end();
  });
}
