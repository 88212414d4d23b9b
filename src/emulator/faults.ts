/** Faults on demand: what a network, a proxy or a tired service does to a request, switched on by a test. */
import { type Method } from "../service";

/** An answer in place of the service's. A body that is not a text is sent as JSON. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Fault {
  /** Left out: every method. */
  readonly method?: Method;
  /** Beginning of the path, or an expression that matches it; left out: every path. */
  readonly path?: string | RegExp;
  /** How many requests it meets; left out: every one until it is removed. */
  readonly times?: number;
  /** `cut` closes the connection without an answer, `hang` never answers. */
  readonly answer: FaultAnswer | "cut" | "hang";
  /** Before the service has done anything (the default), or in place of its successful answer. */
  readonly when?: "before" | "after-commit";
}

export interface ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many more requests it meets; undefined: any number. */
  readonly remaining: number | undefined;
}

export class Faults {
  private active: ActiveFault[] = [];
  private lastId = 0;

  /** @returns its id, and a way to remove it */
  add(fault: Fault): { readonly id: number; remove(): void } {
    const { times } = fault;
    if (times !== undefined && !(Number.isInteger(times) && times > 0)) {
      throw new RangeError(`a fault meets a whole number of requests, at least 1, not ${times}`);
    }
    const id = ++this.lastId;
    this.active.push({ id, fault, remaining: fault.times });
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

  /** The first fault for such a request, counted as used. */
  take(when: "before" | "after-commit", method: string, path: string): ActiveFault | undefined {
    const found = this.active.find(
      ({ fault }) => (fault.when ?? "before") === when && concerns(fault, method, path),
    );
    if (found?.remaining !== undefined) this.use(found, found.remaining - 1);
    return found;
  }

  private use(used: ActiveFault, remaining: number): void {
    this.active = this.active
      .map((other) => (other === used ? { ...other, remaining } : other))
      .filter((other) => other.remaining !== 0);
  }
}

function concerns(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path === undefined) return true;
  return typeof fault.path === "string" ? path.startsWith(fault.path) : path.search(fault.path) !== -1;
}
