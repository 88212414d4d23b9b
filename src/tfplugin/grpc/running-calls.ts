/** Waits for running calls and for the delivery of their responses, so that a shutdown loses none. */
import { type Http2Server, type ServerHttp2Session } from "node:http2";

export class RunningCalls {
  #running = 0;
  #waiting: (() => void)[] = [];

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#release();
    }
  }

  /** Resolves as soon as no call is running. */
  async whenIdle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Max delay of the exit by a client that does not respond. */
const timeoutMs = 1_000;

/**
 * Returns a function that resolves as soon as each client has read all responses or closed its connection. node:http2 closes a stream
 * when its last bytes are written to the socket, and a process that exits then loses them. A client acknowledges a PING only after it
 * has read everything before it.
 */
export function trackDelivery(server: Http2Server): () => Promise<void> {
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  return async () => {
    await Promise.all([...sessions].map(acknowledged));
  };
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
