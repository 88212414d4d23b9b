/**
 * The requests that arrived, for tests that ask what a client really sent. No header is kept: one of them is the token.
 * Bounded, because an emulator may run for days.
 */
const keptRequests = 20_000;
const keptBodyLength = 16 * 1024;
const keptBodyTotal = 64 * 1024 * 1024;

export interface LoggedRequest {
  readonly method: string;
  /** Path without the query, as it was sent. */
  readonly path: string;
  /** The query with its question mark, or empty. */
  readonly query: string;
  /** When it arrived, in milliseconds since the Unix epoch. */
  readonly time: number;
  /** Null until it is answered, and for good where it never was. */
  readonly status: number | null;
  /** The body's text; undefined where there was none. */
  readonly body?: string;
  /** Whether the end of the body is left out. */
  readonly bodyCut?: true;
  /** Id of the fault that took the answer's place. */
  readonly fault?: number;
}

/** What becomes known of a request after it has arrived. */
export interface Outcome {
  status?: number;
  fault?: number;
}

interface Entry {
  readonly arrived: Omit<LoggedRequest, "status" | "fault">;
  readonly outcome: Outcome;
}

export class RequestLog {
  private entries: Entry[] = [];
  private bodyTotal = 0;

  /** Oldest first. @param wanted only requests of this method, and of this path or a path that matches */
  list(wanted: { readonly method?: string; readonly path?: string | RegExp } = {}): LoggedRequest[] {
    const { method, path } = wanted;
    return this.entries
      .map(({ arrived, outcome }) => ({ ...arrived, ...outcome, status: outcome.status ?? null }))
      .filter((request) => method === undefined || request.method === method)
      .filter((request) => path === undefined || matches(path, request.path));
  }

  clear(): void {
    this.entries = [];
    this.bodyTotal = 0;
  }

  /** Notes a request; its outcome is filled in later, in the object that is returned. */
  add(request: Pick<LoggedRequest, "method" | "path" | "query" | "time">, body: string): Outcome {
    const outcome: Outcome = {};
    const kept = body.slice(0, keptBodyLength);
    const arrived = {
      ...request,
      ...(body === "" ? {} : { body: kept }),
      ...(kept.length < body.length ? { bodyCut: true as const } : {}),
    };
    this.entries.push({ arrived, outcome });
    this.bodyTotal += kept.length;
    this.dropOldest();
    return outcome;
  }

  private dropOldest(): void {
    while (this.entries.length > keptRequests || this.bodyTotal > keptBodyTotal) {
      this.bodyTotal -= this.entries.shift()?.arrived.body?.length ?? 0;
    }
  }
}

function matches(wanted: string | RegExp, path: string): boolean {
  return typeof wanted === "string" ? wanted === path : path.search(wanted) !== -1;
}
