/** A bounded log of received API requests, for assertions in tests. It stores no headers, because they contain tokens. */

const maxRequests = 20_000;
const maxBodyLength = 16 * 1024;
const maxTotalBodyLength = 64 * 1024 * 1024;

/** One received API request. */
export interface LoggedRequest {
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Query with its question mark, or empty. */
  readonly query: string;
  /** Arrival time in milliseconds since the Unix epoch. */
  readonly time: number;
  /** Null until the response is sent. Stays null if a fault suppressed the response. */
  readonly status: number | null;
  /** Body text; undefined if the request had no body. */
  readonly body?: string;
  /** True if the log contains only the first 16 KiB of the body. */
  readonly bodyCut?: true;
  /** Id of the fault that was applied to the request. */
  readonly fault?: number;
}

/** Result of a request, recorded after it was added to the log. */
export interface Outcome {
  status?: number;
  fault?: number;
}

interface Entry {
  readonly arrived: Omit<LoggedRequest, "status" | "fault">;
  readonly outcome: Outcome;
}

/**
 * The newest 20,000 API requests.
 *
 * @example
 * const posts = emulator.requests.list({ method: "POST", path: "/api/v2/config/alerts" });
 */
export class RequestLog {
  private entries: Entry[] = [];
  private totalBodyLength = 0;

  /** Returns the requests, oldest first. @param filter exact method, and exact path or a pattern that matches it */
  list(filter: { readonly method?: string; readonly path?: string | RegExp } = {}): LoggedRequest[] {
    const { method, path } = filter;
    return this.entries
      .map(({ arrived, outcome }) => ({ ...arrived, ...outcome, status: outcome.status ?? null }))
      .filter((request) => method === undefined || request.method === method)
      .filter((request) => path === undefined || matches(path, request.path));
  }

  /** Removes all requests. */
  clear(): void {
    this.entries = [];
    this.totalBodyLength = 0;
  }

  /** Adds a request. @returns a mutable object for the result of the request */
  add(request: Pick<LoggedRequest, "method" | "path" | "query" | "time">, body: string): Outcome {
    const outcome: Outcome = {};
    const loggedBody = body.slice(0, maxBodyLength);
    const arrived = {
      ...request,
      ...(body === "" ? {} : { body: loggedBody }),
      ...(loggedBody.length < body.length ? { bodyCut: true as const } : {}),
    };
    this.entries.push({ arrived, outcome });
    this.totalBodyLength += loggedBody.length;
    this.dropOldest();
    return outcome;
  }

  private dropOldest(): void {
    while (this.entries.length > maxRequests || this.totalBodyLength > maxTotalBodyLength) {
      this.totalBodyLength -= this.entries.shift()?.arrived.body?.length ?? 0;
    }
  }
}

function matches(filter: string | RegExp, path: string): boolean {
  return typeof filter === "string" ? filter === path : path.search(filter) !== -1;
}
