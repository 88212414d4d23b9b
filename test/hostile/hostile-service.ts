/** The emulator behind a proxy that changes the JSON of its responses, or answers something else. */
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { hostileStrings } from "../support/hostile-text";

export const token = "demo-token";
export const agentToken = "demo-agent-token";

/** Changes a value of a response. @param path keys and indexes */
type Change = (value: unknown, path: readonly string[]) => unknown;

/** The field is missing. */
export const missing = Symbol("missing");

const deep = JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`) as unknown;
const polluting = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1}') as unknown;
const long = "long ".repeat(20_000);
/** Whether all cases run. `npm test` runs a part. */
export const isComplete = process.env["DBMON_HOSTILE_FIGURES"] !== undefined;

const allValues: readonly unknown[] = [
  ...hostileStrings,
  ...["", "__proto__", "\ud800", long],
  ...[null, true, -1, 0.5, 1e308, 2 ** 53, [], {}, [[null]], [{}], deep, polluting, missing],
];

/** What a field can have instead of its value. */
export const hostileValues = allValues.filter((_, index) => isComplete || index % 3 === 0);

export class HostileService {
  readonly #server: Server;
  /** Receives every value of a JSON response, the innermost first. */
  change: Change = (value) => value;
  /** Answers instead of the emulator. */
  respond: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;

  private constructor(emulatorUrl: string) {
    this.#server = createServer((request, response) => {
      if (this.respond !== undefined) this.respond(response, request);
      else void this.#forward(`${emulatorUrl}${request.url ?? ""}`, request, response);
    });
  }

  static async start(emulatorUrl: string): Promise<HostileService> {
    const service = new HostileService(emulatorUrl);
    await once(service.#server.listen(0, "127.0.0.1"), "listening");
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async #forward(url: string, { method = "GET", headers }: IncomingMessage, response: ServerResponse) {
    const authorization = headers.authorization ?? "";
    const answer = await fetch(url, { method, headers: { authorization } });
    const text = await answer.text();
    const body = text === "" ? "" : JSON.stringify(changed(JSON.parse(text), [], this.change));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function changed(value: unknown, path: readonly string[], change: Change): unknown {
  if (typeof value !== "object" || value === null) return change(value, path);
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const result = changed(inner, [...path, key], change);
    return result === missing ? [] : [[key, result]];
  });
  return change(Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries), path);
}

/** Counts cases for docs/internals/reliability.md. */
export function countCases(kind: string, count: number): void {
  const file = process.env["DBMON_HOSTILE_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, count })}\n`);
}
