/** Query samples: executions of queries. Specification: "Query sample". Facts SAMPLE-1 to SAMPLE-3. */
import * as z from "zod";
import { field, idType, nullable, objectParser, type Parsed, specifiedObject } from "./fields";
import { isDecimalQueryId, queryIdToHex } from "./query-id";
import { lenientFlag, lenientNumber, optionalText } from "./response-parsing";

/** A string, because a JavaScript number cannot represent 64 bits. */
export const decimalQueryId = z
  .string()
  .regex(/^\d{1,20}$/, "not an integer in base 10")
  .refine(isDecimalQueryId, "exceeds 64 bits");

/** In hexadecimal. A number has lost its last digits beyond 53 bits, so only safe integers are accepted. */
const lenientQueryId = z
  .union([z.string(), z.int()])
  .transform(String)
  .refine(isDecimalQueryId, "not an ID in base 10")
  .transform(queryIdToHex);

const text = { specified: z.string(), lenient: optionalText, dataType: "text" } as const;
const json = { specified: z.unknown().optional(), lenient: nullable(z.unknown()), dataType: "json" } as const;

export const querySampleFields = {
  query: field(
    { specified: decimalQueryId, lenient: lenientQueryId, dataType: "text" },
    "ID of the query family, in base 10.",
  ),
  db: field(text, "Name of the database."),
  user: field(text, "Database user."),
  origin: field(text, "Address of the client, in the format <host>:<port>."),
  applicationName: field(text, "Name of the application; may be empty."),
  host: field(idType, "ID of the host."),
  ts: field(
    { specified: z.int().nonnegative(), lenient: lenientNumber, dataType: "number" },
    "When the query ran, as a Unix timestamp in seconds.",
  ),
  latency: field(
    { specified: z.number().nonnegative(), lenient: nullable(lenientNumber), dataType: "number" },
    "Latency of the execution.",
    "The specification does not define the unit. The emulator uses seconds.",
  ),
  text: field(
    {
      specified: z.string().meta({ contentEncoding: "base64" }).exactOptional(),
      lenient: z
        .string()
        .nullish()
        .transform((encoded) =>
          typeof encoded === "string" ? Buffer.from(encoded, "base64").toString("utf8") : undefined,
        ),
      dataType: "text",
    },
    "Text of the query.",
    "Encoded in base64. Omitted with detail=1.",
  ),
  truncated: field(
    {
      specified: z.boolean(),
      lenient: lenientFlag.nullish().transform((flag) => flag ?? false),
      dataType: "boolean",
    },
    "Whether the text was truncated.",
  ),
  plan: field(
    json,
    "Execution plan, in a format that the service defines.",
    "Null if there is none. Omitted with detail=1.",
  ),
  FailedRules: field(
    json,
    "Problems that the service found in the query, in a format that the service defines.",
    "Null if there are none.",
  ),
  connectionId: field(
    {
      specified: z.string(),
      lenient: z
        .union([z.string(), z.number()])
        .nullish()
        .transform((id) => String(id ?? "")),
      dataType: "text",
    },
    "Identifier of the connection.",
  ),
};

export const querySampleWire = specifiedObject(querySampleFields).meta({
  id: "QuerySample",
  description: "One execution of a query of a family.",
});
export type QuerySampleWire = z.output<typeof querySampleWire>;

/** The ID of the query family is in hexadecimal, and the text is decoded. */
export type QuerySample = Parsed<typeof querySampleFields>;

/** @throws MalformedResponseError if the value is not a sample */
export const readQuerySample = objectParser(querySampleFields, "sample");
