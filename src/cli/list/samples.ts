/** `dbmon samples`: lists samples of a query family. */
import { type QuerySample } from "../../service";
import { type CliContext } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { resolveHostId } from "../shared/service/hosts";
import { type ListView, printList, type ListFlags } from "./print-list";
import { validateInterval, formatTime } from "../shared/service/times";

export interface SamplesFlags extends ListFlags {
  readonly from?: number;
  readonly until?: number;
  readonly host?: string;
  readonly limit?: number;
  readonly brief?: boolean;
}

export async function samplesAction(
  context: CliContext,
  queryId: string,
  flags: SamplesFlags,
): Promise<Result> {
  validateInterval(flags);
  const { from, until, limit, brief } = flags;
  return printList(context, sampleView, flags, async (session) => {
    const host = flags.host === undefined ? undefined : await resolveHostId(session, flags.host);
    return session.client.listSamples({ queryId, from, until, limit, host, isBrief: brief });
  });
}

const sampleView: ListView<QuerySample> = {
  name: "samples",
  columns: [
    { title: "TIME", value: ({ ts }) => formatTime(ts) },
    { title: "HOST", value: ({ host }) => host },
    { title: "DATABASE", value: ({ database }) => database, maxWidth: 24 },
    { title: "USER", value: ({ user }) => user, maxWidth: 24 },
    { title: "ORIGIN", value: ({ origin }) => origin, maxWidth: 32 },
    { title: "LATENCY", value: ({ latency }) => latency },
    { title: "QUERY", value: ({ text }) => text, maxWidth: 80 },
  ],
  document: (sample) => ({
    query_id: sample.queryId,
    time: formatTime(sample.ts) ?? null,
    host: sample.host,
    database: sample.database,
    user: sample.user,
    origin: sample.origin,
    application_name: sample.applicationName,
    connection_id: sample.connectionId,
    latency: sample.latency ?? null,
    text: sample.text ?? null,
    truncated: sample.isTruncated,
    plan: sample.plan ?? null,
    failed_rules: sample.failedRules ?? null,
  }),
};
