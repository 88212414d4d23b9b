/** What a webhook destination talks to: a server on the loopback address that keeps what it got. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export class WebhookReceiver {
  readonly received: Received[] = [];
  /** How it answers; 200 unless a test says otherwise. */
  answer: (response: ServerResponse) => void = (response) => response.end();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
      this.answer(response);
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

/** As the service's documentation says: SHA-1 of the body, followed by the secret. */
export function signatureOf(text: string, secret: string): string {
  return createHash("sha1")
    .update(text + secret)
    .digest("hex");
}
