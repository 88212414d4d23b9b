/** Stdout, stderr, the log and the end of the process. Streams are used only when needed, because loading them takes a third of the start. */
import { writeSync } from "node:fs";
import { toSafeLines } from "../../diagnostics";
import { type Log, type LogLevel } from "../diagnostics";

/** @returns false if stdout is closed */
export function writeOut(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}

/** Does not throw if stderr is closed. */
export function writeError(text: string): void {
  const { stderr } = process;
  // Without a listener, a log line after Terraform was killed would end this process during a call.
  if (stderr.listenerCount("error") === 0) stderr.on("error", () => undefined);
  stderr.write(text);
}

/** A plugin must end on request, even if a session still has open connections or timers. */
export function exit(code: number): void {
  // eslint-disable-next-line no-restricted-properties
  process.exit(code);
}

/** The plugin process cannot start. Its message is printed to stderr. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    const reason = cause instanceof Error ? ` ${cause.message}` : "";
    super(`${message}${reason}`, { cause });
    this.name = "StartError";
  }
}

/** Prints a StartError to stderr and exits with code 1. */
export async function reportStartErrors(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    writeError(`${error.message}\n`);
    exit(1);
  }
}

const levels: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/**
 * Writes log entries as hclog JSON lines, which Terraform reads from a plugin's stderr. TF_LOG_PROVIDER, or else TF_LOG, sets the level.
 * Unhandled rejections are logged too.
 */
export function createLogger(module: string): Log {
  const minLevel = levels.indexOf(levelFrom(process.env));
  const isEnabled = (level: LogLevel) => levels.indexOf(level) >= minLevel;
  const writer = (level: LogLevel): Log[LogLevel] => {
    if (!isEnabled(level)) return () => undefined;
    return (message, fields) => {
      // go-plugin requires microseconds. It treats a line with another format as text without a level.
      const timestamp = new Date().toISOString().replace("Z", "000Z");
      const head = {
        "@level": level,
        "@message": message,
        "@module": module,
        "@timestamp": timestamp,
      };
      writeError(`${toJson(head, fields)}\n`);
    };
  };
  const log = {
    trace: writer("trace"),
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    isEnabled,
  };
  process.on("unhandledRejection", (reason) => {
    const stack = reason instanceof Error ? reason.stack : String(reason);
    log.error("unhandled promise rejection: a bug in the provider", { stack });
  });
  return log;
}

/**
 * Terraform filters by the same variables. Like Terraform, an invalid level counts as trace. Without a level Terraform shows no
 * entries, so only warnings and errors are written, for a process that runs without Terraform.
 */
function levelFrom({ TF_LOG_PROVIDER = "", TF_LOG = "" }: NodeJS.ProcessEnv): LogLevel {
  const name = TF_LOG_PROVIDER === "" ? TF_LOG : TF_LOG_PROVIDER;
  if (name === "" || /^off$/i.test(name)) return "warn";
  return levels.find((level) => level === name.toLowerCase()) ?? "trace";
}

/** Terraform prints the decoded text of a log entry. */
function sanitize(_key: string, value: unknown): unknown {
  return typeof value === "string" ? toSafeLines(value) : value;
}

/** Logging must not cause a failure, so fields that are not JSON are omitted. */
function toJson(head: object, fields: Readonly<Record<string, unknown>> = {}): string {
  try {
    return JSON.stringify({ ...fields, ...head }, sanitize);
  } catch {
    return JSON.stringify({ ...head, fields: "not writable as JSON" });
  }
}
