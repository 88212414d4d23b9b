/**
 * The process as the framework sees it: everything that `serve` takes from outside, so that tests can take its place.
 */
import { tmpdir } from "node:os";
import { type Environment } from "./handshake";
import { type Log } from "../log";

export interface Host {
  readonly processId: number;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly temporaryFolder: string;
  readonly now: () => Date;
  readonly writeOut: (text: string) => void;
  /** A log that nobody reads any more is no reason to fail. */
  readonly writeError: (text: string) => void;
  /** Nobody reads what `writeOut` writes. */
  readonly onOutputLost: (handler: () => void) => void;
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", handler: () => void) => void;
  /** The process that forked this one, if any, has let go of it or is gone. */
  readonly onDisconnect: (handler: () => void) => void;
  readonly onUnhandledRejection: (handler: (reason: unknown) => void) => void;
  readonly exit: (code: number) => void;
}

/** The real process. */
export function nodeHost(): Host {
  // Without a listener, a line written for a Terraform that was killed would end this process in the middle of a call.
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
    // A plugin ends when Terraform says so, whatever a session still holds open.
    // eslint-disable-next-line no-restricted-properties
    exit: (code) => process.exit(code),
  };
}

export function logUnhandledRejections(host: Host, log: Log): void {
  host.onUnhandledRejection((reason) => {
    const stack = reason instanceof Error ? reason.stack : String(reason);
    log.error("a promise that nobody waits for was rejected: a bug in the provider", { stack });
  });
}
