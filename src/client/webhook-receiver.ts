/** Receives the webhooks of the service on this machine, to prove that a destination delivers. */
import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type Server } from "node:http";
import { errorMessage, ProblemError, type Secret } from "../diagnostics";

export interface ReceivedWebhook {
  /** Unix milliseconds. */
  readonly at: number;
  readonly body: string;
  /** Undefined if the secret is unknown. */
  readonly hasValidSignature: boolean | undefined;
}

export interface ReceiverOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly secret: Secret | undefined;
}

const signatureHeader = "x-vividcortex-signature";
const maxBodyBytes = 1024 * 1024;

export class WebhookReceiver {
  readonly #received: ReceivedWebhook[] = [];

  private constructor(private readonly server: Server) {}

  /** @throws ProblemError if the address is not available */
  static async start({ host, port, secret }: ReceiverOptions): Promise<WebhookReceiver> {
    const { createServer } = await import("node:http");
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      const end = (status: number) => response.writeHead(status, { connection: "close" }).end();
      readBody(request)
        .then((body) => {
          if (request.method !== "POST" || body === undefined) return end(body === undefined ? 413 : 405);
          const hasValidSignature =
            secret && isSignature(request.headers[signatureHeader], body, secret.reveal());
          receiver.#received.push({ at: Date.now(), body: body.toString(), hasValidSignature });
          server.emit("webhook");
          return end(hasValidSignature === false ? 401 : 200);
        })
        .catch(() => request.destroy());
    });
    try {
      await once(server.listen(port, host), "listening");
    } catch (error) {
      const what = `Cannot listen on ${host}:${port}: ${errorMessage(error)}.`;
      throw ProblemError.of("drill-failed", what, { remedy: "Set --listen to a free port of this machine." });
    }
    return receiver;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  }

  /** Waits for a webhook whose body contains the text. @returns undefined if none arrives in time, or before the signal */
  async waitFor(
    text: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ReceivedWebhook | undefined> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    for (;;) {
      const found = this.#received.find(({ body }) => body.includes(text));
      if (found !== undefined || end.aborted) return found;
      await once(this.server, "webhook", { signal: end }).catch(() => undefined);
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** @returns undefined if it is too large */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether it is the hexadecimal SHA-1 of the body followed by the secret. */
function isSignature(given: string | string[] | undefined, body: Buffer, secret: string): boolean {
  const expected = createHash("sha1").update(body).update(secret).digest();
  const bytes = Buffer.from(typeof given === "string" ? given : "", "hex");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
