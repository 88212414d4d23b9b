/** What `dbmon samples` does. */
import { type QuerySample } from "../../service";
import { type CliContext } from "../context";
import { searchedHost } from "../service/hosts";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { withReadOnlySession } from "../read-only-session";
import { checkInterval, timeText } from "../service/times";

export interface SamplesFlags extends ShowOptions {
  readonly from?: number;
  readonly until?: number;
  readonly host?: string;
  readonly limit?: number;
  readonly brief?: boolean;
}

export async function samplesAction(context: CliContext, family: string, flags: SamplesFlags): Promise<void> {
  checkInterval(flags);
  const { from, until, limit, brief } = flags;
  const samples = await withReadOnlySession(context, async (session) => {
    const host = flags.host === undefined ? undefined : await searchedHost(session, flags.host);
    return session.client.listSamples({ queryId: family, from, until, limit, host, isBrief: brief });
  });
  showList(context, shownSamples, samples, flags);
}

const shownSamples: Shown<QuerySample> = {
  noun: "samples",
  columns: [
    { title: "TIME", value: ({ ts }) => timeText(ts) },
    { title: "HOST", value: ({ host }) => host },
    { title: "DATABASE", value: ({ database }) => database, widest: 24 },
    { title: "USER", value: ({ user }) => user, widest: 24 },
    { title: "ORIGIN", value: ({ origin }) => origin, widest: 32 },
    { title: "LATENCY", value: ({ latency }) => latency },
    { title: "QUERY", value: ({ text }) => text, widest: 80 },
  ],
  document: (sample) => ({
    query_id: sample.queryId,
    time: timeText(sample.ts) ?? null,
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
