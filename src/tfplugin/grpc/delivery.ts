/**
 * Whether what was sent has arrived. A stream of node:http2 closes when its last bytes are handed to the socket, and a process
 * that ends then takes them with it; a PING is acknowledged only by who has read what was sent before it.
 */
import { type Http2Server, type ServerHttp2Session } from "node:http2";

/** Milliseconds; a client that is stopped does not keep the process. */
const patience = 1_000;

export class Delivery {
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(server: Http2Server) {
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
  }

  /** Resolves once every client has read all that was sent to it, or is gone. */
  async done(): Promise<void> {
    await Promise.all([...this.#sessions].map(acknowledged));
  }
}

function acknowledged(session: ServerHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, patience);
    session.once("close", end);
    if (session.destroyed || !session.ping(end)) end();
  });
}
