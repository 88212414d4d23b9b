/** A webhook receiver on the loopback address that records its requests. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Sends the response. Default: 200. */
  respond: (response: ServerResponse) => void = (response) => response.end();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
      this.respond(response);
    });
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.server.listen(0, "127.0.0.1");
    await once(receiver.server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** SHA-1 of the body followed by the secret, as the service's documentation defines. */
export function signatureOf(text: string, secret: string): string {
  return createHash("sha1")
    .update(text + secret)
    .digest("hex");
}
