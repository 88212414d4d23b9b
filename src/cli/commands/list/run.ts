/** `dbmon list`: lists objects of the service. */
import { type ServiceClient } from "../../../client";
import { compareStrings, nameMatcher } from "../../../diagnostics";
import { readConfigs } from "../../../engine";
import {
  type AlertDuration,
  type AlertOption,
  type Destination,
  type Host,
  includesText,
  isSupported,
  maxQueryDigests,
  type QueryDigest,
  type QuerySample,
  type ServiceEvent,
  TextMap,
} from "../../../service";
import { type EnvironmentCommand, readCommand } from "../../framework/environment-command";
import { resolveHostId, resolveHostIds } from "../../inputs/hosts";
import { withSession } from "../../inputs/session";
import { formatTime, validateInterval } from "../../inputs/times";
import { listAlerts } from "./alerts";
import { type ListElement, type ListName } from "./document";
import {
  type ListFlags,
  type ListPrinter,
  type ListView,
  pick,
  printList,
  type SelectableObject,
  selectObjects,
} from "./view";

const listHosts: ListPrinter = async (context, open, selected, flags) => {
  const { since: from, type, deleted = false } = flags;
  const all = await open.session.client.listHosts({ from, withTags: true });
  const hosts = selectObjects(
    context,
    "host",
    all.filter(({ isDeleted }) => deleted || !isDeleted),
    selected,
  ).filter((host) => type === undefined || includesText(type, host.type ?? ""));
  return printList(context, open, deleted ? hostViewWithDeleted : hostView, flags, hosts);
};

const hostView: ListView<"hosts", Host> = {
  name: "hosts",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "TYPE", value: ({ type }) => type, maxWidth: 20 },
    { title: "OS", value: ({ os }) => os, maxWidth: 20 },
    { title: "LAST SEEN", value: ({ lastSeen }) => formatTime(lastSeen) },
    { title: "TAGS", value: ({ tags }) => tags.join(", ") },
  ],
  document: (host) => ({
    ...pick(host, "id", "name", "type", "description", "parent", "bindings", "tags", "os", "arch"),
    ...pick(host, "status", "discovered", "uuid"),
    created: formatTime(host.created) ?? null,
    updated: formatTime(host.updated) ?? null,
    last_seen: formatTime(host.lastSeen) ?? null,
    deleted: deletionTime(host) ?? null,
  }),
};

const hostViewWithDeleted: ListView<"hosts", Host> = {
  ...hostView,
  columns: [...hostView.columns, { title: "DELETED", value: deletionTime }],
};

/** The service sends 0 for a host that is not deleted. */
function deletionTime({ isDeleted, deleted }: Host): string | undefined {
  return isDeleted ? formatTime(deleted) : undefined;
}

/** The client drops the settings of destinations, which contain secrets (DEST-2). */
const destinationView: ListView<"destinations", Destination> = {
  name: "destinations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "INTEGRATION", value: ({ integration }) => integration },
    { title: "STATUS", value: ({ status }) => status },
    { title: "UPDATED", value: ({ updated }) => formatTime(updated) },
  ],
  document: (destination) => ({
    ...pick(destination, "id", "name", "integration", "status"),
    updated: formatTime(destination.updated) ?? null,
  }),
};

const durationView: ListView<"durations", AlertDuration> = {
  name: "durations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "SECONDS", value: ({ seconds }) => seconds },
  ],
  document: (duration) => pick(duration, "id", "name", "seconds"),
};

type OptionListName = "policies" | "integrations";

const optionView = (name: OptionListName): ListView<OptionListName, AlertOption> => ({
  name,
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name: text }) => text, maxWidth: 60 },
  ],
  document: (option) => pick(option, "id", "name"),
});

const listDestinations = listOf("destination", destinationView, (client) => client.listDestinations());
const listPolicies = listOf("policy", optionView("policies"), (client) => client.listPolicies());
const listDurations = listOf("duration", durationView, (client) => client.listDurations());
const listIntegrations = listOf("integration", optionView("integrations"), (client) =>
  client.listIntegrations(),
);

function listOf<Name extends ListName, T extends SelectableObject>(
  noun: string,
  view: ListView<Name, T>,
  read: (client: ServiceClient) => Promise<readonly T[]>,
): ListPrinter {
  return async (context, open, selected, flags) => {
    const found = selectObjects(context, noun, await read(open.session.client), selected);
    return printList(context, open, view, flags, found);
  };
}

const listEvents: ListPrinter = async (context, open, _, flags) => {
  const { since: from, until, host, type, level } = flags;
  const hosts = await resolveHostIds(open.session, host);
  const all = await open.session.client.listEvents({ from, until, hosts });
  const events = all.filter(
    (event) =>
      (type === undefined || includesText(type, event.type)) &&
      (level === undefined || level.some((one) => one === event.level)),
  );
  return printList(context, open, eventView, flags, events);
};

