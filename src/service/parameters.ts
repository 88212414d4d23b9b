/**
 * What travels in a request's address and headers beside the body: the parameters that several endpoints share, those of
 * the paths, and the headers. Specification: "General conventions"; facts GEN-4, GEN-5, QUERY-7.
 */
import * as z from "zod";
import { maxQueryDigests } from "./vocabulary";
import { id } from "./response-parsing";

/** Present, and `true`, where a list could be longer than it was. */
export const moreHeader = "x-vc-meta-more";
/** With the value 1, a POST to a path that can be read is that read; its body holds the query parameters. */
export const payloadQueryHeader = "x-vc-payload-query-string";

const time = z.int();
const relative = "Unix timestamp in seconds, or, when 0 or negative, seconds relative to now.";

/** What each parameter of a search means, for schemas, references and editors. */
export const searchDescriptions = {
  from: `Start of the interval, which belongs to it. ${relative}`,
  until: `End of the interval, which belongs to it. ${relative}`,
  seenSince: relative,
  new: "Whether to list only queries first seen in the interval.",
  filter: "Pattern of the text: any part of it, ^ at its start, $ at its end, * for any run.",
  tags: "Keys, values or key=value pairs; a digest must carry all of them.",
} as const;

export const interval = {
  from: time.optional().describe(searchDescriptions.from),
  until: time.optional().describe(searchDescriptions.until),
};
export const seenSince = time.describe(
  `${searchDescriptions.seenSince} The specification does not show what it selects; the emulator lists the hosts seen then or later.`,
);

export const hostList = z
  .string()
  .regex(/^\d+(,\d+)*$/, "not a comma-separated list of host ids")
  .describe("Comma-separated host IDs; all hosts when left out.");

const limit = z.int().positive();
/** Which digests of an interval are listed. */
export const digestChoice = {
  limit: limit
    .optional()
    .describe(
      `Number of results. Left out, or over ${maxQueryDigests}, it is ${maxQueryDigests}: the absolute maximum.`,
    ),
  new: z.boolean().optional().describe(`${searchDescriptions.new} \`true\` or \`1\`, \`false\` or \`0\`.`),
  offset: z
    .string()
    .regex(/^[0-9a-fA-F]{1,16}$/, "not a query id in hexadecimal")
    .optional()
    .describe("Hexadecimal query ID: results are those past it. For paging."),
  host: hostList.optional(),
  filter: z.string().optional().describe(searchDescriptions.filter),
  tags: z.string().optional().describe(`${searchDescriptions.tags} Separated by spaces.`),
};

export const sampleLimit = limit.describe(
  "Number of samples. The specification does not show the greatest one; the emulator's is 1000, and 100 when left out.",
);

const detail = z.literal([0, 1]);
const whichSpelling = "The specification shows two spellings; the emulator accepts both, and this one";
export const details = {
  detail: detail
    .optional()
    .describe(`0, the default, gives text and plan, 1 leaves them out. ${whichSpelling} counts.`),
  details: detail.optional().describe(`As \`detail\`. ${whichSpelling} where the other is left out.`),
};

/** By the name that stands in braces in a path. */
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
  schema: z.literal("true").describe("Asks for JSON that is indented. For reads."),
};

export const payloadQuery = {
  name: payloadQueryHeader,
  schema: z
    .literal("1")
    .describe(
      "Makes this POST the read of the same path, with the query parameters in its body. It never creates anything. " +
        "Not in the specification, but sent by existing clients.",
    ),
};

export const moreResults = {
  name: moreHeader,
  schema: z
    .literal("true")
    .describe(
      "More items can be returned than were. The emulator leaves the header out where there are none.",
    ),
};
