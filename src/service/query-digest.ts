/**
 * Query digests: families of queries, in which literals are replaced by `?`. Specification: "Query digest". Facts QUERY-1 and QUERY-11.
 */
import * as z from "zod";
import { field, lenientObject, nullable, objectParser, type Parsed, specifiedObject } from "./fields";
import { lenientNumber, optionalList } from "./response-parsing";

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

export const queryTagWire = specifiedObject(queryTagFields).meta({
  id: "QueryTag",
  description: "A tag of a query digest.",
});
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
  "Only for a single digest with tags=1.",
);

const fieldsWithTags = { ...queryDigestFields, tags };

export const queryDigestWire = specifiedObject(fieldsWithTags).meta({
  id: "QueryDigest",
  description: "A family of queries, in which literals are replaced by `?`.",
});
export type QueryDigestWire = z.output<typeof queryDigestWire>;

export type QueryDigest = Parsed<typeof fieldsWithTags>;

/** @throws MalformedResponseError if the value is not a digest */
export const readQueryDigest = objectParser(fieldsWithTags, "query");
