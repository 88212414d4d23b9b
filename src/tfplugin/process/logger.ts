/** Writes log entries as hclog JSON lines, which Terraform reads from a plugin's stderr. */
import { toSafeLines } from "../../diagnostics";
import { type Environment } from "./handshake";
import { type Host } from "./host";
import { type Log, type LogLevel } from "../author/handler-context";

const levels: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/** TF_LOG_PROVIDER, or else TF_LOG, sets the level. */
export function createLogger({ writeError, now, environment }: Host, module: string): Log {
  const minLevel = levels.indexOf(levelFrom(environment));
  const isEnabled = (level: LogLevel) => levels.indexOf(level) >= minLevel;
  const writer = (level: LogLevel): Log[LogLevel] => {
    if (!isEnabled(level)) return () => undefined;
    return (message, fields) => {
      const head = {
        "@level": level,
        "@message": message,
        "@module": module,
        "@timestamp": timestamp(now()),
      };
      writeError(`${toJson(head, fields)}\n`);
    };
  };
  return {
    trace: writer("trace"),
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    isEnabled,
  };
}

/**
 * Terraform filters by the same variables. Like Terraform, an invalid level counts as trace. Without a level Terraform shows no
 * entries, so only warnings and errors are written, for a process that runs without Terraform.
 */
function levelFrom({ TF_LOG_PROVIDER, TF_LOG }: Environment): LogLevel {
  const name = (TF_LOG_PROVIDER ?? "") === "" ? (TF_LOG ?? "") : (TF_LOG_PROVIDER ?? "");
  if (name === "" || /^off$/i.test(name)) return "warn";
  return levels.find((level) => level === name.toLowerCase()) ?? "trace";
}

/** go-plugin requires microseconds. It treats a line with another format as text without a level. */
function timestamp(time: Date): string {
  return time.toISOString().replace("Z", "000Z");
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
