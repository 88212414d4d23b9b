/** A bounded log of received API requests, for assertions in tests. It stores no headers, because they contain tokens. */
import { matchesPath } from "./path-pattern";

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

interface Entry extends Outcome {
  readonly id: number;
  readonly arrived: Omit<LoggedRequest, "status" | "fault">;
}

/**
 * The newest 20,000 API requests. Their paths, queries and bodies take at most 64 MiB.
 *
 * @example
 * const posts = emulator.requests.list({ method: "POST", path: "/api/v2/config/alerts" });
 */
export class RequestLog {
  #entries: Entry[] = [];
  #totalBytes = 0;
  #nextId = 1;

  /** Returns the requests, oldest first. @param filter a method, and the path, in which `*` matches any text */
  list(filter: { readonly method?: string; readonly path?: string } = {}): LoggedRequest[] {
    const { method, path } = filter;
    return this.#entries
      .filter(({ arrived }) => method === undefined || arrived.method === method)
      .filter(({ arrived }) => path === undefined || matchesPath(path, arrived.path))
      .map(loggedOf);
  }

  /** Returns the newest requests without their bodies, newest first. Their IDs are unique. */
  newest(limit: number): (Omit<LoggedRequest, "body"> & { readonly id: number })[] {
    const newest = this.#entries.slice(-limit).reverse();
    return newest.map((entry) => {
      const { body: _, ...rest } = loggedOf(entry);
      return { id: entry.id, ...rest };
    });
  }

  clear(): void {
    this.#entries = [];
    this.#totalBytes = 0;
  }

  /** Adds a request. @returns a mutable object for the result of the request */
  add(
    request: Pick<LoggedRequest, "method" | "path" | "query" | "time">,
    body: Uint8Array = new Uint8Array(),
  ): Outcome {
    const isCut = body.byteLength > maxBodyBytes;
    // With `stream`, a character that the limit cuts is omitted.
    const text = new TextDecoder().decode(body.subarray(0, maxBodyBytes), { stream: isCut });
    const entry: Entry = {
      id: this.#nextId++,
      arrived: {
        ...request,
        ...(text === "" ? {} : { body: text }),
        ...(isCut ? { bodyCut: true } : {}),
      },
    };
    this.#entries.push(entry);
    this.#totalBytes += bytesOf(entry);
    while (this.#entries.length > maxRequests || this.#totalBytes > maxTotalBytes) {
      const oldest = this.#entries.shift();
      this.#totalBytes -= oldest === undefined ? 0 : bytesOf(oldest);
    }
    return entry;
  }
}

function loggedOf(entry: Entry): LoggedRequest {
  const { id: _, arrived, status = null, ...outcome } = entry;
  return { ...arrived, ...outcome, status };
}

/** In characters. Paths, queries and most bodies take one byte per character. */
function bytesOf({ arrived: { path, query, body = "" } }: Entry): number {
  return path.length + query.length + body.length;
}
