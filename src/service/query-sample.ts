/**
 * The query sample: one execution of a query of a family. Specification: "Query sample"; facts SAMPLE-1 to SAMPLE-3.
 */
import { z } from "zod";
import { isDecimalQueryId, queryIdToHex } from "./query-digest";
import {
  id,
  lenientFlag,
  lenientId,
  lenientNumber,
  MalformedAnswer,
  optionalText,
  readWith,
} from "./reading";

/** All 64 bits: as a number it would lose its last digits. */
export const decimalQueryId = z
  .string()
  .regex(/^\d{1,20}$/, "not a whole number in base 10")
  .refine(isDecimalQueryId, "greater than 64 bits hold");

export const querySampleWire = z
  .looseObject({
    query: decimalQueryId.describe("ID of the query family, in base 10."),
    db: z.string().describe("Name of the database."),
    user: z.string().describe("Database user."),
    origin: z.string().describe("Address of the client, of the form <host>:<port>."),
    applicationName: z.string().describe("Name of the application; may be empty."),
    host: id.describe("ID of the host."),
    ts: z.int().nonnegative().describe("When the query ran, as a Unix timestamp in seconds."),
    latency: z
      .number()
      .nonnegative()
      .describe(
        "Latency of the execution. The specification does not show the unit; the emulator's is seconds.",
      ),
    text: z
      .string()
      .meta({ contentEncoding: "base64" })
      .exactOptional()
      .describe("Text of the query in base64; left out with detail=1."),
    truncated: z.boolean().describe("Whether the text was truncated."),
    plan: z
      .unknown()
      .optional()
      .describe(
        "Execution plan or null; left out with detail=1. The specification does not show what a plan holds.",
      ),
    FailedRules: z
      .unknown()
      .optional()
      .describe(
        "Null, or what the service found wrong with the query; the specification does not show its form.",
      ),
    connectionId: z.string().describe("Identifier of the connection."),
  })
  .meta({ id: "QuerySample", description: "One execution of a query of a family." });
export type QuerySampleWire = z.output<typeof querySampleWire>;

/** One execution of a query. */
export interface QuerySample {
  /** ID of the query family: 16 hexadecimal digits. */
  readonly queryId: string;
  readonly database: string;
  readonly user: string;
  /** Address of the client, of the form <host>:<port>. */
  readonly origin: string;
  readonly applicationName: string;
  /** ID of the host. */
  readonly host: number;
  /** Unix timestamp in seconds. */
  readonly ts: number;
  readonly latency: number;
  /** Undefined where it was not asked for. */
  readonly text: string | undefined;
  readonly isTruncated: boolean;
  /** Contents are the service's own. */
  readonly plan: unknown;
  readonly failedRules: unknown;
  readonly connectionId: string;
}

const reading = z.looseObject({
  // As a number it has lost its last digits, and names another query.
  query: z.union([z.string(), z.int()]),
  db: optionalText,
  user: optionalText,
  origin: optionalText,
  applicationName: optionalText,
  host: lenientId,
  ts: lenientNumber,
  latency: lenientNumber,
  text: z.string().nullish(),
  truncated: lenientFlag.nullish(),
  plan: z.unknown().optional(),
  FailedRules: z.unknown().optional(),
  connectionId: z.union([z.string(), z.number()]).nullish(),
});

/** @throws MalformedAnswer where the value is not a sample. */
export function readQuerySample(value: unknown, subject = "sample"): QuerySample {
  const wire = readWith(reading, value, subject);
  const query = String(wire.query);
  if (!isDecimalQueryId(query)) throw new MalformedAnswer(`${subject}: query: not an id in base 10`);
  return {
    queryId: queryIdToHex(query),
    database: wire.db,
    user: wire.user,
    origin: wire.origin,
    applicationName: wire.applicationName,
    host: wire.host,
    ts: wire.ts,
    latency: wire.latency,
    text: typeof wire.text === "string" ? Buffer.from(wire.text, "base64").toString("utf8") : undefined,
    isTruncated: wire.truncated ?? false,
    plan: wire.plan ?? undefined,
    failedRules: wire.FailedRules ?? undefined,
    connectionId: String(wire.connectionId ?? ""),
  };
}
