/**
 * The query sample: one execution of a query of a family. Specification: "Query sample"; facts SAMPLE-1 to SAMPLE-3.
 */
import { z } from "zod";
import { isDecimalQueryId } from "./query-digest";
import { id } from "./reading";

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
    latency: z.number().nonnegative().describe("Latency of the execution; the unit is the service's own."),
    text: z.string().exactOptional().describe("Text of the query in base64; left out with detail=1."),
    truncated: z.boolean().describe("Whether the text was truncated."),
    plan: z.unknown().optional().describe("Execution plan or null; left out with detail=1."),
    FailedRules: z.unknown().optional().describe("Null, or what the service found wrong with the query."),
    connectionId: z.string().describe("Identifier of the connection."),
  })
  .meta({ id: "QuerySample" });
export type QuerySampleWire = z.output<typeof querySampleWire>;
