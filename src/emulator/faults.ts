import * as z from "zod";
import { matchesPath } from "./path-pattern";

/** Node fires timers with a longer delay immediately. */
const maxLatencyMs = 2 ** 31 - 1;

const integerFrom = (min: number) => z.number().min(min).refine(Number.isSafeInteger, "must be an integer");

const faultResponseSchema = z.strictObject({
  status: z.int().min(200).max(599),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).exactOptional(),
  body: z.unknown().exactOptional(),
});

const answerSchema = z.union([
  z.enum(["cut", "hang", "cut-in-body", "truncated", "garbage"]),
  z.strictObject({ keep: integerFrom(0) }),
  faultResponseSchema,
]);

export const faultSchema = z
  .strictObject({
    /** Default: every method. */
    method: z.enum(["GET", "POST", "PUT", "DELETE"]).exactOptional(),
    /** The whole path, in which `*` matches any text, for example `/api/v2/config/alerts/*`. Default: every path. */
    path: z.string().exactOptional(),
    /** Number of the first matching request that the fault applies to, from 1. Default: 1. */
    nth: integerFrom(1).exactOptional(),
    /** How many matching requests the fault applies to, from `nth` on. Default: no limit. */
    times: integerFrom(1).exactOptional(),
    /** Delay in milliseconds of real time. Without `answer`, the service's response is sent after the delay. */
    latencyMs: z.number().min(0).max(maxLatencyMs).exactOptional(),
    /** Response to send. `cut` closes the connection without a response. `hang` never responds. */
    answer: answerSchema.exactOptional(),
    /**
     * `before`, the default, skips the service. `after-commit` lets the service handle the request and applies the fault
     * if it succeeds. A `ResponseChange` always uses `after-commit`.
     */
    when: z.enum(["before", "after-commit"]).exactOptional(),
  })
  .refine(({ answer, latencyMs }) => answer !== undefined || latencyMs !== undefined, {
    path: ["answer"],
    error: "is required without latencyMs",
  })
  .refine(({ answer, when }) => when !== "before" || answer === undefined || !isResponseChange(answer), {
    path: ["when"],
    error: 'must be "after-commit" for a changed response',
  });

/** A response that replaces the service's response. A body that is not a string is sent as JSON. */
export type FaultResponse = Readonly<z.infer<typeof faultResponseSchema>>;

/**
 * A fault and the requests that it applies to.
 *
 * @example
 * const fault: Fault = { method: "POST", path: "/api/v2/config/alerts", times: 1, answer: { status: 503 } };
 */
export type Fault = Readonly<z.infer<typeof faultSchema>>;

/**
 * A change to the service's response. `cut-in-body` closes the connection halfway through the body, `truncated` sends
 * the first half as a complete body, `garbage` sends bytes that are not JSON, and `keep` sends a list's first elements.
 */
export type ResponseChange = Exclude<z.infer<typeof answerSchema>, "cut" | "hang" | FaultResponse>;

/** A fault that has not been removed or used up. */
export interface ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  /** Number of requests that matched. */
  readonly seen: number;
  /** Number of requests that the fault still applies to; undefined: no limit. */
  readonly remaining: number | undefined;
}

interface FaultMatch {
  /** Uses up one application of the fault that applies before the service handles the request. */
  before(): ActiveFault | undefined;
  /** Uses up one application of the fault that applies after the service succeeded. */
  afterCommit(): ActiveFault | undefined;
}

/**
 * The faults of an emulator. At most one fault applies to a request: the first added fault that matches.
 *
 * @example
 * const { remove } = emulator.faults.add({ path: "/api/v2/hosts", latencyMs: 2000 });
 * // Requests to /api/v2/hosts take 2 seconds longer.
 * remove();
 */
export class Faults {
  #active: CountedFault[] = [];
  #lastId = 0;

  /**
   * Adds a fault.
   * @returns its ID, and a function that removes it
   * @throws RangeError if a value is out of range or two values contradict each other
   */
  add(fault: Fault): { readonly id: number; remove(): void } {
    const issue = faultSchema.safeParse(fault).error?.issues[0];
    if (issue !== undefined)
      throw new RangeError(`A fault's "${issue.path.join(".")}" is not valid: ${issue.message}.`);
    const id = ++this.#lastId;
    this.#active.push({ id, fault, seen: 0, remaining: fault.times });
    return {
      id,
      remove: () => {
        this.#active = this.#active.filter((other) => other.id !== id);
      },
    };
  }

  /** Returns the active faults, oldest first. */
  list(): readonly ActiveFault[] {
    return this.#active.map((active) => ({ ...active }));
  }

  clear(): void {
    this.#active = [];
  }

  /** Counts the request for every fault that it matches, including faults that are not applied to it. */
  match(method: string, path: string): FaultMatch {
    const matching = this.#active.filter(({ fault }) => matches(fault, method, path));
    for (const active of matching) active.seen++;
    const due = matching.filter(({ fault, seen }) => seen >= (fault.nth ?? 1));
    return {
      before: () => this.#use(due.slice(0, 1), "before"),
      afterCommit: () => this.#use(due, "after-commit"),
    };
  }

  /** Uses the first of these faults that is still active. A concurrent request can have used one up. */
  #use(due: readonly CountedFault[], when: Fault["when"]): ActiveFault | undefined {
    const used = due.find((active) => this.#active.includes(active) && phaseOf(active.fault) === when);
    if (used?.remaining !== undefined && --used.remaining === 0)
      this.#active = this.#active.filter((other) => other !== used);
    return used;
  }
}

type CountedFault = { -readonly [Key in keyof ActiveFault]: ActiveFault[Key] };

export function isResponseChange(answer: z.infer<typeof answerSchema>): answer is ResponseChange {
  if (typeof answer === "object") return "keep" in answer;
  return answer !== "cut" && answer !== "hang";
}

function phaseOf({ answer, when = "before" }: Fault): NonNullable<Fault["when"]> {
  return answer !== undefined && isResponseChange(answer) ? "after-commit" : when;
}

function matches({ method, path: pattern }: Fault, requestMethod: string, requestPath: string): boolean {
  if (method !== undefined && method !== requestMethod) return false;
  return pattern === undefined || matchesPath(pattern, requestPath);
}
