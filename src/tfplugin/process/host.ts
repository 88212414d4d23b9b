/** The parts of the process that `serve` uses, so that tests can replace them. */
import { writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Environment } from "./handshake";
import { type Log } from "../author/handler-context";

export interface Host {
  readonly processId: number;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly temporaryFolder: string;
  readonly now: () => Date;
  /** @returns false if stdout is closed */
  readonly writeOut: (text: string) => boolean;
  /** Must not throw if stderr is closed. */
  readonly writeError: (text: string) => void;
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", handler: () => void) => void;
  /** The parent process closed its IPC channel or ended. */
  readonly onDisconnect: (handler: () => void) => void;
  readonly onUnhandledRejection: (handler: (reason: unknown) => void) => void;
  readonly exit: (code: number) => void;
}

/** The real process. It uses the streams of stdout and stderr only when needed, because loading them takes a third of the start. */
export function nodeHost(): Host {
  return {
    processId: process.pid,
    environment: process.env,
    platform: process.platform,
    temporaryFolder: tmpdir(),
    now: () => new Date(),
    writeOut,
    writeError,
    onSignal: (signal, handler) => process.on(signal, handler),
    onDisconnect: (handler) => process.once("disconnect", handler),
    onUnhandledRejection: (handler) => process.on("unhandledRejection", handler),
    // A plugin must end on request, even if a session still has open connections or timers.
    // eslint-disable-next-line no-restricted-properties
    exit: (code) => process.exit(code),
  };
}

function writeOut(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}

function writeError(text: string): void {
  const { stderr } = process;
  // Without a listener, a log line after Terraform was killed would end this process during a call.
  if (stderr.listenerCount("error") === 0) stderr.on("error", () => undefined);
  stderr.write(text);
}

export function logUnhandledRejections(host: Host, log: Log): void {
  host.onUnhandledRejection((reason) => {
    const stack = reason instanceof Error ? reason.stack : String(reason);
    log.error("unhandled promise rejection: a bug in the provider", { stack });
  });
}

/** The plugin process cannot start. Its message is printed to stderr. */
export class StartError extends Error {
  constructor(message: string, cause: unknown) {
    super(`${message} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "StartError";
  }
}

/** Prints a StartError to stderr and exits with code 1. */
export async function reportStartErrors(host: Host, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    host.writeError(`${error.message}\n`);
    host.exit(1);
  }
}
