/**
 * A sequence of Terraform runs on one state: changes of the configuration, edits by hand, pauses and disturbances. It is plain data, so
 * that a failing sequence can be described, replayed and reduced.
 */
import { type FaultKind } from "../schedules/schedule";

type Kind = "event" | "threshold";

/** Everything but the name. There are few contents, so that alerts often have the same one. */
export interface Content {
  readonly kind: Kind;
  readonly policy: 1 | 2;
  /** Selects the category or the trigger of the configuration. */
  readonly value: 1 | 2;
}

export interface DesiredAlert extends Content {
  readonly name: string;
}

/**
 * Keys of the alerts of the configuration. The part before the dot is the label of the resource: `each` is an ordinary resource,
 * `later` depends on something slow, and `second` uses a second provider block of the same environment.
 */
export const keys = ["each.a", "each.b", "each.c", "each.d", "later.e", "later.f", "second.g"] as const;
export type Key = (typeof keys)[number];

export const names = ["ash", "beech", "cedar", "elm", "fir", "oak"] as const;
type Name = (typeof names)[number];

/** A change of the configuration between two applies. */
export type Change =
  /** Adds or overwrites an alert. Another alert with this name takes the former name, or a new one. */
  | { readonly change: "put"; readonly key: Key; readonly name: Name; readonly content: Content }
  /** Renames an alert. Another alert with this name takes the former name: a swap. */
  | { readonly change: "swap name"; readonly key: Key; readonly name: Name }
  /** Renames an alert. Another alert with this name takes a new name: a chain. */
  | { readonly change: "hand on name"; readonly key: Key; readonly name: Name }
  /** Each alert takes the name of the next one: a cycle. */
  | { readonly change: "rotate names" }
  | { readonly change: "set content"; readonly key: Key; readonly content: Content }
  | { readonly change: "remove"; readonly key: Key }
  /** Moves the definition to another key, which Terraform plans as a deletion and a creation with the same name. */
  | { readonly change: "move"; readonly from: Key; readonly to: Key }
  /** Defines an alert with the former name of another one, and with the same content. */
  | { readonly change: "reuse"; readonly key: Key; readonly of: Key }
  /** Removes the first element of the `count` list, so that each other element takes the index of its predecessor. */
  | { readonly change: "drop first element" }
  | { readonly change: "append element" };

/** An edit in the service's user interface. `index` selects one of the alerts, modulo their number. */
export type ManualEdit =
  | {
      readonly edit: "create";
      readonly name: Name;
      readonly content: Content;
      readonly isIncomplete: boolean;
    }
  | { readonly edit: "rename"; readonly index: number; readonly name: Name }
  | { readonly edit: "change"; readonly index: number; readonly content: Content }
  | { readonly edit: "delete"; readonly index: number };

type Victim = "the provider" | "terraform and the provider";

/** What happens at the nth call, or the nth write, of a step. */
export interface Disturbance {
  readonly counts: "calls" | "writes";
  readonly at: number;
  readonly kind:
    | { readonly fault: FaultKind; readonly times: "once" | "from then on" }
    /** Ctrl-C in a terminal, which both processes receive. */
    | { readonly interrupt: true }
    /** SIGKILL before or after the call takes effect. */
    | { readonly kill: Victim; readonly when: "before" | "after" };
}

export type Pause = "within the window" | "past the window";

export interface Step {
  /** Whether the state file is lost before the step. */
  readonly losesState: boolean;
  readonly edits: readonly ManualEdit[];
  readonly pause: Pause;
  readonly changes: readonly Change[];
  /** Undefined: `terraform apply` plans and applies. */
  readonly savedPlan: { readonly pause: Pause; readonly edits: readonly ManualEdit[] } | undefined;
  readonly parallelism: 1 | 2 | 10;
  readonly disturbance: Disturbance | undefined;
  /** Whether the user converges at once if the run fails. Otherwise, the next step follows. */
  readonly settlesAfterFailure: boolean;
}

/** `error` is the default, and written as no argument. */
export type ExistingAlerts = "adopt" | "error";

/** What the user does about a live alert that has the name of an alert to be created. `adopt once`: sets DBMON_EXISTING_ALERTS for one run. */
export type Remedy = "import" | "adopt once";

export interface Sequence {
  readonly uniqueNames: boolean;
  /**
   * For how long reads are stale. The provider's propagation window is longer. After 0.9 seconds, a busy machine has not started the next
   * run; 20 seconds cover it, but a run that waits for a list takes as long.
   */
  readonly staleSeconds: 0 | 0.9 | 3 | 20;
  readonly existingAlerts: ExistingAlerts;
  readonly remedy: Remedy;
  /** What `later` depends on: a data source that is slow to plan, or a resource that is slow to apply. */
  readonly slow: "data source" | "resource";
  /** Number of elements of the `count` list at the start. */
  readonly listLength: number;
  readonly unmanaged: readonly Extract<ManualEdit, { edit: "create" }>[];
  readonly steps: readonly Step[];
  /** Before the final run. */
  readonly lastPause: Pause;
  /** `apply` destroys after it has converged. */
  readonly lastCommand: "apply" | "destroy";
}
