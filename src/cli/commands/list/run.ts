/** `dbmon list`: lists objects of the service. */
import { type ServiceClient } from "../../../client";
import { compareStrings, nameMatcher } from "../../../diagnostics";
import { readConfigs } from "../../../engine";
import {
  type AlertOption,
  type Host,
  includesText,
  isSupported,
  maxQueryDigests,
  type QueryDigest,
  type QuerySample,
  TextMap,
} from "../../../service";
import { type EnvironmentCommand, readCommand } from "../../framework/environment-command";
import { resolveHostFlags } from "../../inputs/references";
import { withSession } from "../../inputs/session";
import { formatTime, validateInterval } from "../../inputs/times";
import { listAlerts } from "./alerts";
import { type ListElement } from "./document";
import { type ListColumn, type ListFlags, type ListPrinter, pick, printList, selectObjects } from "./view";

const listHosts: ListPrinter = async (context, open, selected, flags) => {
  const { since: from, type, deleted = false } = flags;
  const all = await open.session.client.listHosts({ from, withTags: true });
  const hosts = selectObjects(
    context,
    "host",
    all.filter(({ isDeleted }) => deleted || !isDeleted),
    selected,
  ).filter((host) => type === undefined || includesText(type, host.type ?? ""));
  const columns: ListColumn<ListElement<"hosts">>[] = [
    ["id"],
    ["name", 60],
    ["type", 20],
    ["os", 20],
    ["last_seen"],
    ["tags"],
    ...(deleted ? [["deleted"] as const] : []),
  ];
  return printList(context, open, flags, "hosts", columns, hosts.map(writeHost));
};

function writeHost(host: Host): ListElement<"hosts"> {
  return {
    ...pick(host, "id", "name", "type", "description", "parent", "bindings", "tags", "os", "arch"),
    ...pick(host, "status", "discovered", "uuid"),
    created: formatTime(host.created) ?? null,
    updated: formatTime(host.updated) ?? null,
    last_seen: formatTime(host.lastSeen) ?? null,
    // The service sends 0 for a host that is not deleted.
    deleted: (host.isDeleted ? formatTime(host.deleted) : undefined) ?? null,
  };
}

/** The client drops the settings of destinations, which contain secrets (DEST-2). */
const listDestinations: ListPrinter = async (context, open, selected, flags) => {
  const all = await open.session.client.listDestinations();
  const documents = selectObjects(context, "destination", all, selected).map((destination) => ({
    ...pick(destination, "id", "name", "integration", "status"),
    updated: formatTime(destination.updated) ?? null,
  }));
  const columns = [["id"], ["name", 60], ["integration"], ["status"], ["updated"]] as const;
  return printList(context, open, flags, "destinations", columns, documents);
};

const listDurations: ListPrinter = async (context, open, selected, flags) => {
  const found = selectObjects(context, "duration", await open.session.client.listDurations(), selected);
  const documents = found.map((duration) => pick(duration, "id", "name", "seconds"));
  return printList(context, open, flags, "durations", [["id"], ["name", 60], ["seconds"]], documents);
};

function optionList(
  name: "policies" | "integrations",
  noun: string,
  read: (client: ServiceClient) => Promise<readonly AlertOption[]>,
): ListPrinter {
  return async (context, open, selected, flags) => {
    const found = selectObjects(context, noun, await read(open.session.client), selected);
    const documents = found.map((option) => pick(option, "id", "name"));
    return printList(context, open, flags, name, [["id"], ["name", 60]], documents);
  };
}

const listEvents: ListPrinter = async (context, open, _, flags) => {
  const { since: from, until, host, type, level } = flags;
  const hosts = await resolveHostFlags(open.session, host);
  const all = await open.session.client.listEvents({ from, until, hosts });
  const events = all.filter(
    (event) =>
      (type === undefined || includesText(type, event.type)) &&
      (level === undefined || level.some((one) => one === event.level)),
  );
  const documents = events.map((event) => ({
    start: formatTime(event.start) ?? null,
    ...pick(event, "type", "message", "host", "duration", "level", "uuid", "digest"),
  }));
  const columns = [
    ["start"],
    ["level", 12],
    ["type", 32],
    ["host"],
    ["duration", 40, "SECONDS"],
    ["message", 80],
  ] as const;
  return printList(context, open, flags, "events", columns, documents);
};

const listQueries: ListPrinter = async (context, open, _, flags) => {
  const { since: from, until, new: isNew, filter, tag: tags, limit = Infinity, after: offset } = flags;
  const hosts = await resolveHostFlags(open.session, flags.host);
  // Fetches one query more than the limit to learn whether there are more.
  const pageSize = Math.min(limit + 1, maxQueryDigests);
  const search = { from, until, isNew, filter, hosts, tags, offset, pageSize };
  const { queries, hasMore } = await takeFirst(open.session.client.queries(search), limit);
  const documents = queries.map((query) => ({
    ...pick(query, "id", "digest"),
    first_seen: formatTime(query.firstSeen) ?? null,
    last_seen: formatTime(query.lastSeen) ?? null,
  }));
  const columns = [["id"], ["first_seen"], ["last_seen"], ["digest", 80, "QUERY"]] as const;
  const result = printList(context, open, flags, "queries", columns, documents);
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

const listMetrics: ListPrinter = async (context, open, selected, flags) => {
  const { live, client } = open.session;
  const thresholds = (await live.alerts()).filter(isSupported).filter(({ kind }) => kind === "threshold");
  const metrics = new TextMap<ListElement<"metrics">>();
  for (const { alert, config } of await readConfigs(open.session, thresholds)) {
    if (config?.condition.kind !== "threshold") continue;
    const { metric: name } = config.condition;
    metrics.set(name, { name, alerts: [...(metrics.get(name)?.alerts ?? []), alert.name], query: null });
  }
  const families: ListElement<"metrics">[] = [];
  for await (const { id, digest } of client.queries({ pageSize: maxQueryDigests }))
    families.push({ name: `host.queries.q.${id}.*`, alerts: [], query: digest });
  const used = [...metrics.values()].sort((a, b) => compareStrings(a.name, b.name));
  const isSelected = selected.length === 0 ? () => true : nameMatcher(selected);
  const found = [...used, ...families].filter(({ name }) => isSelected(name));
  const columns = [
    ["name", 80, "METRIC"],
    ["alerts", 60],
    ["query", 60],
  ] as const;
  return printList(context, open, flags, "metrics", columns, found);
};

const listQuerySamples: ListPrinter = async (context, open, [queryId = ""], flags) => {
  const { since: from, until, limit, brief: isBrief } = flags;
  const [host] = (await resolveHostFlags(open.session, flags.host)) ?? [];
  const search = { queryId: queryId.toLowerCase(), from, until, limit, host, isBrief };
  const documents = (await open.session.client.listSamples(search)).map(writeSample);
  const columns = [
    ["time"],
    ["host"],
    ["database", 24],
    ["user", 24],
    ["origin", 32],
    ["latency"],
    ["text", 80, "QUERY"],
  ] as const;
  return printList(context, open, flags, "samples", columns, documents);
};

function writeSample(sample: QuerySample): ListElement<"samples"> {
  return {
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
  };
}

const lists = {
  alerts: listAlerts,
  hosts: listHosts,
  destinations: listDestinations,
  policies: optionList("policies", "policy", (client) => client.listPolicies()),
  durations: listDurations,
  integrations: optionList("integrations", "integration", (client) => client.listIntegrations()),
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
