/** An HTTP proxy on the loopback interface. It connects every target to one server, so that tests need no DNS. */
import { once } from "node:events";
import { createServer, request as sendRequest, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

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
