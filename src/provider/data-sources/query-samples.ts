/** `data "dbmon_query_samples"`: executions of the queries of a family. */
import {
  queryDigestDescriptions,
  type QuerySample,
  querySampleDescriptions as descriptions,
  queryIdToDecimal,
} from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkMin, checkQueryId, checkId } from "../validators";
import { validateInterval, omitNull, intervalArguments } from "./search";

const computed = { computed: true } as const;
const nullable = { computed: true, nullable: true } as const;

export const querySamples = dataSource<ProviderSession>()({
  typeName: "dbmon_query_samples",
  schema: schema({
    description:
      "Lists samples of a query family: recorded executions of its queries. Their texts contain literals from your " +
      "applications, and Terraform stores them in its state. To exclude texts and plans, set `detail = false`.",
    attributes: {
      query_id: a.string({
        required: true,
        validate: [checkQueryId],
        description: queryDigestDescriptions.id,
      }),
      ...intervalArguments,
      host: a.integer({
        optional: true,
        validate: [checkId],
        description: `${descriptions.host} Default: all hosts.`,
      }),
      limit: a.integer({
        optional: true,
        validate: [checkMin(1)],
        description: "Max number of samples. Default: the limit of the service.",
      }),
      detail: a.boolean({
        optional: true,
        default: true,
        description: "Whether to read `text` and `plan`. If `false`, they are null. Default: `true`.",
      }),
      samples: a.listOfObjects(
        {
          query: a.string({ ...computed, description: descriptions.query }),
          db: a.string({ ...computed, description: descriptions.db }),
          user: a.string({ ...computed, description: descriptions.user }),
          origin: a.string({ ...computed, description: descriptions.origin }),
          application_name: a.string({ ...computed, description: descriptions.applicationName }),
          host: a.integer({ ...computed, description: descriptions.host }),
          ts: a.number({ ...computed, description: descriptions.ts }),
          latency: a.number({ ...nullable, description: descriptions.latency }),
          text: a.string({ ...nullable, description: descriptions.text }),
          truncated: a.boolean({ ...computed, description: descriptions.truncated }),
          plan: a.string({
            ...nullable,
            description: `${descriptions.plan} Encoded as JSON; decode it with \`jsondecode\`.`,
          }),
          failed_rules: a.string({
            ...nullable,
            description: `${descriptions.failedRules} Encoded as JSON; decode it with \`jsondecode\`.`,
          }),
          connection_id: a.string({ ...computed, description: descriptions.connectionId }),
        },
        { computed: true, description: "The samples, in the order that the service returns." },
      ),
    },
  }),

  validate({ config, diagnostics }) {
    validateInterval(config, diagnostics);
  },

  async read({ config, session, signal }) {
    const { query_id, from, until, host, limit, detail } = config;
    const search = {
      queryId: query_id,
      from: omitNull(from),
      until: omitNull(until),
      host: omitNull(host),
      limit: omitNull(limit),
      isBrief: !detail,
    };
    const samples = await withDiagnostics(`samples of query ${query_id}`, () =>
      session.client.listSamples(search, signal),
    );
    return { ...config, samples: samples.map(sampleValues) };
  },
});

function sampleValues(sample: QuerySample) {
  return {
    query: queryIdToDecimal(sample.queryId),
    db: sample.database,
    user: sample.user,
    origin: sample.origin,
    application_name: sample.applicationName,
    host: sample.host,
    ts: sample.ts,
    latency: sample.latency ?? null,
    text: sample.text ?? null,
    truncated: sample.isTruncated,
    plan: jsonOrNull(sample.plan),
    failed_rules: jsonOrNull(sample.failedRules),
    connection_id: sample.connectionId,
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
