/** Logs HTTP requests to stderr, one line per attempt, if DBMON_LOG is `debug` or `trace`. */
import { type CallRecord, fieldsOfCallRecord } from "../../../client";
import { ProblemError, quote } from "../../../diagnostics";
import { type CliContext } from "../context";

/** @returns undefined if logs are not enabled @throws ProblemError for an invalid DBMON_LOG */
export function createCallLog({ env, err }: CliContext): ((record: CallRecord) => void) | undefined {
  const level = env.DBMON_LOG ?? "";
  if (level === "") return undefined;
  if (/^(debug|trace)$/i.test(level)) {
    return (record) => {
      err(formatCallRecord(record, new Date()));
    };
  }
  throw ProblemError.of(`DBMON_LOG is ${quote(level)}, which is not a log level.`, {
    remedy: "Set DBMON_LOG to debug or trace, or unset it.",
  });
}

/** `2026-11-22T12:00:00.000Z DEBUG GET /api/v2/hosts status=200 attempt=1 duration_ms=12 bytes=345` */
function formatCallRecord(record: CallRecord, time: Date): string {
  const fields = Object.entries(fieldsOfCallRecord(record)).map(
    ([name, value]) => `${name}=${quoteIfNeeded(value)}`,
  );
  return [time.toISOString(), "DEBUG", record.method, quoteIfNeeded(record.path), ...fields].join(" ");
}

/** Quotes text that could start a new field or a new line. */
function quoteIfNeeded(value: string | number): string {
  const text = String(value);
  return /^[\w./:%~-]+$/.test(text) ? text : quote(text);
}
