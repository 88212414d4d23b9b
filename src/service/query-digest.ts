/**
 * Query digests: families of queries, in which literals are replaced by `?`. Specification: "Query digest". Facts QUERY-1 and QUERY-11.
 */
import * as z from "zod";
import { lenientNumber, optionalList, parseObject } from "./response-parsing";

const timestamp = z.int().nonnegative();

export const queryDigestDescriptions = {
  id: "ID of the query family: 16 hexadecimal digits, as in the metric names `host.queries.q.<id>.<path>`.",
  digest: "Text of the queries, with literals replaced by `?`.",
  firstSeen: "When the query was first seen, as a Unix timestamp in seconds.",
  lastSeen: "When the query was last seen, as a Unix timestamp in seconds, accurate to about one day.",
  tags: "Tags of the query family.",
  tagKey: "Key of the tag.",
  tagValues: "Values of the tag.",
} as const;

export const queryTagWire = z
  .looseObject({
    key: z.string().describe(queryDigestDescriptions.tagKey),
    values: z.array(z.string()).describe(queryDigestDescriptions.tagValues),
  })
  .meta({ id: "QueryTag", description: "A tag of a query digest." });
export type QueryTagWire = z.output<typeof queryTagWire>;

export const queryDigestWire = z
  .looseObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .describe(queryDigestDescriptions.id),
    digest: z.string().describe(queryDigestDescriptions.digest),
    firstSeen: timestamp.describe(queryDigestDescriptions.firstSeen),
    lastSeen: timestamp.describe(queryDigestDescriptions.lastSeen),
    tags: z
      .array(queryTagWire)
      .exactOptional()
      .describe(`${queryDigestDescriptions.tags} Only for a single digest with tags=1.`),
  })
  .meta({ id: "QueryDigest", description: "A family of queries, in which literals are replaced by `?`." });
export type QueryDigestWire = z.output<typeof queryDigestWire>;

export interface QueryDigest {
  /** 16 hexadecimal digits, in lower case. */
  readonly id: string;
  readonly digest: string;
  /** Unix timestamps in seconds; `lastSeen` is accurate to about one day. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
  readonly tags: readonly QueryTag[] | undefined;
}

export interface QueryTag {
  readonly key: string;
  readonly values: readonly string[];
}

const responseSchema = z.looseObject({
  id: z.string().regex(/^[0-9a-f]{1,16}$/i),
  digest: z.string(),
  firstSeen: lenientNumber.nullish(),
  lastSeen: lenientNumber.nullish(),
  tags: z.array(z.looseObject({ key: z.string(), values: optionalList(z.string()) })).nullish(),
});

/** @throws MalformedResponseError if the value is not a digest */
export function readQueryDigest(value: unknown, subject = "query"): QueryDigest {
  const { id, digest, firstSeen, lastSeen, tags } = parseObject(responseSchema, value, subject);
  return {
    id: id.toLowerCase().padStart(16, "0"),
    digest,
    firstSeen: firstSeen ?? undefined,
    lastSeen: lastSeen ?? undefined,
    tags: tags?.map(({ key, values }) => ({ key, values })),
  };
}
