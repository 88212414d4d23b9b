/**
 * Terraform's state behind HTTP, as a team keeps it. Terraform sends it now and then; a file it writes whole after each resource,
 * so that by itself it takes minutes for 5,000 of them.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export class StateBackend {
  /** The last that Terraform sent; empty before. */
  state = "";
  readonly #server: Server;

  static async start(): Promise<StateBackend> {
    const backend = new StateBackend();
    await once(backend.#server.listen(0, "127.0.0.1"), "listening");
    return backend;
  }

  private constructor() {
    this.#server = createServer((request, answer) => {
      void buffer(request).then((sent) => {
        if (request.method === "POST") this.state = sent.toString();
        answer.statusCode = request.method === "GET" && this.state === "" ? 404 : 200;
        answer.end(request.method === "GET" ? this.state : "");
      });
    });
  }

  get url(): string {
    // The address of a server that listens on a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/state`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
