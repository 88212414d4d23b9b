/** What the stand-ins for GitHub and GitLab share: an HTTP server with faults, pages, a clock and held requests. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";

export interface HostRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

export interface HostResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly response: HostResponse;
  /** Whether the request is executed although it fails. Default: false. */
  readonly executes?: boolean;
  /** Number of requests that fail. Default: 1. */
  readonly times?: number;
}

export abstract class FakeHost {
  /** `METHOD path`, oldest first. */
  readonly requests: string[] = [];
  /** Set to move the clock of the `Date` header. In milliseconds. */
  clockOffset = 0;
  /** Of the branch `main`, by path. */
  readonly files = new Map<string, string>();
  #faults: (Fault & { times: number })[] = [];
  #gate:
    | {
        readonly method: string;
        readonly path: RegExp;
        count: number;
        open: () => void;
        opened: Promise<void>;
      }
    | undefined;
  readonly #server: Server = createServer((request, response) => {
    void this.#respond(request).then(({ status, body = "", headers = {} }) => {
      const date = new Date(Date.now() + this.clockOffset).toUTCString();
      response.writeHead(status, { "Content-Type": "application/json", Date: date, ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });

  async listen(): Promise<this> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server is not listening");
    return `http://127.0.0.1:${String(address.port)}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  fail(fault: Fault): void {
    this.#faults.push({ times: 1, ...fault });
  }

  /** Holds such requests until this many have arrived, so that all of them see the same state. */
  holdUntil(count: number, method: string, path: RegExp): void {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gate = { method, path, count, open, opened };
  }

  /** Requests that change something. */
  get writes(): readonly string[] {
    return this.requests.filter((request) => !request.startsWith("GET") && !request.includes("graphql"));
  }

  protected abstract authorize(headers: IncomingMessage["headers"]): boolean;
  protected abstract execute(request: HostRequest): HostResponse;

  /** A file of a branch, as both hosts send it. */
  protected file(path: string, { query }: HostRequest): HostResponse {
    const text = query.get("ref") === "main" ? this.files.get(decodeURIComponent(path)) : undefined;
    if (text === undefined) return { status: 404, body: { message: "404 File Not Found" } };
    return { status: 200, body: { encoding: "base64", content: Buffer.from(text).toString("base64") } };
  }

  /** One page of a list, with the links of GitHub and GitLab. */
  protected page(items: readonly unknown[], { path, query }: HostRequest): HostResponse {
    const size = Number(query.get("per_page") ?? "30");
    const number = Number(query.get("page") ?? "1");
    const next = new URLSearchParams(query);
    next.set("page", String(number + 1));
    const hasNext = number * size < items.length;
    return {
      status: 200,
      body: items.slice((number - 1) * size, number * size),
      ...(hasNext ? { headers: { Link: `<${this.origin}${path}?${next.toString()}>; rel="next"` } } : {}),
    };
  }

  async #respond(message: IncomingMessage): Promise<HostResponse> {
    const chunks: string[] = [];
    for await (const chunk of message.setEncoding("utf8")) chunks.push(String(chunk));
    const { pathname: path, searchParams: query } = new URL(message.url ?? "", this.origin);
    const method = message.method ?? "";
    this.requests.push(`${method} ${path}`);
    if (!this.authorize(message.headers)) return { status: 401, body: { message: "Bad credentials" } };
    const text = chunks.join("");
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const request = { method, path, query, body, headers: message.headers };
    const fault = this.#faults.find((one) => one.method === method && one.path.test(path) && one.times-- > 0);
    if (fault !== undefined) {
      if (fault.executes === true) this.execute(request);
      return fault.response;
    }
    const gate = this.#gate;
    if (gate !== undefined && gate.method === method && gate.path.test(path)) {
      // What all held requests read was true when the last of them arrived.
      const response = this.execute(request);
      if (--gate.count === 0) {
        this.#gate = undefined;
        gate.open();
      }
      await gate.opened;
      return response;
    }
    return this.execute(request);
  }
}
