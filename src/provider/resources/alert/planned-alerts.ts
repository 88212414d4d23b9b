/**
 * What this process planned for alerts, to find two resources that manage one alert or are planned to have one name.
 *
 * A request does not say which resource it concerns, and the protocol promises neither an order nor a number of requests: Terraform
 * plans a resource once in a process, and Pulumi several times. So two plans conflict only if they certainly concern two resources.
 * The apply detects the other duplicates.
 */
import { randomBytes } from "node:crypto";
import { RunPeers } from "../../../engine";
import { TextMap } from "../../../service";
import { isWhollyKnown } from "../../../tfplugin";
import { isComputed } from "./schema";

/** The planned value of each argument as JSON; an argument that is not wholly known is left out. */
export type PlannedArguments = ReadonlyMap<string, string>;

export interface PlannedAlert {
  /** Undefined while it is unknown. */
  readonly name: string | undefined;
  readonly arguments: PlannedArguments;
}

/** `loaded`: the state has it. `kept`: it is planned to stay or to be replaced. `deleted`: its deletion with the alert is planned. */
type OwnerStatus = "loaded" | "kept" | "deleted";

/** `managed-twice`: another resource keeps the alert. `deleted-by-another`: it deletes the alert, and its plan cannot change. */
export type UpdatePlanning = "planned" | "managed-twice" | "deleted-by-another";

interface PlannedCreation {
  readonly arguments: PlannedArguments;
  /** Whether its plan has not ended. */
  isRunning: boolean;
}

export class PlannedAlerts {
  /** By id, then by key: the resources that manage the alert. */
  readonly #owners = new Map<number, Map<string, OwnerStatus>>();
  /** By id: the key of the resource that created or adopted the alert in this process. */
  readonly #creators = new Map<number, string>();
  /** By id: the key of a refreshed resource that adopted the alert and may not be the only one that manages it. */
  readonly #adopters = new Map<number, string>();
  /** By id: how many times the client loaded a state with the alert. */
  readonly #loads = new Map<number, number>();
  /** Keys of imports by this process. A client may import an alert several times and store only the last result. */
  readonly #imports = new Set<string>();
  /** By id: the last plan of an alert that is not deleted. */
  readonly #kept = new Map<number, PlannedAlert>();
  /** By planned name: ids of such alerts. */
  readonly #idsByName = new TextMap<Set<number>>();
  /** By name. */
  readonly #creations = new TextMap<PlannedCreation>();
  #hasRepeatedPlans = false;

  /** @param peers the other provider processes of the run */
  constructor(private readonly peers = new RunPeers()) {}

  /** @returns a key for a resource that starts to manage an alert, stored in its private state */
  createOwner(): string {
    return randomBytes(6).toString("base64url");
  }

  createImportOwner(): string {
    const owner = this.createOwner();
    this.#imports.add(owner);
    return owner;
  }

  /** Whether the resource created or adopted the alert in this process. */
  isCreator(id: number, owner: string | undefined): boolean {
    return owner !== undefined && this.#creators.get(id) === owner;
  }

  /** Records that the client loaded a state with the alert. Terraform loads the state of each resource once in a process. */
  recordLoad(id: number): void {
    this.#loads.set(id, (this.#loads.get(id) ?? 0) + 1);
  }

