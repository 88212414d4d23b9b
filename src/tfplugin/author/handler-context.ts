/** The context that every handler receives in addition to its values. */
import { type Diagnostics } from "../diagnostics";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/**
 * Writes entries to Terraform's log (TF_LOG, TF_LOG_PROVIDER), never to its normal output. Fields must not contain secrets,
 * because users paste logs into tickets. An entry below the enabled level costs nothing.
 * @example log.debug("fetched jars", { count: jars.length });
 */
export type Log = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
> & {
  /** Whether entries of the level are written. Check it before computing expensive fields. */
  readonly isEnabled: (level: LogLevel) => boolean;
};

export interface HandlerContext {
  readonly diagnostics: Diagnostics;
  readonly log: Log;
}

export interface CancelableContext extends HandlerContext {
  /** Aborts when the user interrupts Terraform. Stop waiting, but complete or roll back what was started. */
  readonly signal: AbortSignal;
}

export type Awaitable<T> = T | Promise<T>;
