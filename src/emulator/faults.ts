/** Faults on demand: what a network, a proxy or a tired service does to a request, switched on by a test. */
import { type Method } from "../service";

/** An answer in place of the service's. A body that is not a text is sent as JSON. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The service's answer: broken off halfway, half of it as if that were all, no JSON, or a list's first elements. */
export type AnswerChange = "cut-in-body" | "truncated" | "garbage" | { readonly keep: number };

export interface Fault {
  /** Left out: every method. */
  readonly method?: Method;
  /** Beginning of the path, or an expression that matches it; left out: every path. */
  readonly path?: string | RegExp;
  /** The first matching request that it meets, counted from 1; left out: the first. */
  readonly nth?: number;
  /** How many requests it meets from there on; left out: every one until it is removed. */
  readonly times?: number;
  /** Milliseconds of real time that pass first. With them and no answer, the service's own comes late. */
  readonly latencyMs?: number;
  /** `cut` closes the connection without an answer, `hang` never answers. */
  readonly answer?: FaultAnswer | "cut" | "hang" | AnswerChange;
  /** Before the service has done anything (the default), or once it has succeeded; always so for an `AnswerChange`. */
  readonly when?: "before" | "after-commit";
}

export interface ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many requests have matched it. */
  readonly seen: number;
  /** How many more requests it meets; undefined: any number. */
  readonly remaining: number | undefined;
}

/** The faults that may meet one request. */
export interface FaultMatch {
  /** The fault that comes before the service does anything, counted as used. */
  before(): ActiveFault | undefined;
  /** To be asked once the service has succeeded: the fault that comes then, counted as used. */
  afterCommit(): ActiveFault | undefined;
}

export class Faults {
  private active: ActiveFault[] = [];
  private lastId = 0;

  /** @returns its id, and a way to remove it. @throws RangeError for a fault that cannot be */
  add(fault: Fault): { readonly id: number; remove(): void } {
    const defect = defectOf(fault);
    if (defect !== undefined) throw new RangeError(`A fault's "${defect.path.join(".")}" ${defect.problem}.`);
    const id = ++this.lastId;
    this.active.push({ id, fault, seen: 0, remaining: fault.times });
    return {
      id,
      remove: () => {
        this.active = this.active.filter((other) => other.id !== id);
      },
    };
  }

  list(): readonly ActiveFault[] {
    return [...this.active];
  }

  clear(): void {
    this.active = [];
  }

  /** Counts a request for every fault that it matches, whichever of them it then meets. */
  meet(method: string, path: string): FaultMatch {
    this.active = this.active.map((one) =>
      concerns(one.fault, method, path) ? { ...one, seen: one.seen + 1 } : one,
    );
    const due = this.active
      .filter(({ fault, seen }) => concerns(fault, method, path) && seen >= (fault.nth ?? 1))
      .map(({ id }) => id);
    return {
      before: () => this.use(due.slice(0, 1), "before"),
      afterCommit: () => this.use(due, "after-commit"),
    };
  }

  /** The first of these that is still in force. Another request may have used one up in the meantime. */
  private use(ids: readonly number[], when: Fault["when"]): ActiveFault | undefined {
    const used = this.active.find(({ id, fault }) => ids.includes(id) && momentOf(fault) === when);
    if (used?.remaining === undefined) return used;
    const remaining = used.remaining - 1;
    this.active = this.active.flatMap((other) => {
      if (other !== used) return [other];
      return remaining === 0 ? [] : [{ ...used, remaining }];
    });
    return used;
  }
}

/** A timer of more milliseconds than this ends at once. */
const maxLatencyMs = 2 ** 31 - 1;

/** @returns what cannot be about a fault, to follow the name of the field, or undefined */
export function defectOf({ nth = 1, times = 1, latencyMs, answer, when }: Omit<Fault, "method" | "path">) {
  const defect = (problem: string, ...path: [string, ...string[]]) => ({ path, problem });
  if (!isCount(nth)) return defect(`must be a whole number, at least 1, not ${nth}`, "nth");
  if (!isCount(times)) return defect(`must be a whole number, at least 1, not ${times}`, "times");
  if (latencyMs !== undefined && !(latencyMs >= 0 && latencyMs <= maxLatencyMs)) {
    return defect(`must be a number from 0 to ${maxLatencyMs}, not ${latencyMs}`, "latencyMs");
  }
  if (answer === undefined) {
    return latencyMs === undefined ? defect("is needed where there is no latencyMs", "answer") : undefined;
  }
  if (!isChange(answer)) return undefined;
  if (when === "before") return defect("cannot be before an answer that is to be changed", "when");
  if (typeof answer !== "object" || isCount(answer.keep, 0)) return undefined;
  return defect(`must be a whole number, at least 0, not ${answer.keep}`, "answer", "keep");
}

export function isChange(answer: NonNullable<Fault["answer"]>): answer is AnswerChange {
  if (typeof answer === "object") return "keep" in answer;
  return answer !== "cut" && answer !== "hang";
}

function momentOf({ answer, when = "before" }: Fault): NonNullable<Fault["when"]> {
  return answer !== undefined && isChange(answer) ? "after-commit" : when;
}

function isCount(value: number, least = 1): boolean {
  return Number.isSafeInteger(value) && value >= least;
}

function concerns(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path === undefined) return true;
  return typeof fault.path === "string" ? path.startsWith(fault.path) : path.search(fault.path) !== -1;
}
