/** Proxies on the loopback interface: one that a client is configured to use, and one that holds requests in front of a service. */
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** An HTTP proxy. It connects every target to one server, so that tests need no DNS. */
export class HttpProxy {
  /** Request lines with the credentials, in the order of arrival. */
  readonly requests: string[] = [];
  /** Answers all requests, instead of forwarding them. */
  refusal: number | undefined;
  port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((request, response) => {
    this.#record(request.method, request.url, request.headers["proxy-authorization"]);
    if (this.refusal !== undefined) {
      response.writeHead(this.refusal).end();
      return;
    }
    const { method } = request;
    const { "proxy-authorization": _, ...headers } = request.headers;
    const { pathname, search } = new URL(request.url ?? "");
    const options = { host: "127.0.0.1", port: this.target, method, path: pathname + search, headers };
    request.pipe(
      sendRequest(options, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });

  private constructor(
    /** Port of the server on this machine. */
    readonly target: number,
  ) {}

  static async start(target: number): Promise<HttpProxy> {
    const proxy = new HttpProxy(target);
    proxy.#server.on("connection", (socket) => {
      proxy.#add(socket);
    });
    proxy.#server.on("connect", (request, client: Socket) => {
      proxy.#record(request.method, request.url, request.headers["proxy-authorization"]);
      if (proxy.refusal !== undefined) {
        client.end(`HTTP/1.1 ${String(proxy.refusal)} Refused\r\n\r\n`);
        return;
      }
      const server = connect(target, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(server).pipe(client);
      });
      proxy.#add(server);
      client.on("error", () => server.destroy());
      server.on("error", () => client.destroy());
    });
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    proxy.port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #record(method = "", target = "", authorization = ""): void {
    const [, encoded = ""] = authorization.split(" ");
    this.requests.push(`${method} ${target} ${Buffer.from(encoded, "base64").toString()}`.trim());
  }
}

/** Holds selected requests until the test releases them, so that tests do not depend on latencies. */
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
    const forwarded = sendRequest(
      this.target + url,
      { method, headers, agent: false },
      (forwardedResponse) => {
        response.writeHead(forwardedResponse.statusCode ?? 502, forwardedResponse.headers);
        forwardedResponse.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  }
}
