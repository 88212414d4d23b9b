/**
 * The author's log. What is written here appears in Terraform's own log (TF_LOG), never in its normal output.
 */

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes one entry. Fields must hold no secrets: Terraform's log is often pasted into tickets. */
export type Log = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>;
