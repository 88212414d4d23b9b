/** Log entries in the form that Terraform reads from a plugin's stderr (hclog's JSON lines). */
import { type Log, type LogLevel } from "../log";

export function hclog(write: (line: string) => void, now: () => Date, module: string): Log {
  const entry = (level: LogLevel) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    const head = {
      "@level": level,
      "@message": message,
      "@module": module,
      "@timestamp": withMicroseconds(now()),
    };
    write(`${asJson(head, fields)}\n`);
  };
  return {
    trace: entry("trace"),
    debug: entry("debug"),
    info: entry("info"),
    warn: entry("warn"),
    error: entry("error"),
  };
}

/** The only form that go-plugin accepts: with another one the whole line is text to it, without a level. */
function withMicroseconds(time: Date): string {
  return time.toISOString().replace("Z", "000Z");
}

/** A log entry must never be the reason for a failure: fields that cannot be written are left out. */
function asJson(head: object, fields: Readonly<Record<string, unknown>> = {}): string {
  try {
    return JSON.stringify({ ...fields, ...head });
  } catch {
    return JSON.stringify({ ...head, fields: "not writable as JSON" });
  }
}
