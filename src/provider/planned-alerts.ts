/**
 * What the requests of this process plan for alerts and their names. Terraform plans each resource separately, in random order, and a
 * request does not contain the address of its resource. A client may plan a resource more than once: such requests have the same owner.
 */
import { type RunControl } from "../engine";
import { isSameText, TextMap } from "../service";

/** The planned change of a resource that manages an alert, or adopts it. */
export interface PlannedAlert {
  /** Key of the resource in its private state. */
  readonly owner: string;
  /** The planned name, or the one in the state if the alert is removed. Undefined while it is unknown. */
  readonly name: string | undefined;
  /** The alert is deleted or replaced. */
  readonly isRemoved?: boolean;
  /** The resource does not manage the alert yet. */
  readonly isAdopted?: boolean;
}

const pollIntervalMs = 50;
/** Polls without a new request after which none is expected. A busy machine needs up to a second between two requests. */
const maxIdlePolls = 20;
/** Terraform's default parallelism. */
const maxConcurrentRequests = 10;

export class PlannedAlerts {
  readonly #alerts = new Map<number, PlannedAlert>();
  /** The owners of alerts to be created, by name. */
  readonly #creations = new TextMap<string>();
  readonly #removed = new Set<number>();
  /** Requests since the start of the process, those in flight, and those of them that wait for the plan of another resource. */
  readonly #requests = { started: 0, active: 0, waiting: 0 };

  constructor(private readonly run: RunControl) {}

  get(id: number): PlannedAlert | undefined {
    return this.#alerts.get(id);
  }

  /** Alerts that were planned to be deleted or replaced. */
  get removed(): ReadonlySet<number> {
    return this.#removed;
  }

  /** @returns the plan of another resource for the alert, unless both remove it */
  plan(id: number, plan: PlannedAlert): PlannedAlert | undefined {
    const previous = this.#alerts.get(id);
    this.#alerts.set(id, plan);
    if (plan.isRemoved === true) this.#removed.add(id);
    if (previous === undefined || previous.owner === plan.owner) return undefined;
    return previous.isRemoved === true && plan.isRemoved === true ? undefined : previous;
  }

  /** @returns whether another resource is created under the name */
  planCreation(name: string, owner: string): boolean {
    const first = this.#creations.get(name) ?? owner;
    this.#creations.set(name, first);
    return first !== owner;
  }

  endCreation(name: string): void {
    this.#creations.delete(name);
  }

  /** Whether another resource is planned to have the name. @param id undefined for a creation */
  isPlanned(name: string, id: number | undefined): boolean {
    if (id !== undefined && this.#creations.has(name)) return true;
    return [...this.#alerts].some(([other, plan]) => other !== id && keepsName(plan, name));
  }

  /** Runs the work of one request. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#requests.started++;
    this.#requests.active++;
    try {
      return await work();
    } finally {
      this.#requests.active--;
    }
  }

  /**
   * Waits until the plan of another resource meets the condition. Terraform does not announce its last request, so the wait ends when all
   * requests wait, and none arrives for a second (`ended`), or none can arrive (`full`). @throws ProblemError if interrupted
   */
  async waitForPlan(isMet: () => boolean): Promise<"met" | "ended" | "full"> {
    const requests = this.#requests;
    requests.waiting++;
    try {
      for (let idlePolls = 0; idlePolls < maxIdlePolls && !isMet();) {
        const { started } = requests;
        await this.run.sleep(pollIntervalMs);
        const areAllWaiting = requests.active <= requests.waiting;
        if (areAllWaiting && requests.waiting >= maxConcurrentRequests) return isMet() ? "met" : "full";
        idlePolls = areAllWaiting && requests.started === started ? idlePolls + 1 : 0;
      }
      return isMet() ? "met" : "ended";
    } finally {
      requests.waiting--;
    }
  }
}

/** Whether the alert has the name after the change. */
export function keepsName({ name, isRemoved }: PlannedAlert, desired: string): boolean {
  return isRemoved !== true && name !== undefined && isSameText(name, desired);
}
