/**
 * The HTTP server: closes open connections when it stops, and responds to requests that cannot be
 * passed to the app (invalid HTTP, CONNECT, and invalid hosts or targets). Those responses are JSON. Node and the adapter would respond
 * without a body or close the connection.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from "node:http";
import { type Socket } from "node:net";
import { type Duplex } from "node:stream";
import { errorCode, errorMessage, ProblemError, quote } from "../../diagnostics";
import { type EmulatorClock } from "../clock";
import { type OptionalDependencies } from "../optional-dependencies";
import { type createApp } from "./app";

export interface ListenAddress {
  /** Address or name to listen on. */
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @param clock what the header `Date` follows @throws ProblemError if the address is not available */
export async function listenForRequests(
  { createAdaptorServer }: Pick<OptionalDependencies, "createAdaptorServer">,
  app: ReturnType<typeof createApp>,
  clock: EmulatorClock,
  { host, port }: ListenAddress,
): Promise<Listening> {
  // By default, the adapter replaces the global Request and Response of the process.
  const adapter = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, hostname: host });
  if (!(adapter instanceof Server)) throw new Error("the adapter did not create an HTTP/1 server");
  // The adapter's server never listens. It only receives requests that it does not reject without a body.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // Node would send the time of this machine. A fault can have another `Date`.
    response.setHeader("Date", new Date(clock.now()).toUTCString());
    const problem = targetProblem(request);
    if (problem === undefined) adapter.emit("request", request, response);
    else reject(response, 400, problem);
  });
  handleMalformedRequests(server);
  const sockets = trackSockets(server);
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw addressProblem(cause, { host, port });
  }
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no TCP address");
  return {
    url: `http://${hostOfUrl(host)}:${bound.port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Server.closeAllConnections does not close connections that have not sent a valid request. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Each pipelined request can add a listener for the end of the connection.
    socket.setMaxListeners(0);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** This machine, for an address that means all its interfaces. IPv6 addresses have brackets. */
function hostOfUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function addressProblem(cause: unknown, { host, port }: ListenAddress): ProblemError {
  if (errorCode(cause) === "EADDRINUSE") {
    const remedy = "Use another port. Port 0 selects a free one.";
    return ProblemError.of(`Port ${port} is already in use.`, { remedy }, { cause });
  }
  const remedy = "Use a port that you may open, and an address of this machine.";
  const what = `The emulator cannot listen on ${quote(host)}, port ${port}: ${errorMessage(cause)}.`;
  return ProblemError.of(what, { remedy }, { cause });
}

/** How long the connection stays open for a client that is still sending, so that it can read the response. */
const lingerMs = 500;

function handleMalformedRequests(server: Server): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const rejected = new WeakSet<Duplex>();

  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    lastResponses.set(socket, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Each further chunk of a rejected request raises the error again, and is discarded.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const last = lastResponses.get(socket);
    const isWithinResponse = last !== undefined && last.headersSent && !last.writableEnded;
    if (!socket.writable || isWithinResponse) socket.destroy();
    else endWith(socket, ...rejectionOf(error));
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.resume();
    endWith(socket, 400, "The method CONNECT is not supported, because the emulator is not a proxy.");
  });
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    reject(response, 417, "The header Expect supports only 100-continue.");
  });
}

/** Why the Host header or the target is invalid. Slightly stricter than the adapter, which responds without a body to targets that it rejects. */
function targetProblem({
  url: target = "",
  headersDistinct,
  httpVersion,
}: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct.host ?? [];
  const isOptional = httpVersion === "1.0" && host === undefined;
  if (!isOptional && (more.length > 0 || !isHost(host ?? ""))) {
    return "The request requires exactly one Host header with a name or address and an optional port.";
  }
  const url = target.startsWith("/") ? `http://localhost${target}` : target;
  const [path = ""] = target.split("?");
  if (isHttpUrl(url) && !path.includes("\\")) return undefined;
  return "The request target is neither a path nor an http URL.";
}

/** A URL with credentials is invalid, because Request does not accept it. */
function isHttpUrl(text: string): boolean {
  const url = /^https?:\/\//.test(text) ? parseUrl(text) : undefined;
  return url?.username === "" && url.password === "";
}

/** Node 26 accepts a label that announces Punycode and contains none. */
function isHost(host: string): boolean {
  if (/(^|\.)xn--(\.|:|$)/i.test(host)) return false;
  return parseUrl(`http://${host}/`)?.hostname === host.replace(/:\d+$/, "").toLowerCase();
}

// After optimization, URL.canParse of Node 20 accepts hosts that the constructor rejects.
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function reject(response: ServerResponse, status: number, error: string): void {
  const body = JSON.stringify({ error });
  response.writeHead(status, headersFor(body)).end(body);
}

/** Responds on a connection for which Node created no response object. */
function endWith(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  const headers = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`);
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...headers, "", body].join("\r\n"));
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => {
    clearTimeout(timer);
  });
}

const rejections = new Map<string | undefined, [status: number, error: string]>([
  ["HPE_HEADER_OVERFLOW", [431, "The request headers are too large."]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "The chunk extensions of the request are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request did not arrive in time."]],
]);

function rejectionOf({ code, message }: NodeJS.ErrnoException): [status: number, error: string] {
  const reason = message.replace("Parse Error: ", "");
  return rejections.get(code) ?? [400, `The request is not valid HTTP: ${reason}.`];
}

function headersFor(body: string) {
  return {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
}
