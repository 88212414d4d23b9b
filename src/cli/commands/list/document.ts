/** The JSON documents of `dbmon list --json`. Their schema is schemas/list.schema.json. */
import * as z from "zod";
import {
  alertAttributes,
  alertDurationFields,
  destinationFields,
  eventFields,
  hostFields,
  integrationFields,
  queryDigestFields,
  querySampleFields,
} from "../../../service";

export function listSchemas() {
  const id = z.int();
  const text = z.string().nullable();
  const number = z.number().nullable();
  const time = z.string().nullable().describe("A time in RFC 3339. Null if the service returned none.");
  const option = z.strictObject({ id, name: text.describe(integrationFields.name.description) });
  const { hosts, host_types, event, threshold } = alertAttributes;
  return {
    alerts: z.strictObject({
      id,
      name: z.string(),
      kind: z.string().describe("event, threshold, or what the service calls an unsupported kind."),
      annotations: z.string().exactOptional(),
      policy: z.int().exactOptional(),
      disabled: z.boolean().exactOptional(),
      destinations: z.array(z.int()).readonly().exactOptional(),
      is_incomplete: z.literal(true).exactOptional().describe("The alert has no configuration."),
      hosts: hosts.unwrap().exactOptional().describe("Missing in a list without configurations."),
      host_types: host_types.unwrap().exactOptional(),
      event: event.unwrap().exactOptional(),
      threshold: threshold.unwrap().exactOptional(),
    }),
    hosts: z.strictObject({
      id,
      name: text,
      type: text.describe(hostFields.type.description),
      description: text,
      parent: number.describe(hostFields.parent.description),
      bindings: z.array(z.string()).describe(hostFields.bindings.description),
      tags: z.array(z.string()),
      os: text,
      arch: text,
      status: number.describe(hostFields.status.description),
      discovered: number.describe(hostFields.discovered.description),
      uuid: text,
      created: time,
      updated: time,
      last_seen: time,
      deleted: time.describe("Null if the host is not deleted."),
    }),
    destinations: z.strictObject({
      id,
      name: text,
      integration: number.describe(destinationFields.integration.description),
      status: number.describe(destinationFields.status.description),
      updated: time,
    }),
    policies: option,
    durations: option.extend({ seconds: number.describe(alertDurationFields.seconds.description) }),
    integrations: option,
    metrics: z.strictObject({
      name: z.string().describe("Name, or `host.queries.q.<id>.*` for all metrics of a query family."),
      alerts: z.array(z.string()).describe("Names of the live alerts that watch it."),
      query: text.describe("Digest of the query family. Null for other metrics."),
    }),
    queries: z.strictObject({
      id: z.string().describe(queryDigestFields.id.description),
      digest: z.string().describe(queryDigestFields.digest.description),
      first_seen: time,
      last_seen: time.describe("Accurate to about one day."),
    }),
    samples: z.strictObject({
      query_id: z.string().describe(queryDigestFields.id.description),
      time,
      host: z.int(),
      database: z.string(),
      user: z.string(),
      origin: z.string().describe(querySampleFields.origin.description),
      application_name: z.string(),
      connection_id: z.string(),
      latency: number.describe(querySampleFields.latency.description),
      text: text.describe("Text of the query. Null with --brief."),
      truncated: z.boolean().describe(querySampleFields.truncated.description),
      plan: z.unknown().describe(querySampleFields.plan.description),
      failed_rules: z.unknown().describe(querySampleFields.FailedRules.description),
    }),
    events: z.strictObject({
      start: time,
      type: z.string(),
      message: z.string(),
      host: number.describe("ID of the host. Null for a global event."),
      duration: z.number().describe(eventFields.duration.description),
      level: z.string(),
      uuid: text,
      digest: text,
    }),
  };
}

type Elements = ReturnType<typeof listSchemas>;
export type ListName = keyof Elements;
export type ListElement<Name extends ListName> = z.output<Elements[Name]>;
