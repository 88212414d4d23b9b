/**
 * Shared query parameters, path parameters and headers. Specification: "General conventions". Facts GEN-4, GEN-5 and QUERY-7.
 */
import * as z from "zod";
import { maxQueryDigests } from "./vocabulary";
import { id } from "./response-parsing";

/** `true` if the list is incomplete. */
export const moreHeader = "x-vc-meta-more";
/** With the value 1, a POST reads its path, and its body contains the query parameters. */
export const payloadQueryHeader = "x-vc-payload-query-string";

const time = z.int();
const relative = "Unix timestamp in seconds. 0 and negative values are relative to now.";

/** Descriptions of search parameters, for schemas and references. */
export const searchDescriptions = {
  from: `Start of the interval, inclusive. ${relative}`,
  until: `End of the interval, inclusive. ${relative}`,
  seenSince: relative,
  new: "Whether to list only queries that were first seen in the interval.",
  filter:
    "Pattern that matches anywhere in the text. `^` anchors the start, `$` the end, and `*` matches any text.",
  tags: "Keys, values or `key=value` pairs. A digest must have all of them.",
} as const;

export const interval = {
  from: time.optional().describe(searchDescriptions.from),
  until: time.optional().describe(searchDescriptions.until),
};
export const seenSince = time.describe(
  `${searchDescriptions.seenSince} The specification does not define what it selects. The emulator lists hosts seen at that time or later.`,
);

export const hostList = z
  .string()
  .regex(/^\d+(,\d+)*$/, "not a comma-separated list of host IDs")
  .describe("Comma-separated host IDs. Default: all hosts.");

const limit = z.int().positive();
export const digestChoice = {
  limit: limit
    .optional()
    .describe(`Max number of results. The default and the limit are ${maxQueryDigests}.`),
  new: z.boolean().optional().describe(`${searchDescriptions.new} \`true\` or \`1\`, \`false\` or \`0\`.`),
  offset: z
    .string()
    .regex(/^[0-9a-fA-F]{1,16}$/, "not a query ID in hexadecimal")
    .optional()
    .describe("Hexadecimal query ID after which the results start, for paging."),
  host: hostList.optional(),
  filter: z.string().optional().describe(searchDescriptions.filter),
  tags: z.string().optional().describe(`${searchDescriptions.tags} Separated by spaces.`),
};

export const sampleLimit = limit.describe(
  "Max number of samples. The specification does not define a limit. The emulator's is 1000, and its default 100.",
);

const detail = z.literal([0, 1]);
const spellings = "The specification shows two spellings. The emulator accepts both, and";
export const details = {
  detail: detail
    .optional()
    .describe(`0 includes text and plan, 1 omits them. Default: 0. ${spellings} this one takes precedence.`),
  details: detail.optional().describe(`Same as \`detail\`. ${spellings} \`detail\` takes precedence.`),
};

/** Schemas of path parameters by name. */
export const pathParameters: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["alert_id", id.describe("ID of the alert, assigned by the service on creation.")],
  [
    "query_id",
    z
      .string()
      .regex(/^[0-9a-fA-F]{16}$/)
      .describe("ID of the query family: 16 hexadecimal digits."),
  ],
]);

export const indentHeader = {
  name: "X-Indent",
  schema: z.literal("true").describe("Returns indented JSON. Only for reads."),
};

export const payloadQuery = {
  name: payloadQueryHeader,
  schema: z
    .literal("1")
    .describe(
      "Makes this POST a read of the same path, with the query parameters in the body. It never creates an object. Not in " +
        "the specification, but existing clients send it.",
    ),
};

export const moreResults = {
  name: moreHeader,
  schema: z
    .literal("true")
    .describe(
      "There are more items than the response contains. The emulator omits the header if there are none.",
    ),
};