  /** Records a resource whose state contains the alert. @param owner undefined if the state has none */
  recordOwner(id: number, owner: string | undefined): void {
    if (owner !== undefined && this.#owners.get(id)?.has(owner) !== true) this.#setOwner(id, owner, "loaded");
  }

  /**
   * Records the plan of an update or a replacement.
   * @param owner undefined if the state has none
   */
  planUpdate(id: number, owner: string | undefined, plan: PlannedAlert): UpdatePlanning {
    if (this.#isKeptByAnother(id, owner, plan)) return "managed-twice";
    if (this.#others(id, owner).includes("deleted")) return "deleted-by-another";
    this.#hasRepeatedPlans ||= this.#kept.has(id);
    this.#keep(id, owner, plan);
    return "planned";
  }

  /** Forgets a resource that leaves the state. */
  removeOwner(id: number, owner: string | undefined): void {
    if (owner !== undefined) this.#owners.get(id)?.delete(owner);
  }

  /** Records that the resource keeps an alert that it adopted although another one may manage it. */
  recordAdopter(id: number, owner: string | undefined): void {
    if (owner !== undefined) this.#adopters.set(id, owner);
  }

  isAdoptedByAnother(id: number, owner: string | undefined): boolean {
    return this.#adopters.has(id) && this.#adopters.get(id) !== owner;
  }

  /** Whether the states of several refreshed resources contain the alert. @param owner undefined if the state has none */
  hasOtherOwner(id: number, owner: string | undefined): boolean {
    return this.#others(id, owner).length > 0;
  }

  /** Whether the states of several resources may contain the alert. */
  mayHaveOtherOwner(id: number, owner: string | undefined): boolean {
    return this.hasOtherOwner(id, owner) || (this.#loads.get(id) ?? 0) > 1;
  }

  /** Whether another resource is planned to keep the alert. @param owner undefined if the state has none */
  isKeptByAnother(id: number, owner: string | undefined): boolean {
    return this.#others(id, owner).includes("kept");
  }

  /** Records the plan of a deletion of the alert. */
  planDeletion(id: number, owner: string | undefined): void {
    if (owner !== undefined) this.#setOwner(id, owner, "deleted");
    this.#forget(id);
  }

  /** Records the second plan of a replacement. */
  planReplacement(id: number, owner: string | undefined, plan: PlannedAlert): void {
    this.#keep(id, owner, plan);
  }

  /** Whether a resource is planned to keep the alert, perhaps under another name. */
  isPlanned(id: number): boolean {
    return this.#kept.has(id) || this.peers.isPlanned(id);
  }

  /** Whether an alert with the name was planned and not created yet. */
  isCreationPlanned(name: string | undefined): boolean {
    return name !== undefined && this.#creations.has(name);
  }

  /**
   * Runs the plan of a creation.
   * @param work gets whether another planned creation certainly has the name: it runs at the same time, or its arguments differ
   */
  async planCreation<T>(
    { name, arguments: planned }: PlannedAlert,
    work: (isDuplicate: boolean) => Promise<T>,
  ): Promise<T> {
    this.peers.announce({ type: "creation-planned" });
    if (name === undefined) return work(false);
    const other = this.#creations.get(name);
    const isDuplicate = other !== undefined && (other.isRunning || differ(other.arguments, planned));
    const creation = { arguments: planned, isRunning: true };
    if (!isDuplicate) this.#creations.set(name, creation);
    try {
      return await work(isDuplicate);
    } finally {
      creation.isRunning = false;
    }
  }

  /** Records the start of an apply of a creation. Its plan can no longer conflict with others, and its alert can. */
  startCreation(name: string): void {
    this.#creations.delete(name);
  }

  /** @param plan undefined if the alert existed, because another resource may have a plan for it */
  recordCreated(id: number, owner: string, plan: PlannedAlert | undefined): void {
    this.#creators.set(id, owner);
    if (plan !== undefined) this.#keep(id, owner, plan);
  }

  recordDeleted(id: number): void {
    this.#forget(id);
  }

  /**
   * Whether an alert of another resource is planned to keep the name.
   * @param id undefined for a creation, which may be the second plan of a replacement if all arguments are equal
   */
  isNameKept(name: string, id: number | undefined, planned: PlannedArguments): boolean {
    // If the client plans resources repeatedly, a later plan may free the name.
    if (this.#hasRepeatedPlans) return false;
    const isReplacement = (keptId: number) => {
      const kept = this.#kept.get(keptId);
      return id === undefined && kept !== undefined && !differ(kept.arguments, planned);
    };
    const isKeptHere = [...(this.#idsByName.get(name) ?? [])].some(
      (keptId) => keptId !== id && !isReplacement(keptId),
    );
    return isKeptHere || this.peers.isNameKept(name, id);
  }

  #keep(id: number, owner: string | undefined, plan: PlannedAlert): void {
    if (owner !== undefined) this.#setOwner(id, owner, "kept");
    this.#forget(id);
    this.#kept.set(id, plan);
    if (plan.name === undefined) return;
    this.peers.announce({ type: "planned", id, name: plan.name });
    const ids = this.#idsByName.get(plan.name) ?? new Set();
    this.#idsByName.set(plan.name, ids.add(id));
  }

  #forget(id: number): void {
    const name = this.#kept.get(id)?.name;
    this.#kept.delete(id);
    if (name === undefined) return;
    this.#idsByName.get(name)?.delete(id);
    this.peers.announce({ type: "planned", id });
  }

  #setOwner(id: number, owner: string, status: OwnerStatus): void {
    const owners = this.#owners.get(id) ?? new Map<string, OwnerStatus>();
    this.#owners.set(id, owners.set(owner, status));
  }

  /** What is known of the other resources that manage the alert. */
  #others(id: number, owner: string | undefined): readonly OwnerStatus[] {
    if (owner === undefined) return [];
    return [...(this.#owners.get(id) ?? [])].flatMap(([other, status]) => (other === owner ? [] : [status]));
  }

  #isKeptByAnother(id: number, owner: string | undefined, plan: PlannedAlert): boolean {
    if (!this.isKeptByAnother(id, owner)) return false;
    const kept = this.#kept.get(id);
    const areImports = [owner, ...(this.#owners.get(id)?.keys() ?? [])].every(
      (key) => key !== undefined && this.#imports.has(key),
    );
    return !areImports || kept === undefined || differ(kept.arguments, plan.arguments);
  }
}

/** @param values planned values by attribute */
export function plannedArguments(values: object): PlannedArguments {
  const known = Object.entries(values).filter(([name, value]) => !isComputed(name) && isWhollyKnown(value));
  return new Map(known.map(([name, value]) => [name, JSON.stringify(value)]));
}

function differ(a: PlannedArguments, b: PlannedArguments): boolean {
  return [...a].some(([name, value]) => b.has(name) && b.get(name) !== value);
}
