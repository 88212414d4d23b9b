/** A service with a history of events, whose list behaves as no specification forbids. Other calls go to another service. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { type EventWire } from "../../src/service";

export interface EventListBehavior {
  /** Max events per response. */
  readonly limit?: number;
  /** The events that a truncated list keeps. Default: the oldest. */
  readonly keeps?: "oldest" | "newest";
  readonly order?: "ascending" | "descending";
  /** Whether `from` and `until` exclude events at their second. */
  readonly hasExclusiveEnds?: boolean;
  /** When the header `x-vc-meta-more` is sent. Default: never. */
  readonly moreHeader?: "if-truncated" | "always";
  /** Handles the call itself if it returns true. @param count number of calls so far, including this one */
  readonly intercept?: (response: ServerResponse, count: number) => boolean;
}

interface EventService {
  readonly url: string;
  /** Number of events in each response so far. */
  readonly responses: readonly number[];
}

/** Call once in a test file. @returns a function that starts a service, which is stopped after the test */
export function eventServiceStarter() {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (
    events: readonly EventWire[],
    behavior: EventListBehavior = {},
    otherService?: string,
  ): Promise<EventService> => {
    const responses: number[] = [];
    let calls = 0;
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://service");
      if (request.method !== "GET" || url.pathname !== "/api/v2/events") {
        void forward(request, response, otherService ?? "");
        return;
      }
      if (behavior.intercept?.(response, ++calls) === true) return;
      const { list, isTruncated } = listEvents(events, url.searchParams, behavior);
      responses.push(list.length);
      const { moreHeader } = behavior;
      const hasHeader = moreHeader === "always" || (moreHeader === "if-truncated" && isTruncated);
      if (hasHeader) response.setHeader("x-vc-meta-more", String(isTruncated));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: list }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, responses };
  };
}

function listEvents(events: readonly EventWire[], query: URLSearchParams, behavior: EventListBehavior) {
  const { limit = Number.MAX_SAFE_INTEGER, keeps, order, hasExclusiveEnds = false } = behavior;
  const [from, until] = [Number(query.get("from")), Number(query.get("until"))];
  const margin = hasExclusiveEnds ? 1 : 0;
  const matching = events.filter(({ start }) => start >= from + margin && start <= until - margin);
  const list = keeps === "newest" ? matching.slice(-limit) : matching.slice(0, limit);
  return { list: order === "descending" ? list.reverse() : list, isTruncated: matching.length > limit };
}

async function forward(request: IncomingMessage, response: ServerResponse, service: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "GET", headers } = request;
  const result = await fetch(service + (request.url ?? ""), {
    method,
    headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  const body = await result.text();
  response.writeHead(result.status, { "content-type": result.headers.get("content-type") ?? "text/plain" });
  response.end(body);
}
