/** The parts of the process that `serve` uses, so that tests can replace them. */
import { tmpdir } from "node:os";
import { type Environment } from "./handshake";
import { type Log } from "../author/handler-context";

export interface Host {
  readonly processId: number;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly temporaryFolder: string;
  readonly now: () => Date;
  readonly writeOut: (text: string) => void;
  /** Must not throw if stderr is closed. */
  readonly writeError: (text: string) => void;
  /** stdout is closed. */
  readonly onOutputLost: (handler: () => void) => void;
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", handler: () => void) => void;
  /** The parent process closed its IPC channel or ended. */
  readonly onDisconnect: (handler: () => void) => void;
  readonly onUnhandledRejection: (handler: (reason: unknown) => void) => void;
  readonly exit: (code: number) => void;
}

/** The real process. */
export function nodeHost(): Host {
  // Without a listener, a log line after Terraform was killed would end this process during a call.
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => undefined);
  return {
    processId: process.pid,
    environment: process.env,
    platform: process.platform,
    temporaryFolder: tmpdir(),
    now: () => new Date(),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    onOutputLost: (handler) => process.stdout.once("error", handler),
    onSignal: (signal, handler) => process.on(signal, handler),
    onDisconnect: (handler) => process.once("disconnect", handler),
    onUnhandledRejection: (handler) => process.on("unhandledRejection", handler),
    // A plugin must end on request, even if a session still has open connections or timers.
    // eslint-disable-next-line no-restricted-properties
    exit: (code) => process.exit(code),
  };
}

export function logUnhandledRejections(host: Host, log: Log): void {
  host.onUnhandledRejection((reason) => {
    const stack = reason instanceof Error ? reason.stack : String(reason);
    log.error("unhandled promise rejection: a bug in the provider", { stack });
  });
}
