/** The hosts, latest metric values, firings, notifications and requests. */
import { formatNumber } from "../../alerting";
import { type Overview } from "../control/overview";
import { ListSection, type SectionList } from "./list";
import { AlertLink, Command, HostName, Level, Text, Time } from "./parts";
import { type OverviewHost } from "./state";

interface PlacedHost {
  readonly id: number;
  readonly host: OverviewHost;
  readonly depth: number;
  readonly parent: string | undefined;
}

/** Orders children after their parent. Each host occurs exactly once, even with a missing parent or a cycle. */
function hostTree(hosts: readonly OverviewHost[]): PlacedHost[] {
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const children = new Map<number, OverviewHost[]>(hosts.map(({ parent }) => [parent, []]));
  for (const host of hosts) children.get(host.parent)?.push(host);
  const placed = new Map<number, PlacedHost>();
  const roots = [...hosts.filter(({ parent }) => !byId.has(parent)), ...hosts];
  const stack = roots.map((host) => ({ host, depth: 0 })).reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { host, depth } = next;
    if (placed.has(host.id)) continue;
    const parent = depth === 0 ? undefined : byId.get(host.parent)?.name;
    placed.set(host.id, { id: host.id, host, depth, parent });
    const below = children.get(host.id) ?? [];
    stack.push(...below.map((child) => ({ host: child, depth: Math.min(depth + 1, 5) })).reverse());
  }
  return [...placed.values()];
}

const hostKind: SectionList<PlacedHost> = {
  id: "hosts",
  title: "Hosts",
  items: ({ hosts }) => hostTree(hosts),
  tone: ({ host }) => (host.deleted === 0 ? "host" : "host-deleted"),
  depth: ({ depth }) => depth,
  cells: ({ host: { id, name, type, deleted, status, lastSeen, tags = [] }, parent }) => ({
    name: [
      ...[<Text of={name} class="title" />, " ", <Text of={type} class="tag" />],
      parent !== undefined && (
        <span class="visually-hidden" children={[" child of ", <Text of={parent} />]} />
      ),
    ],
    id: `id ${id}`,
    now:
      (deleted !== 0 && ["deleted ", <Time at={deleted} />]) ||
      (status !== 1 && ["last seen ", <Time at={lastSeen} />]),
    tags: tags.flatMap((tag) => [<Text of={tag} class="tag" />, " "]),
  }),
  empty: () => [
    <p>No hosts yet. To add one:</p>,
    <Command kind="host" body={{ name: "db-1", type: "mysql" }} />,
  ],
};

const metricKind: SectionList<Overview["metrics"][number]> = {
  id: "metrics",
  title: "Metrics",
  items: ({ metrics }) => metrics,
  tone: () => "metric",
  cells: ({ host, metric, value, ts }) => ({
    name: <Text of={metric} class="code" />,
    value: formatNumber(value),
    host: <HostName id={host} />,
    when: <Time at={ts} />,
  }),
  empty: () => <p>No metric values yet. Report one above: it holds until the next value.</p>,
};

const firingKind: SectionList<Overview["firings"][number]> = {
  id: "firings",
  title: "Firings",
  items: ({ firings }) => firings,
  tone: ({ kind, resolved_at }) => (kind === "threshold" && resolved_at === null ? "firing-open" : "firing"),
  cells: ({ alert, alert_name, kind, level, host, at, resolved_at, event, message }) => ({
    name: [
      ...[<Level of={level} />, <AlertLink id={alert} name={alert_name} />],
      host !== null && [" on ", <HostName id={host} />],
    ],
    when: ["fired ", <Time at={at} />],
    end:
      (resolved_at !== null && ["resolved ", <Time at={resolved_at} />]) ||
      (kind === "threshold" && <span class="badge">not resolved</span>),
    message: <a href={`#event-${event}`} children={<Text of={message} />} />,
  }),
  empty: () => <p>No firings yet. To fire an alert, select Try in its row.</p>,
};

const outboxKind: SectionList<Overview["outbox"][number]> = {
  id: "outbox",
  title: "Outbox",
  items: ({ outbox }) => outbox,
  tone: ({ status }) => `outbox-${status}`,
  cells: ({ alert, alert_name, destination_name, integration_name, status, reason, at }) => ({
    status: <span class={`badge status-${status}`}>{status}</span>,
    name: [<Text of={destination_name} class="title" />, " ", <Text of={integration_name} class="tag" />],
    when: <Time at={at} />,
    what: [
      "for ",
      <AlertLink id={alert} name={alert_name} />,
      reason !== null && [" · ", <Text of={reason} />],
    ],
  }),
  empty: () => [
    <p>No notifications yet. A firing notifies each destination of the alert. To add a destination:</p>,
    <Command kind="destination" body={{ name: "DBA team", integration: 1 }} />,
  ],
};

const requestKind: SectionList<Overview["requests"][number]> = {
  id: "requests",
  title: "Requests",
  items: ({ requests }) => requests,
  tone: ({ status }) => (status !== null && status < 400 ? "request" : "request-failed"),
  cells: ({ method, path, query, status, fault, time }) => ({
    status: <span class="badge">{String(status ?? "none")}</span>,
    name: [<Text of={`${method} ${path}${query}`} class="code" />, fault !== undefined && ` fault ${fault}`],
    when: <Time at={time / 1000} />,
  }),
  empty: () => <p>No requests yet. The list has the requests below /api/v2 of all environments.</p>,
};

export const Hosts = () => <ListSection kind={hostKind} />;
export const Metrics = () => <ListSection kind={metricKind} />;
export const Firings = () => <ListSection kind={firingKind} />;
export const Outbox = () => <ListSection kind={outboxKind} />;
export const Requests = () => <ListSection kind={requestKind} />;
