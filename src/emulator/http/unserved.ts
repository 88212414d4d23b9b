/**
 * What arrives at the server and cannot be handed on to the app, because it is no HTTP or asks for no path of a host. It,
 * too, is answered in JSON, while Node and the adapter would answer without a body or hang up.
 */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { type Duplex } from "node:stream";

/** How long a sender that is still sending gets to read the answer. */
const lingerMs = 500;

export function answerUnserved(server: Server): void {
  const lastAnswers = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    lastAnswers.set(socket, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Each further piece of a refused request is an error again: so what is still on its way is read and forgotten.
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = lastAnswers.get(socket);
    const isWithinAnswer = last !== undefined && last.headersSent && !last.writableEnded;
    if (!socket.writable || isWithinAnswer) socket.destroy();
    else endWith(socket, ...refusalOf(error));
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.resume();
    endWith(socket, 400, "The method CONNECT is not served: this is no proxy.");
  });
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    refuse(response, 417, "The header Expect asks for something else than 100-continue.");
  });
}

/** Answers a request that has no Host, or whose target cannot be understood. @returns whether it has done so */
export function refuseTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const fault = faultOfTarget(request);
  if (fault !== undefined) refuse(response, 400, fault);
  return fault !== undefined;
}

/** What the adapter takes is a little more than this; what it does not take it answers without a body. */
function faultOfTarget({
  url: target = "",
  headersDistinct,
  httpVersion,
}: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct.host ?? [];
  // Before HTTP/1.1 there was none.
  const mayLack = httpVersion === "1.0" && host === undefined;
  if (!mayLack && (more.length > 0 || !isHost(host ?? ""))) {
    return "The request needs one header Host, with a name or address and perhaps a port.";
  }
  const address = target.startsWith("/") ? `http://localhost${target}` : target;
  const [path = ""] = target.split("?");
  if (isAddress(address) && !path.includes("\\")) return undefined;
  return "The target of the request is neither a path nor an http address.";
}

/** With a name and a password in it, nothing can be made of it that has a body. */
function isAddress(text: string): boolean {
  const url = /^https?:\/\//.test(text) ? urlOf(text) : undefined;
  return url?.username === "" && url.password === "";
}

function isHost(host: string): boolean {
  return urlOf(`http://${host}/`)?.hostname === host.replace(/:\d+$/, "").toLowerCase();
}

// URL.canParse of Node 20 errs: once it has run hot, it takes hosts that the constructor throws at.
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  const body = bodyOf(sentence);
  response.writeHead(status, headersFor(body)).end(body);
}

/** For a connection that no answer object belongs to. */
function endWith(socket: Duplex, status: number, sentence: string): void {
  const body = bodyOf(sentence);
  const headers = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`);
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...headers, "", body].join("\r\n"));
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => {
    clearTimeout(timer);
  });
}

const refusals = new Map<string | undefined, [status: number, sentence: string]>([
  ["HPE_HEADER_OVERFLOW", [431, "The headers of the request are too large."]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "The chunk extensions of the request are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request has not arrived in time."]],
]);

function refusalOf({ code, message }: NodeJS.ErrnoException): [status: number, sentence: string] {
  return refusals.get(code) ?? [400, `The request is not HTTP: ${message.replace("Parse Error: ", "")}.`];
}

function bodyOf(sentence: string): string {
  return JSON.stringify({ error: sentence });
}

function headersFor(body: string) {
  return {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
}
