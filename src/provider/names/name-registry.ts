/**
 * Records what the requests of this process show about alerts and their names. A request is about one resource and does not contain its
 * address. Another process, or a later request, may manage an alert that is not recorded here.
 */
import { isSameText, TextMap } from "../../service";
import { createdTwice, type SecondOwner } from "./name-problems";

/** The planned change of a resource that manages an alert, or adopts it. `remove`: the alert is deleted or replaced. */
export interface AlertPlan {
  readonly action: "keep" | "remove";
  /** The planned name, or the one in the state if the alert is removed. Undefined while it is unknown. */
  readonly name: string | undefined;
  /** Key of the resource in its private state. */
  readonly owner?: string | undefined;
  readonly isAdoption?: boolean;
}

interface KnownAlert {
  /** Names in the states that the client loaded. */
  readonly stateNames: Set<string>;
  plan?: AlertPlan | undefined;
}

/**
 * Whether a live alert releases its name. `freed`: the alert is renamed, replaced or deleted, or its state has another name. `kept`: a
 * resource keeps the name. `replaced`: a resource has the alert in its state and no plan: it is tainted. `unknown`: no request has shown it.
 */
export type PlannedRelease = "freed" | "kept" | "replaced" | "unknown";

export class NameRegistry {
  readonly #alerts = new Map<number, KnownAlert>();
  /** By name: the arguments of planned creations, and `undefined` for one in progress. */
  readonly #creations = new TextMap<string | undefined>();
  /** Alerts whose rename or deletion is in progress, or has ended. */
  readonly #releases = new Map<number, "in progress" | "ended">();
  /** By id of an alert to be renamed: the alert that has its new name. */
  readonly #waits = new Map<number, number>();

  /** @param repeatsRequests whether the client plans a resource several times in a process, as Pulumi does */
  constructor(private readonly repeatsRequests: boolean) {}

  /** Records that a resource has the alert in its state, under this name. A client that repeats requests stores only the last import. */
  recordState(id: number, name: string, isImport = false): void {
    if (isImport && this.repeatsRequests) this.#alerts.delete(id);
    this.#of(id).stateNames.add(name);
  }

  isManaged(id: number): boolean {
    return (this.#alerts.get(id)?.stateNames.size ?? 0) > 0;
  }

  isRemovalPlanned(id: number): boolean {
    return this.#alerts.get(id)?.plan?.action === "remove";
  }

  /** @returns the other resource if two manage the alert and at least one keeps it */
  planChange(id: number, plan: AlertPlan): SecondOwner | undefined {
    const known = this.#of(id);
    const previous = known.plan;
    known.plan = plan;
    if (previous === undefined || (previous.action === "remove" && plan.action === "remove"))
      return undefined;
    if (this.repeatsRequests && (previous.owner ?? plan.owner) === (plan.owner ?? previous.owner))
      return undefined;
    const names = new Set([plan.name ?? "", previous.name ?? "", ...known.stateNames]);
    return {
      names: [...names].filter((name) => name !== "").slice(0, 2),
      isAdopted: previous.isAdoption === true,
      isNameFreed: previous.name !== undefined && !keepsName(plan, previous.name),
    };
  }

  /** @param content of the arguments @returns whether another resource is created under the name */
  planCreation(name: string, content: string): boolean {
    const isFirst = !this.#creations.has(name);
    const isRepeated = this.repeatsRequests && this.#creations.get(name) === content;
    if (isFirst) this.#creations.set(name, content);
    return !isFirst && !isRepeated;
  }

  /** Whether another resource is planned to have the name. @param id undefined for a creation */
  isNamePlanned(name: string, id: number | undefined): boolean {
    const isCreated = id !== undefined && this.#creations.has(name);
    return isCreated || [...this.#alerts].some(([other, { plan }]) => other !== id && keepsName(plan, name));
  }

  plannedReleaseOf(id: number, name: string): PlannedRelease {
    const known = this.#alerts.get(id);
    if (this.#releases.has(id)) return "freed";
    if (known === undefined) return "unknown";
    if (known.plan !== undefined) return keepsName(known.plan, name) ? "kept" : "freed";
    return [...known.stateNames].some((stateName) => isSameText(stateName, name)) ? "replaced" : "freed";
  }

  /** Runs a creation. @throws ProblemError if this process creates another alert with the name */
  async claim<T>(name: string, create: () => Promise<T>): Promise<T> {
    if (this.#creations.has(name) && this.#creations.get(name) === undefined) throw createdTwice(name);
    this.#creations.set(name, undefined);
    try {
      return await create();
    } finally {
      this.#creations.delete(name);
    }
  }

  /** Runs a rename or a deletion, after which the name of the alert may be free. @param work may call `onNameFreed` before it ends */
  async release<T>(id: number, work: (onNameFreed: () => void) => Promise<T>): Promise<T> {
    const end = () => this.#releases.set(id, "ended");
    this.#releases.set(id, "in progress");
    try {
      return await work(end);
    } finally {
      end();
    }
  }

  releaseOf(id: number): "in progress" | "ended" | undefined {
    return this.#releases.get(id);
  }

  isAwaited(id: number): boolean {
    return [...this.#waits.values()].includes(id);
  }

  /** Runs a wait of an alert to be renamed. @param wait receives whether the other alert waits for this one, perhaps through others */
  async waitFor<T>(other: number, waiter: number, wait: (isCycle: boolean) => Promise<T>): Promise<T> {
    this.#waits.set(waiter, other);
    try {
      return await wait(this.#isInCycle(waiter));
    } finally {
      this.#waits.delete(waiter);
    }
  }

  #isInCycle(waiter: number): boolean {
    const seen = new Set<number>();
    let next = this.#waits.get(waiter);
    // An alert whose name is free no longer blocks those that waited for it.
    while (next !== undefined && !seen.has(next) && this.#releases.get(next) === "in progress") {
      seen.add(next);
      next = this.#waits.get(next);
    }
    return seen.has(waiter);
  }

  #of(id: number): KnownAlert {
    const known = this.#alerts.get(id) ?? { stateNames: new Set() };
    this.#alerts.set(id, known);
    return known;
  }
}

function keepsName(plan: AlertPlan | undefined, name: string): boolean {
  return plan?.action === "keep" && plan.name !== undefined && isSameText(plan.name, name);
}