const eventView: ListView<"events", ServiceEvent> = {
  name: "events",
  columns: [
    { title: "START", value: ({ start }) => formatTime(start) },
    { title: "LEVEL", value: ({ level }) => level, maxWidth: 12 },
    { title: "TYPE", value: ({ type }) => type, maxWidth: 32 },
    { title: "HOST", value: ({ host }) => host },
    { title: "SECONDS", value: ({ duration }) => duration },
    { title: "MESSAGE", value: ({ message }) => message, maxWidth: 80 },
  ],
  document: (event) => ({
    start: formatTime(event.start) ?? null,
    ...pick(event, "type", "message", "host", "duration", "level", "uuid", "digest"),
  }),
};

const listQueries: ListPrinter = async (context, open, _, flags) => {
  const { since: from, until, new: isNew, filter, tag: tags, limit = Infinity, after: offset } = flags;
  const hosts = await resolveHostIds(open.session, flags.host);
  // Fetches one query more than the limit to learn whether there are more.
  const pageSize = Math.min(flags.pageSize ?? maxQueryDigests, limit + 1, maxQueryDigests);
  const search = { from, until, isNew, filter, hosts, tags, offset, pageSize };
  const { queries, hasMore } = await takeFirst(open.session.client.queries(search), limit);
  const result = printList(context, open, queryView, flags, queries);
  const next = queries.at(-1)?.id;
  if (hasMore && next !== undefined) context.err(`There are more queries. To list them, add --after ${next}`);
  return result;
};

async function takeFirst(source: AsyncIterable<QueryDigest>, limit: number) {
  const queries: QueryDigest[] = [];
  for await (const query of source) {
    if (queries.length === limit) return { queries, hasMore: true };
    queries.push(query);
  }
  return { queries, hasMore: false };
}

/** Reads the configurations of all threshold alerts. */
const listMetrics: ListPrinter = async (context, open, selected, flags) => {
  const { live, client } = open.session;
  const thresholds = (await live.alerts()).filter(isSupported).filter(({ kind }) => kind === "threshold");
  const metrics = new TextMap<ListedMetric>();
  for (const { alert, config } of await readConfigs(open.session, thresholds)) {
    if (config?.condition.kind !== "threshold") continue;
    const { metric: name } = config.condition;
    metrics.set(name, { name, alerts: [...(metrics.get(name)?.alerts ?? []), alert.name], query: null });
  }
  const families: ListedMetric[] = [];
  for await (const { id, digest } of client.queries({ pageSize: maxQueryDigests }))
    families.push({ name: `host.queries.q.${id}.*`, alerts: [], query: digest });
  const used = [...metrics.values()].sort((a, b) => compareStrings(a.name, b.name));
  const isSelected = selected.length === 0 ? () => true : nameMatcher(selected);
  const found = [...used, ...families].filter(({ name }) => isSelected(name));
  return printList(context, open, metricView, flags, found);
};

type ListedMetric = ListElement<"metrics">;

const metricView: ListView<"metrics", ListedMetric> = {
  name: "metrics",
  columns: [
    { title: "METRIC", value: ({ name }) => name, maxWidth: 80 },
    { title: "ALERTS", value: ({ alerts }) => alerts.join(", "), maxWidth: 60 },
    { title: "QUERY", value: ({ query }) => query ?? undefined, maxWidth: 60 },
  ],
  document: (metric) => metric,
};

const queryView: ListView<"queries", QueryDigest> = {
  name: "queries",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "FIRST SEEN", value: ({ firstSeen }) => formatTime(firstSeen) },
    { title: "LAST SEEN", value: ({ lastSeen }) => formatTime(lastSeen) },
    { title: "QUERY", value: ({ digest }) => digest, maxWidth: 80 },
  ],
  document: ({ firstSeen, lastSeen, ...query }) => ({
    ...pick(query, "id", "digest"),
    first_seen: formatTime(firstSeen) ?? null,
    last_seen: formatTime(lastSeen) ?? null,
  }),
};

const listQuerySamples: ListPrinter = async (context, open, [queryId = ""], flags) => {
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

const lists = {
  alerts: listAlerts,
  hosts: listHosts,
  destinations: listDestinations,
  policies: listPolicies,
  durations: listDurations,
  integrations: listIntegrations,
  metrics: listMetrics,
  queries: listQueries,
  "query-samples": listQuerySamples,
  events: listEvents,
} satisfies Readonly<Record<string, ListPrinter>>;

export type ListKind = keyof typeof lists;

export function listCommand(
  kind: ListKind,
  selected: readonly string[],
  flags: ListFlags,
): EnvironmentCommand {
  const list: ListPrinter = lists[kind];
  return readCommand((context) => {
    validateInterval(flags);
    return withSession(context, (open) => list(context, open, selected, flags));
  });
}
