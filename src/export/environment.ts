/** What an export is made from, and what it is: nothing here reads or writes anything. */
import { type LiveAlert, type Referable } from "../reconcile";
import { type Alert, type LiveAlertConfig, type UnsupportedAlert } from "../service";

/** The languages that an environment can be written in. */
export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

/** A destination, a host, a policy or a duration as far as code has to know it. */
export interface Offered extends Referable {
  /** The service still lists it, and does not let alerts refer to it any more. */
  readonly isDeleted?: boolean;
}

export interface LiveEnvironment {
  readonly alerts: readonly LiveAlert[];
  /** Alerts of a kind that this version does not know. */
  readonly unsupportedAlerts: readonly UnsupportedAlert[];
  readonly destinations: readonly Offered[];
  readonly hosts: readonly Offered[];
  readonly policies: readonly Offered[];
  readonly durations: readonly Offered[];
}

/** A live alert that has its configuration. */
export interface WholeAlert {
  readonly alert: Alert;
  readonly config: LiveAlertConfig;
}

/** An alert that no code was written for. */
export interface Skipped {
  readonly id: number;
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

export interface ExportedFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly text: string;
  /**
   * `begun`: written where there is none, and never touched again: it is the project's own. `record`: the export's own, which nobody
   * edits. Default: code, which is for people to edit.
   */
  readonly keeping?: "begun" | "record";
}

export interface Export {
  /** How many alerts are in the files. */
  readonly alerts: number;
  readonly files: readonly ExportedFile[];
  readonly skipped: readonly Skipped[];
}
