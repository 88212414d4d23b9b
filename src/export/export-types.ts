/** The input and the result of an export. */
import { type CatalogKey, type LiveAlert, type Referable } from "../reconcile";
import { type Alert, type LiveAlertConfig, type UnsupportedAlert } from "../service";

export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

export interface LiveEnvironment extends Readonly<Record<CatalogKey, readonly Referable[]>> {
  readonly alerts: readonly LiveAlert[];
  readonly unsupportedAlerts: readonly UnsupportedAlert[];
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
