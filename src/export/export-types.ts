/** The input and the result of an export. */
import { type LiveAlert, type Referable } from "../reconcile";
import { type Alert, type LiveAlertConfig, type UnsupportedAlert } from "../service";

export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

/** A destination, host, policy or duration. */
export interface CatalogEntry extends Referable {
  /** Deleted in the service. Existing alerts can still refer to it, but new references are rejected. */
  readonly isDeleted?: boolean;
}

export interface LiveEnvironment {
  readonly alerts: readonly LiveAlert[];
  readonly unsupportedAlerts: readonly UnsupportedAlert[];
  readonly destinations: readonly CatalogEntry[];
  readonly hosts: readonly CatalogEntry[];
  readonly policies: readonly CatalogEntry[];
  readonly durations: readonly CatalogEntry[];
}

/** A live alert that is not incomplete. */
export interface CompleteAlert {
  readonly alert: Alert;
  readonly config: LiveAlertConfig;
}

export interface SkippedAlert {
  readonly id: number;
  readonly name: string;
  /** Why the alert is not exported, in sentences. */
  readonly reason: string;
}

export interface ExportedFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly text: string;
  /**
   * `code` is updated unless a user edited it. `scaffold` is created once and never updated. `manifest` is always updated, because
   * users do not edit it.
   */
  readonly kind: "code" | "scaffold" | "manifest";
}

export interface ExportResult {
  /** The number of exported alerts. */
  readonly alerts: number;
  readonly files: readonly ExportedFile[];
  readonly skipped: readonly SkippedAlert[];
}
