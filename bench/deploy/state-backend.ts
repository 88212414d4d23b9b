/**
 * An `http` backend for Terraform's state. Terraform sends the state to a backend from time to time, but rewrites a state file
 * after each resource, which takes minutes for 5,000 resources.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export class StateBackend {
  /** The last state that Terraform sent, initially empty. */
  state = "";
  readonly #server: Server;

  static async start(): Promise<StateBackend> {
    const backend = new StateBackend();
    await once(backend.#server.listen(0, "127.0.0.1"), "listening");
    return backend;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((sent) => {
        if (request.method === "POST") this.state = sent.toString();
        response.statusCode = request.method === "GET" && this.state === "" ? 404 : 200;
        response.end(request.method === "GET" ? this.state : "");
      });
    });
  }

  get url(): string {
    // A TCP server has an address of this type.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/state`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
