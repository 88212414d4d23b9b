/** Query samples: executions of queries. Specification: "Query sample". Facts SAMPLE-1 to SAMPLE-3. */
import * as z from "zod";
import { isDecimalQueryId, queryIdToHex } from "./query-id";
import {
  id,
  lenientFlag,
  lenientId,
  lenientNumber,
  MalformedResponseError,
  optionalText,
  parseObject,
} from "./response-parsing";

/** A string, because a JavaScript number cannot represent 64 bits. */
export const decimalQueryId = z
  .string()
  .regex(/^\d{1,20}$/, "not an integer in base 10")
  .refine(isDecimalQueryId, "exceeds 64 bits");

export const querySampleDescriptions = {
  query: "ID of the query family, in base 10.",
  db: "Name of the database.",
  user: "Database user.",
  origin: "Address of the client, in the format <host>:<port>.",
  applicationName: "Name of the application; may be empty.",
  host: "ID of the host.",
  ts: "When the query ran, as a Unix timestamp in seconds.",
  latency: "Latency of the execution.",
  text: "Text of the query.",
  truncated: "Whether the text was truncated.",
  plan: "Execution plan, in a format that the service defines.",
  failedRules: "Problems that the service found in the query, in a format that the service defines.",
  connectionId: "Identifier of the connection.",
} as const;

export const querySampleWire = z
  .looseObject({
    query: decimalQueryId.describe(querySampleDescriptions.query),
    db: z.string().describe(querySampleDescriptions.db),
    user: z.string().describe(querySampleDescriptions.user),
    origin: z.string().describe(querySampleDescriptions.origin),
    applicationName: z.string().describe(querySampleDescriptions.applicationName),
    host: id.describe(querySampleDescriptions.host),
    ts: z.int().nonnegative().describe(querySampleDescriptions.ts),
    latency: z
      .number()
      .nonnegative()
      .describe(
        `${querySampleDescriptions.latency} The specification does not define the unit. The emulator uses seconds.`,
      ),
    text: z
      .string()
      .meta({ contentEncoding: "base64" })
      .exactOptional()
      .describe(`${querySampleDescriptions.text} Encoded in base64. Omitted with detail=1.`),
    truncated: z.boolean().describe(querySampleDescriptions.truncated),
    plan: z
      .unknown()
      .optional()
      .describe(`${querySampleDescriptions.plan} Null if there is none. Omitted with detail=1.`),
    FailedRules: z
      .unknown()
      .optional()
      .describe(`${querySampleDescriptions.failedRules} Null if there are none.`),
    connectionId: z.string().describe(querySampleDescriptions.connectionId),
  })
  .meta({ id: "QuerySample", description: "One execution of a query of a family." });
export type QuerySampleWire = z.output<typeof querySampleWire>;

export interface QuerySample {
  /** ID of the query family: 16 hexadecimal digits. */
  readonly queryId: string;
  readonly database: string;
  readonly user: string;
  /** Address of the client, in the format <host>:<port>. */
  readonly origin: string;
  readonly applicationName: string;
  /** ID of the host. */
  readonly host: number;
  /** Unix timestamp in seconds. */
  readonly ts: number;
  readonly latency: number | undefined;
  readonly text: string | undefined;
  readonly isTruncated: boolean;
  /** In a format that the service defines. */
  readonly plan: unknown;
  readonly failedRules: unknown;
  readonly connectionId: string;
}

const responseSchema = z.looseObject({
  // A number has lost its last digits beyond 53 bits, so only safe integers are accepted.
  query: z.union([z.string(), z.int()]),
  db: optionalText,
  user: optionalText,
  origin: optionalText,
  applicationName: optionalText,
  host: lenientId,
  ts: lenientNumber,
  latency: lenientNumber.nullish(),
  text: z.string().nullish(),
  truncated: lenientFlag.nullish(),
  plan: z.unknown().optional(),
  FailedRules: z.unknown().optional(),
  connectionId: z.union([z.string(), z.number()]).nullish(),
});

/** @throws MalformedResponseError if the value is not a sample */
export function readQuerySample(value: unknown, subject = "sample"): QuerySample {
  const wire = parseObject(responseSchema, value, subject);
  const query = String(wire.query);
  if (!isDecimalQueryId(query)) throw new MalformedResponseError(`${subject}: query: not an ID in base 10`);
  return {
    queryId: queryIdToHex(query),
    database: wire.db,
    user: wire.user,
    origin: wire.origin,
    applicationName: wire.applicationName,
    host: wire.host,
    ts: wire.ts,
    latency: wire.latency ?? undefined,
    text: typeof wire.text === "string" ? Buffer.from(wire.text, "base64").toString("utf8") : undefined,
    isTruncated: wire.truncated ?? false,
    plan: wire.plan ?? undefined,
    failedRules: wire.FailedRules ?? undefined,
    connectionId: String(wire.connectionId ?? ""),
  };
}
