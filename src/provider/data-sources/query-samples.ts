/** `data "dbmon_query_samples"`: executions of the queries of one family. */
import {
  queryDigestDescriptions,
  type QuerySample,
  querySampleDescriptions as meaning,
  queryIdToDecimal,
} from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { atLeast, isHexadecimalQueryId, isId } from "../validators";
import { checkInterval, given, intervalArguments } from "./search";

const computed = { computed: true } as const;
const maybe = { computed: true, nullable: true } as const;

export const querySamples = dataSource<ProviderSession>()({
  typeName: "dbmon_query_samples",
  schema: schema({
    description:
      "Samples of one family of queries: executions that the service kept. Mind that their texts hold the literals of " +
      "your applications' data, and that Terraform stores what a data source shows in its state; `detail = false` leaves " +
      "them out.",
    attributes: {
      query_id: a.string({
        required: true,
        validate: [isHexadecimalQueryId],
        description: queryDigestDescriptions.id,
      }),
      ...intervalArguments,
      host: a.integer({
        optional: true,
        validate: [isId],
        description: `${meaning.host} Left out: all hosts.`,
      }),
      limit: a.integer({
        optional: true,
        validate: [atLeast(1)],
        description: "Number of samples to ask for. Left out: as many as the service gives at once.",
      }),
      detail: a.boolean({
        optional: true,
        default: true,
        description: "Whether to read `text` and `plan`; without, they are null. Default: true.",
      }),
      samples: a.listOfObjects(
        {
          query: a.string({ ...computed, description: meaning.query }),
          db: a.string({ ...computed, description: meaning.db }),
          user: a.string({ ...computed, description: meaning.user }),
          origin: a.string({ ...computed, description: meaning.origin }),
          application_name: a.string({ ...computed, description: meaning.applicationName }),
          host: a.integer({ ...computed, description: meaning.host }),
          ts: a.number({ ...computed, description: meaning.ts }),
          latency: a.number({ ...maybe, description: meaning.latency }),
          text: a.string({ ...maybe, description: meaning.text }),
          truncated: a.boolean({ ...computed, description: meaning.truncated }),
          plan: a.string({ ...maybe, description: `${meaning.plan} As JSON: see \`jsondecode\`.` }),
          failed_rules: a.string({
            ...maybe,
            description: `${meaning.failedRules} As JSON: see \`jsondecode\`.`,
          }),
          connection_id: a.string({ ...computed, description: meaning.connectionId }),
        },
        { computed: true, description: "The samples, in the order of the service." },
      ),
    },
  }),

  validate({ config, diagnostics }) {
    checkInterval(config, diagnostics);
  },

  async read({ config, session, signal }) {
    const { query_id, from, until, host, limit, detail } = config;
    const search = {
      queryId: query_id,
      from: given(from),
      until: given(until),
      host: given(host),
      limit: given(limit),
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
