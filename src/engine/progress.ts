/** Progress of a plan and its execution, as typed events. */
import { type Problem } from "../diagnostics";
import { type Action } from "../reconcile";

/**
 * `name-taken`: the service refuses the name of the object, but does not list the alert that has it. `incomplete-alert`: the alert that has
 * the name lacks a configuration, because it was deleted or because its creation did not end.
 */
export type LookupReason = "response-lost" | "name-taken" | "incomplete-alert";

export type ProgressEvent =
  | {
      readonly type: "reading-configurations";
      readonly read: number;
      readonly total: number;
    }
  | {
      readonly type: "reading-events";
      /** Seconds of the period that are read, out of `total`. */
      readonly read: number;
      readonly total: number;
      readonly events: number;
    }
  | {
      readonly type: "change-started";
      readonly name: string;
      readonly action: Action;
      /** Changes that ended, out of `total`. */
      readonly finished: number;
      readonly total: number;
    }
  | {
      readonly type: "change-finished";
      readonly name: string;
      readonly action: Action;
      readonly problems: readonly Problem[];
      /** Changes that ended, including this one, out of `total`. */
      readonly finished: number;
      readonly total: number;
    }
  | {
      /** All changes are written; the run waits for them to take effect. */
      readonly type: "waiting-for-propagation";
      /** Unix milliseconds. */
      readonly until: number;
    }
  | {
      /** Alerts differ from their definitions; the reads may be stale, so they are repeated. */
      readonly type: "waiting-to-refetch";
      readonly differing: number;
      /** Unix milliseconds. */
      readonly until: number;
    }
  | {
      /** A watch compares again after its interval. */
      readonly type: "waiting-to-compare";
      /** Unix milliseconds. */
      readonly until: number;
    }
  | {
      /** The list is polled until it shows whether the alert exists. */
      readonly type: "looking-for-alert";
      readonly reason: LookupReason;
      readonly name: string;
      /** When the list is fresh, in Unix milliseconds. */
      readonly until: number;
    };

export type ProgressListener = (event: ProgressEvent) => void;
