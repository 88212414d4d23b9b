/** Which faults meet which calls of which run: plain data, so that a schedule that breaks something can be run again. */
import { type Fault } from "../../src/emulator";
import { type Clock } from "../../src/client";
import { type PartName } from "./parts";

type Answer = NonNullable<Fault["answer"]>;

const page = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Bad Gateway</title>",
};
const told = (status: number, retryAfter?: string): Answer => ({
  status,
  body: { error: "not now" },
  ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
});
const dateAfter = (clock: Clock, seconds: number) => new Date(clock.now() + seconds * 1000).toUTCString();

/** Each kind of fault; `before`: the call is not carried out. `after`: it is, and then its answer is spoilt. */
const faultKinds = {
  "before: cut": () => "cut",
  "before: 400": () => told(400),
  "before: 401": () => told(401),
  "before: 403": () => told(403),
  "before: 404 page": () => ({ ...page, status: 404 }),
  "before: 409": () => told(409),
  "before: 429": () => told(429),
  "before: 429, after seconds": () => told(429, "7"),
  "before: 429, after a date": (clock) => told(429, dateAfter(clock, 9)),
  "before: 429, after too long": () => told(429, "100000"),
  "before: 500": () => told(500),
  "before: 502 page": () => page,
  "before: 503": () => told(503),
  "before: 503, after seconds": () => told(503, "3"),
  "before: hang": () => "hang",
  "after: cut": () => "cut",
  "after: 500": () => told(500),
  "after: 502 page": () => page,
  "after: 503": () => told(503),
  "after: hang": () => "hang",
  "after: garbage": () => "garbage",
  "after: truncated": () => "truncated",
  "after: cut in body": () => "cut-in-body",
  "after: 200 page": () => ({ ...page, status: 200 }),
  "after: list of none": () => ({ keep: 0 }),
  "after: list of three": () => ({ keep: 3 }),
  "after: list of six": () => ({ keep: 6 }),
  "after: late": () => undefined,
  /** No fault of the service's: the user interrupts the run when the call arrives. */
  "before: interrupt": () => undefined,
} as const satisfies Record<string, (clock: Clock) => Answer | undefined>;

export type FaultKind = keyof typeof faultKinds;
export const kindNames = Object.keys(faultKinds) as readonly FaultKind[];

/** Kinds that make a list look whole that is not. */
export const isIncompleteList = (kind: FaultKind) => kind.startsWith("after: list");
export const isHang = (kind: FaultKind) => kind.endsWith("hang");

/** Kinds that a run gets over where they come once: no change may fail for one of them. */
export function isPassing(kind: FaultKind): boolean {
  return /: (cut|429|429, after seconds|429, after a date|500|502 page|503|503, after seconds|hang|late)$/.test(
    kind,
  );
}

export interface PlacedFault {
  /** The call of the run that it meets, counted from 1. */
  readonly at: number;
  /** A method and a path: counts, and meets, only such calls; every call where it is left out. */
  readonly call?: string;
  /** How many calls it meets from there on. */
  readonly times: number;
  readonly kind: FaultKind;
}

export interface FaultyRun {
  readonly faults: readonly PlacedFault[];
  /** Seconds from its end to the next run. */
  readonly pause: number;
}

export interface Schedule {
  readonly parts: readonly PartName[];
  readonly uniqueNames: boolean;
  readonly staleReads: boolean;
  /** Whether each plan is kept, and carried out by another process. */
  readonly isKept: boolean;
  /** How many changes the engine has under way at once. */
  readonly parallelism: number;
  /** How many calls the client has under way at once. With 1, a schedule always goes the same way. */
  readonly concurrency: number;
  /** The faulty runs; one more follows, without faults and a window later, after which all must be as desired. */
  readonly runs: readonly FaultyRun[];
}

/** The fault as the emulator takes it. */
export function faultOf(kind: FaultKind, clock: Clock): Fault {
  const when = kind.startsWith("after") ? "after-commit" : "before";
  const answer: Answer | undefined = faultKinds[kind](clock);
  return answer === undefined ? { when, latencyMs: 3 } : { when, answer };
}
