/** A webhook receiver on this machine that tests can wait for. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

interface Arrival {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Starts a receiver for each test of the file. */
export function webhookReceiver() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, headers } = request;
      arrivals.push({ method, headers, text: Buffer.concat(chunks).toString() });
      response.writeHead(status).end();
      server.emit("arrival");
    });
  });
  let arrivals: Arrival[] = [];
  let status = 200;
  beforeEach(async () => {
    arrivals = [];
    status = 200;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return {
    url: () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
      return `http://127.0.0.1:${address.port}/hook`;
    },
    respondWith: (newStatus: number) => {
      status = newStatus;
    },
    /** Resolves when `count` requests have arrived. */
    arrived: async (count: number): Promise<readonly Arrival[]> => {
      while (arrivals.length < count) await once(server, "arrival");
      return arrivals;
    },
  };
}

/** SHA-1 of the body followed by the secret, as the public documentation defines. */
export function signatureOf(text: string, secret: string): string {
  return createHash("sha1")
    .update(text + secret)
    .digest("hex");
}
