/** A bounded log of received API requests, for assertions in tests. It stores no headers, because they contain tokens. */

const maxRequests = 20_000;
const maxBodyBytes = 16 * 1024;
/** Of paths, queries and bodies together. */
const maxTotalBytes = 64 * 1024 * 1024;

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
  /** Body text; undefined if the request had no body, or no valid token. */
  readonly body?: string;
  /** True if the log contains only the first 16 KiB of the body. */
  readonly bodyCut?: true;
  /** ID of the fault that was applied to the request. */
  readonly fault?: number;
}

/** Result of a request, recorded after it was added to the log. */
export interface Outcome {
  status?: number;
  fault?: number;
}

type ArrivedRequest = Pick<LoggedRequest, "method" | "path" | "query" | "time">;

interface Entry {
  readonly arrived: ArrivedRequest;
  /** The start of the body, as a copy: a part of the received bytes would keep all of them in memory. */
  readonly body: Uint8Array;
  readonly isBodyCut: boolean;
  readonly outcome: Outcome;
}

const noBody = new Uint8Array();

/**
 * The newest 20,000 API requests. Their paths, queries and bodies take at most 64 MiB.
 *
 * @example
 * const posts = emulator.requests.list({ method: "POST", path: "/api/v2/config/alerts" });
 */
export class RequestLog {
  private entries: Entry[] = [];
  private totalBytes = 0;

  /** Returns the requests, oldest first. @param filter exact method, and exact path or a pattern that matches it */
  list(filter: { readonly method?: string; readonly path?: string | RegExp } = {}): LoggedRequest[] {
    const { method, path } = filter;
    return this.entries
      .filter(({ arrived }) => method === undefined || arrived.method === method)
      .filter(({ arrived }) => path === undefined || matches(path, arrived.path))
      .map(loggedRequest);
  }

  /** Removes all requests. */
  clear(): void {
    this.entries = [];
    this.totalBytes = 0;
  }

  /** Adds a request. @returns a mutable object for the result of the request */
  add(arrived: ArrivedRequest, body: Uint8Array = noBody): Outcome {
    const outcome: Outcome = {};
    const isBodyCut = body.byteLength > maxBodyBytes;
    const entry = { arrived, body: Uint8Array.from(body.subarray(0, maxBodyBytes)), isBodyCut, outcome };
    this.entries.push(entry);
    this.totalBytes += bytesOf(entry);
    this.dropOldest();
    return outcome;
  }

  private dropOldest(): void {
    while (this.entries.length > maxRequests || this.totalBytes > maxTotalBytes) {
      const oldest = this.entries.shift();
      if (oldest === undefined) return;
      this.totalBytes -= bytesOf(oldest);
    }
  }
}

/** Paths and queries are ASCII, so they take one byte per character. */
function bytesOf({ arrived: { path, query }, body }: Entry): number {
  return path.length + query.length + body.byteLength;
}

function loggedRequest({ arrived, body, isBodyCut, outcome }: Entry): LoggedRequest {
  return {
    ...arrived,
    // With `stream`, a character that the limit cuts is omitted.
    ...(body.byteLength === 0 ? {} : { body: new TextDecoder().decode(body, { stream: isBodyCut }) }),
    ...(isBodyCut ? { bodyCut: true } : {}),
    ...outcome,
    status: outcome.status ?? null,
  };
}

function matches(filter: string | RegExp, path: string): boolean {
  return typeof filter === "string" ? filter === path : path.search(filter) !== -1;
}
