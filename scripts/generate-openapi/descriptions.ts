/** What only the document says about the endpoints: summaries, responses, and gaps in the specification that the emulator fills. */
import * as z from "zod";
import {
  alertConfigWire,
  alertDurationWire,
  alertPolicyWire,
  alertWire,
  destinationWire,
  type endpoints,
  eventWire,
  hostWire,
  integrationWire,
  moreHeader,
  payloadQueryHeader,
  queryDigestWire,
  querySampleWire,
} from "../../src/service";

export interface EndpointDescription {
  /** Imperative phrase. */
  readonly summary: string;
  /** A gap in the specification, and how the emulator fills it. */
  readonly specificationGap?: string;
  /** Body of a successful response, if the specification defines it. */
  readonly response?: z.ZodType;
  /** Whether the response may be incomplete, which the header `x-vc-meta-more` indicates (QUERY-7). */
  readonly isPaged?: true;
}

const list = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element) });

export const descriptions: Readonly<Record<keyof typeof endpoints, EndpointDescription>> = {
  listAlerts: {
    summary: "list the alerts, without their configurations",
    response: list(alertWire),
  },
  createAlert: {
    summary: "create an alert",
    response: alertWire,
  },
  updateAlert: {
    summary: "replace the settings of an alert",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored alert.",
  },
  deleteAlert: {
    summary: "delete an alert",
    specificationGap: "The specification does not define the response body. The emulator returns none.",
  },
  readAlertConfig: {
    summary: "read an alert's configuration",
    specificationGap:
      "The specification does not define the response before the first configuration is written. The emulator responds with 404.",
    response: alertConfigWire,
  },
  writeAlertConfig: {
    summary: "set or replace an alert's configuration",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored configuration.",
  },
  listDestinations: {
    summary: "list the destinations",
    response: list(destinationWire),
  },
  listIntegrations: {
    summary: "list the supported integrations",
    specificationGap:
      "The specification does not define the response body. The emulator uses the format of the other lists.",
    response: list(integrationWire),
  },
  listPolicies: {
    summary: "list the alert policies",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertPolicyWire),
  },
  listDurations: {
    summary: "list the alert durations",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertDurationWire),
  },
  listHosts: {
    summary: "list the hosts",
    response: list(hostWire),
  },
  listQueries: {
    summary: "list the query digests",
    response: list(queryDigestWire),
    isPaged: true,
  },
  listSamples: {
    summary: "list samples of a query",
    response: list(querySampleWire),
  },
  readQuery: {
    summary: "read a query digest",
    response: list(queryDigestWire),
  },
  listEvents: {
    summary: "list events",
    specificationGap:
      "The specification does not define a limit. The emulator returns the oldest 20000 events, and sets a header if there are more.",
    response: list(eventWire),
    isPaged: true,
  },
  createEvent: {
    summary: "create an event",
    specificationGap:
      "The specification does not define the response body. The emulator returns the created event.",
    response: eventWire,
  },
};

export const pathParameters: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["alert_id", z.int().nonnegative().describe("ID of the alert, assigned by the service on creation.")],
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

/** The body of the emulator's error responses. The specification does not define one, so the client must accept any body. */
export const errorResponseWire = z
  .object({
    error: z.string().min(1).describe("The problem, in one sentence."),
    field: z
      .string()
      .exactOptional()
      .describe(
        "The field or parameter, for example `destinations[1]`. Omitted if the error is not about a single one.",
      ),
  })
  .meta({
    id: "Error",
    description:
      "An error. The specification does not define the format of errors. The emulator defines this one.",
  });
