/** A proxy that holds selected requests until the test releases them, so that tests do not depend on latencies. */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo } from "node:net";

export class RequestGate {
  /** @param target base URL of the service behind the gate */
  static async start(target: string): Promise<RequestGate> {
    const gate = new RequestGate(target);
    await new Promise<void>((resolve) => gate.#server.listen(0, "127.0.0.1", resolve));
    return gate;
  }

  readonly #server: Server;
  readonly #held: (() => void)[] = [];
  #isHeld: (method: string, path: string) => boolean = () => false;

  private constructor(private readonly target: string) {
    this.#server = createServer((request, response) => {
      const pass = () => {
        this.#forward(request, response);
      };
      if (this.#isHeld(request.method ?? "", request.url ?? "")) this.#held.push(pass);
      else pass();
    });
  }

  get url(): string {
    // A TCP server has an address of this type.
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Number of requests that wait at the gate. */
  get heldCount(): number {
    return this.#held.length;
  }

  /** Holds every request of this method and path that arrives from now on. */
  hold(method: string, path: RegExp): void {
    this.#isHeld = (itsMethod, itsPath) => itsMethod === method && path.test(itsPath);
  }

  /** Forwards the held requests, and holds no others. */
  release(): void {
    this.#isHeld = () => false;
    for (const pass of this.#held.splice(0)) pass();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = "" } = request;
    const forwarded = forward(this.target + url, { method, headers, agent: false }, (forwardedResponse) => {
      response.writeHead(forwardedResponse.statusCode ?? 502, forwardedResponse.headers);
      forwardedResponse.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  }
}
