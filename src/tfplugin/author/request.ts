/** What every handler is given beside its values. */
import { type Diagnostics } from "../diagnostics";
import { type Log } from "../log";

export interface Offline {
  readonly diagnostics: Diagnostics;
  readonly log: Log;
}

export interface Online extends Offline {
  /** Aborted when the user interrupts Terraform: stop waiting, but leave nothing half done. */
  readonly signal: AbortSignal;
}

export type Awaitable<T> = T | Promise<T>;
