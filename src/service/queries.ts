/**
 * Query digests, which are families of queries with literals replaced by `?`, and samples of their executions.
 * Specification: "Query digest" and "Query sample". Facts QUERY-1, QUERY-11, and SAMPLE-1 to SAMPLE-3.
 */
import * as z from "zod";
import {
  field,
  idType,
  lenientFlag,
  lenientNumber,
  lenientObject,
  nullable,
  objectParser,
  optionalList,
  optionalText,
  type Parsed,
  specifiedObject,
} from "./fields";
import { isDecimalQueryId, queryIdToHex } from "./query-id";

const timestamp = {
  specified: z.int().nonnegative(),
  lenient: nullable(lenientNumber),
  dataType: "number",
} as const;
const text = { specified: z.string(), lenient: z.string(), dataType: "text" } as const;

export const queryTagFields = {
  key: field(text, "Key of the tag."),
  values: field(
    { specified: z.array(z.string()), lenient: optionalList(z.string()), dataType: "textList" },
    "Values of the tag.",
  ),
};

export const queryTagWire = specifiedObject(queryTagFields);
export type QueryTagWire = z.output<typeof queryTagWire>;

const lenientQueryId = z
  .string()
  .regex(/^[0-9a-f]{1,16}$/i)
  .transform((id) => id.toLowerCase().padStart(16, "0"));

export const queryDigestFields = {
  id: field(
    { ...text, specified: z.string().regex(/^[0-9a-f]{16}$/), lenient: lenientQueryId },
    "ID of the query family: 16 hexadecimal digits, as in the metric names `host.queries.q.<id>.<path>`.",
  ),
  digest: field(text, "Text of the queries, with literals replaced by `?`."),
  firstSeen: field(timestamp, "When the query was first seen, as a Unix timestamp in seconds."),
  lastSeen: field(
    timestamp,
    "When the query was last seen, as a Unix timestamp in seconds, accurate to about one day.",
  ),
};

const tags = field(
  {
    specified: z.array(queryTagWire).exactOptional(),
    lenient: nullable(z.array(lenientObject(queryTagFields))),
    dataType: "json",
  },
  "Tags of the query family.",
);

const fieldsWithTags = { ...queryDigestFields, tags };

export const queryDigestWire = specifiedObject(fieldsWithTags);
export type QueryDigestWire = z.output<typeof queryDigestWire>;

export type QueryDigest = Parsed<typeof fieldsWithTags>;

export const readQueryDigest = objectParser(fieldsWithTags, "query");

/** A string, because a JavaScript number cannot represent 64 bits. */
export const decimalQueryId = z
  .string()
  .regex(/^\d{1,20}$/, "not an integer in base 10")
  .refine(isDecimalQueryId, "exceeds 64 bits");

/** In hexadecimal. A number has lost its last digits beyond 53 bits, so only safe integers are accepted. */
const lenientDecimalId = z
  .union([z.string(), z.int()])
  .transform(String)
  .refine(isDecimalQueryId, "not an ID in base 10")
  .transform(queryIdToHex);

const optional = { specified: z.string(), lenient: optionalText, dataType: "text" } as const;
const json = { specified: z.unknown().optional(), lenient: nullable(z.unknown()), dataType: "json" } as const;

export const querySampleFields = {
  query: field(
    { specified: decimalQueryId, lenient: lenientDecimalId, dataType: "text" },
    "ID of the query family, in base 10.",
  ),
  db: field(optional, "Name of the database."),
  user: field(optional, "Database user."),
  origin: field(optional, "Address of the client, in the format `HOST:PORT`."),
  applicationName: field(optional, "Name of the application; may be empty."),
  host: field(idType, "ID of the host."),
  ts: field(
    { specified: z.int().nonnegative(), lenient: lenientNumber, dataType: "number" },
    "When the query ran, as a Unix timestamp in seconds.",
  ),
  latency: field(
    { specified: z.number().nonnegative(), lenient: nullable(lenientNumber), dataType: "number" },
    "Latency of the execution.",
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
  ),
  truncated: field(
    {
      specified: z.boolean(),
      lenient: lenientFlag.nullish().transform((flag) => flag ?? false),
      dataType: "boolean",
    },
    "Whether the text was truncated.",
  ),
  plan: field(json, "Execution plan, in a format that the service defines."),
  FailedRules: field(
    json,
    "Problems that the service found in the query, in a format that the service defines.",
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

export const querySampleWire = specifiedObject(querySampleFields);
export type QuerySampleWire = z.output<typeof querySampleWire>;

/** The ID of the query family is in hexadecimal, and the text is decoded. */
export type QuerySample = Parsed<typeof querySampleFields>;

export const readQuerySample = objectParser(querySampleFields, "sample");
