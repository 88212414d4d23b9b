/** `dbmon list query-samples`: samples of a query family. */
import { type QuerySample } from "../../service";
import { resolveHostId } from "../shared/service/hosts";
import { formatTime } from "../shared/service/times";
import { type List, type ListView, printList } from "./view";

export const listQuerySamples: List = async (context, open, [queryId = ""], flags) => {
  const { since: from, until, limit, brief: isBrief, host: [reference] = [] } = flags;
  const host = reference === undefined ? undefined : await resolveHostId(open.session, reference);
  const search = { queryId: queryId.toLowerCase(), from, until, limit, host, isBrief };
  return printList(context, open, sampleView, flags, await open.session.client.listSamples(search));
};

const sampleView: ListView<"samples", QuerySample> = {
  name: "samples",
  columns: [
    { title: "TIME", value: ({ ts }) => formatTime(ts) },
    { title: "HOST", value: ({ host }) => host },
    { title: "DATABASE", value: ({ db }) => db, maxWidth: 24 },
    { title: "USER", value: ({ user }) => user, maxWidth: 24 },
    { title: "ORIGIN", value: ({ origin }) => origin, maxWidth: 32 },
    { title: "LATENCY", value: ({ latency }) => latency },
    { title: "QUERY", value: ({ text }) => text, maxWidth: 80 },
  ],
  document: (sample) => ({
    query_id: sample.query,
    time: formatTime(sample.ts) ?? null,
    host: sample.host,
    database: sample.db,
    user: sample.user,
    origin: sample.origin,
    application_name: sample.applicationName,
    connection_id: sample.connectionId,
    latency: sample.latency ?? null,
    text: sample.text ?? null,
    truncated: sample.truncated,
    plan: sample.plan ?? null,
    failed_rules: sample.FailedRules ?? null,
  }),
};
