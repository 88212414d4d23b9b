/**
 * Other processes of the same run. Terraform starts one process for each provider block, and a process receives only the requests for its
 * own resources. So the processes announce which names and alerts their resources hold (docs/decisions/0017-provider-blocks.md).
 */
import { isSameText, TextMap } from "../service";

/** What a process announces about an alert, by its id, or about a name. Times are in Unix milliseconds. */
export type Announcement =
  /** A state contains the alert under this name. */
  | { readonly type: "managed"; readonly id: number; readonly name: string }
  /** The plan keeps the alert under this name. Without a name, it no longer does. */
  | { readonly type: "planned"; readonly id: number; readonly name?: string | undefined }
  | { readonly type: "removal-planned" | "removal-canceled"; readonly id: number }
  /** A rename or a deletion, after which the name of the alert may be free. */
  | { readonly type: "departing" | "departed"; readonly id: number }
  /** A rename waits for the departure of the holder of its new name. */
  | { readonly type: "waiting"; readonly id: number; readonly holder: number }
  | { readonly type: "not-waiting"; readonly id: number }
  | { readonly type: "adopting" | "adopted" | "not-adopted"; readonly id: number }
  | { readonly type: "creation-planned" }
  | { readonly type: "claimed" | "unclaimed"; readonly name: string }
  /** The process, or an earlier run, gave this name to the alert, and lists may not show it yet. */
  | {
      readonly type: "named" | "named-earlier";
      readonly id: number;
      readonly name: string;
      readonly at: number;
    }
  /** The process, or an earlier run, deleted the alert, and lists may still show it. */
  | { readonly type: "deleted" | "deleted-earlier"; readonly id: number; readonly at: number };

export interface PeerListener {
  readonly onAnnouncement: (peer: string, announcement: Announcement) => void;
  /** The process ended, and what it started ended with it. */
  readonly onEnd: (peer: string) => void;
}

/** Carries announcements between the processes of a run. No method throws: without a channel, a process is alone. */
export interface PeerChannel {
  readonly announce: (announcement: Announcement) => void;
  /** Passes what other processes announced since the last call to the listener. */
  readonly receive: (listener: PeerListener) => void;
}

/** What another process announced. */
class PeerNames {
  readonly stateNames = new Map<number, Set<string>>();
  readonly plannedNames = new Map<number, string>();
  readonly removals = new Set<number>();
  readonly departing = new Set<number>();
  readonly departed = new Set<number>();
  /** By id of an alert to be renamed: the holder of its new name. */
  readonly waits = new Map<number, number>();
  readonly adopting = new Set<number>();
  readonly adopted = new Set<number>();
  readonly claimed = new TextMap<true>();

  record(announcement: Announcement): void {
    const { type } = announcement;
    switch (type) {
      case "managed": {
        const { id, name } = announcement;
        this.stateNames.set(id, (this.stateNames.get(id) ?? new Set()).add(name));
        return;
      }
      case "planned":
        if (announcement.name === undefined) this.plannedNames.delete(announcement.id);
        else this.plannedNames.set(announcement.id, announcement.name);
        return;
      case "removal-planned":
        this.removals.add(announcement.id);
        return;
      case "removal-canceled":
        this.removals.delete(announcement.id);
        return;
      case "departing":
        this.departing.add(announcement.id);
        return;
      case "departed":
        this.departing.delete(announcement.id);
        this.departed.add(announcement.id);
        return;
      case "waiting":
        this.waits.set(announcement.id, announcement.holder);
        return;
      case "not-waiting":
        this.waits.delete(announcement.id);
        return;
      case "adopting":
        this.adopting.add(announcement.id);
        return;
      case "adopted":
        this.adopted.add(announcement.id);
        this.adopting.delete(announcement.id);
        return;
      case "not-adopted":
        this.adopting.delete(announcement.id);
        return;
      case "claimed":
        this.claimed.set(announcement.name, true);
        return;
      case "unclaimed":
        this.claimed.delete(announcement.name);
        return;
      case "creation-planned":
        // Each plan announces it, and only applies create.
        return;
      case "named":
      case "named-earlier":
      case "deleted":
      case "deleted-earlier":
        // Only lists concern them.
        return;
    }
  }

  end(): void {
    this.departing.clear();
    this.waits.clear();
    this.adopting.clear();
    for (const [name] of [...this.claimed]) this.claimed.delete(name);
  }
}

/** The names and alerts of the other processes of the run. Each query shows what was announced before it. */
export class RunPeers {
  readonly #peers = new Map<string, PeerNames>();

  /**
   * @param channel undefined if the process is alone
   * @param onAnnouncement receives each announcement of another process
   */
  constructor(
    private readonly channel?: PeerChannel,
    private readonly onAnnouncement: (announcement: Announcement) => void = () => undefined,
  ) {}

  announce(announcement: Announcement): void {
    this.channel?.announce(announcement);
  }

  hasManagedAlerts(): boolean {
    return this.#received().some(({ stateNames }) => stateNames.size > 0);
  }

  isManaged(id: number): boolean {
    return this.#received().some(({ stateNames, removals }) => stateNames.has(id) || removals.has(id));
  }

  stateNamesOf(id: number): readonly string[] {
    return this.#received().flatMap(({ stateNames }) => [...(stateNames.get(id) ?? [])]);
  }

  /** Whether the plan of another process keeps another alert under the name. @param id undefined for an alert to be created */
  isNameKept(name: string, id: number | undefined): boolean {
    return this.#received().some(({ plannedNames }) =>
      [...plannedNames].some(([other, planned]) => other !== id && isSameText(planned, name)),
    );
  }

  /** Whether the plan of another process keeps the alert. */
  isPlanned(id: number): boolean {
    return this.#received().some(({ plannedNames }) => plannedNames.has(id));
  }

  isRemovalPlanned(id: number): boolean {
    return this.#received().some(({ removals }) => removals.has(id));
  }

  isDeparting(id: number): boolean {
    return this.#received().some(({ departing }) => departing.has(id));
  }

  hasStartedToDepart(id: number): boolean {
    return this.#received().some(({ departing, departed }) => departing.has(id) || departed.has(id));
  }

  /** Pairs of a waiting alert and the holder of its new name. */
  waits(): readonly (readonly [id: number, holder: number])[] {
    return this.#received().flatMap(({ waits }) => [...waits]);
  }

  isAdopting(id: number): boolean {
    return this.#received().some(({ adopting }) => adopting.has(id));
  }

  isAdopted(id: number): boolean {
    return this.#received().some(({ adopted }) => adopted.has(id));
  }

  hasClaimed(name: string): boolean {
    return this.#received().some(({ claimed }) => claimed.has(name));
  }

  #received(): readonly PeerNames[] {
    this.channel?.receive({
      onAnnouncement: (peer, announcement) => {
        this.#namesOf(peer).record(announcement);
        this.onAnnouncement(announcement);
      },
      onEnd: (peer) => {
        this.#namesOf(peer).end();
      },
    });
    return [...this.#peers.values()];
  }

  #namesOf(peer: string): PeerNames {
    const names = this.#peers.get(peer) ?? new PeerNames();
    this.#peers.set(peer, names);
    return names;
  }
}
