/** What happens while a plan is made and carried out, as typed events: whoever shows progress listens to these. */
import { type Problem } from "../diagnostics";
import { type Action } from "../reconcile";

export type ProgressEvent =
  | {
      /** Configurations are read, one by one. */
      readonly type: "reading-configurations";
      readonly read: number;
      readonly total: number;
    }
  | {
      readonly type: "change-started";
      readonly name: string;
      readonly action: Action;
      /** How many changes have ended, of how many. */
      readonly finished: number;
      readonly total: number;
    }
  | {
      readonly type: "change-finished";
      readonly name: string;
      readonly action: Action;
      readonly problems: readonly Problem[];
      /** How many changes have ended, this one included, of how many. */
      readonly finished: number;
      readonly total: number;
    }
  | {
      /** All is written; the run waits until it has taken effect. */
      readonly type: "waiting-for-propagation";
      /** Unix milliseconds. */
      readonly until: number;
    }
  | {
      /** Something differs from its definition; a read may be stale for so long. */
      readonly type: "looking-again";
      readonly differing: number;
      /** Unix milliseconds. */
      readonly until: number;
    }
  | {
      /** The list is read until it shows whether the alert exists. */
      readonly type: "looking-for-alert";
      /** `name-taken`: the service says so, and the list does not show who has it. */
      readonly why: "answer-lost" | "name-taken";
      readonly name: string;
      /** Unix milliseconds: when the list can no longer be stale. */
      readonly until: number;
    };

export type ProgressListener = (event: ProgressEvent) => void;
