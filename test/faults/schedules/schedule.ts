/** A schedule says which faults affect which calls of which run. It is plain data, so that a failing schedule can be replayed. */
import { type Clock } from "../../../src/client";
import { type Fault } from "../../../src/emulator";
import { type CaseName } from "./change-cases";

type Answer = NonNullable<Fault["answer"]>;

const errorPage = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Bad Gateway</title>",
};
const failure = (status: number, retryAfter?: string): Answer => ({
  status,
  body: { error: "not now" },
  ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
});
const dateAfter = (clock: Clock, seconds: number) => new Date(clock.now() + seconds * 1000).toUTCString();

/** The kinds of fault. `before`: the call has no effect. `after`: the call takes effect, and its response is lost or changed. */
const faultKinds = {
  "before: cut": () => "cut",
  "before: 400": () => failure(400),
  "before: 401": () => failure(401),
  "before: 403": () => failure(403),
  "before: 404 page": () => ({ ...errorPage, status: 404 }),
  "before: 409": () => failure(409),
  "before: 429": () => failure(429),
  "before: 429, after seconds": () => failure(429, "7"),
  "before: 429, after a date": (clock) => failure(429, dateAfter(clock, 9)),
  "before: 429, after too long": () => failure(429, "100000"),
  "before: 500": () => failure(500),
  "before: 502 page": () => errorPage,
  "before: 503": () => failure(503),
  "before: 503, after seconds": () => failure(503, "3"),
  "before: hang": () => "hang",
  "after: cut": () => "cut",
  "after: 500": () => failure(500),
  "after: 502 page": () => errorPage,
  "after: 503": () => failure(503),
  "after: hang": () => "hang",
  "after: garbage": () => "garbage",
  "after: truncated": () => "truncated",
  "after: cut in body": () => "cut-in-body",
  "after: 200 page": () => ({ ...errorPage, status: 200 }),
  "after: list of none": () => ({ keep: 0 }),
  "after: list of three": () => ({ keep: 3 }),
  "after: list of six": () => ({ keep: 6 }),
  "after: late": () => undefined,
  /** The user interrupts the run when the call arrives. */
  "before: interrupt": () => undefined,
} as const satisfies Record<string, (clock: Clock) => Answer | undefined>;

export type FaultKind = keyof typeof faultKinds;
export const kindNames = Object.keys(faultKinds) as readonly FaultKind[];

/** Kinds that omit alerts from a list without an error. */
export const isIncompleteList = (kind: FaultKind) => kind.startsWith("after: list");
export const isHang = (kind: FaultKind) => kind.endsWith("hang");

/** Kinds that the client retries. A single one must not fail a change. */
export function isTransient(kind: FaultKind): boolean {
  return /: (cut|429|429, after seconds|429, after a date|500|502 page|503|503, after seconds|hang|late)$/.test(
    kind,
  );
}

export interface PlacedFault {
  /** The first call of the run that it affects, counted from 1. */
  readonly at: number;
  /** A method and a path, to count and affect only these calls. Default: every call. */
  readonly call?: string;
  /** Number of consecutive calls that it affects. */
  readonly times: number;
  readonly kind: FaultKind;
}

export interface FaultyRun {
  readonly faults: readonly PlacedFault[];
  /** Seconds between this run and the next. */
  readonly pause: number;
}

export interface Schedule {
  readonly cases: readonly CaseName[];
  readonly uniqueNames: boolean;
  readonly staleReads: boolean;
  /** Whether each plan is saved, and applied by a second session. */
  readonly usesSavedPlan: boolean;
  /** Maximum number of concurrent changes in the engine. */
  readonly parallelism: number;
  /** Maximum number of concurrent calls of the client. With 1, a schedule is deterministic. */
  readonly concurrency: number;
  /** The runs with faults. A run without faults follows after one propagation window. Then all alerts must be in sync. */
  readonly runs: readonly FaultyRun[];
}

/** Converts a kind to a fault of the emulator. */
export function faultOf(kind: FaultKind, clock: Clock): Fault {
  const when = kind.startsWith("after") ? "after-commit" : "before";
  const answer: Answer | undefined = faultKinds[kind](clock);
  return answer === undefined ? { when, latencyMs: 3 } : { when, answer };
}
