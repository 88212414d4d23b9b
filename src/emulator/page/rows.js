// @ts-check
/** What a row says of an alert, an event, a host, a value, a firing, a notification: the page's sentences. */

/** @typedef {import("../control/overview").Overview & { environments: string[] }} Overview */
/** @typedef {Overview["alerts"][number]} Alert */
/** @typedef {Overview["events"][number]} EventShown */
/** @typedef {import("./dom.js").Part} Part */
/** @typedef {import("./row-list.js").Row} Row */

/** In this order, and the first two before all others. */
export const alertStates = /** @type {const} */ (["fired", "exceeding", "quiet", "disabled", "incomplete"]);

/** What ids mean, looked up once an overview. */
export class Names {
  /** @param {Overview} overview */
  constructor(overview) {
    this.hosts = namesOf(overview.hosts);
    this.destinations = namesOf(overview.destinations);
    this.policies = namesOf(overview.policies);
    this.durations = namesOf(overview.durations);
    /** When an alert that is fired began to be. @type {Map<number, number>} */
    this.firedAt = new Map();
    for (const { alert, kind, at, resolved_at } of overview.firings) {
      if (kind === "threshold" && resolved_at === null) this.firedAt.set(alert, at);
    }
  }

  /** @param {number} id @returns {Part} */
  host(id) {
    return said(this.hosts.get(id) ?? `host ${id} (removed)`);
  }
}

/** @param {readonly { id: number, name: string | null }[]} named */
function namesOf(named) {
  return new Map(named.map(({ id, name }) => [id, name ?? String(id)]));
}

/** @param {string} text @param {string} [look] @returns {Part} */
function said(text, look) {
  return look === undefined ? { said: text } : { said: text, look };
}

/**
 * Some of many, with commas: no more than are read.
 * @param {readonly Part[]} parts
 * @param {string} last before the last one
 * @returns {Part[]}
 */
function someOf(parts, last = "and") {
  const shown = parts.length > 6 ? parts.slice(0, 5) : parts;
  const more = parts.length - shown.length;
  const list = shown.flatMap((part, index) => {
    if (index === 0) return [part];
    return [index === parts.length - 1 ? ` ${last} ` : ", ", part];
  });
  return more === 0 ? list : [...list, ` ${last} ${more.toLocaleString("en")} more`];
}

/** @param {Alert} alert @param {Names} names @returns {Row} */
export function alertRow(alert, names) {
  const destinations = alert.destinations.map((id) =>
    said(names.destinations.get(id) ?? `destination ${id} (removed)`),
  );
  return {
    look: `alert-${alert.state}`,
    cells: {
      state: [{ mark: alert.state }, " ", { note: alert.state, look: "word" }],
      name: [{ href: `#alert-${alert.id}`, said: alert.name, look: "title" }],
      what: conditionOf(alert, names),
      now: standingOf(alert, names),
      note: alert.annotations === "" ? [] : [said(alert.annotations)],
      whom:
        destinations.length === 0
          ? ["notifies nobody"]
          : [{ note: "→ ", look: "arrow" }, ...someOf(destinations)],
    },
  };
}

/** The configuration in a sentence. @param {Alert} alert @param {Names} names @returns {Part[]} */
function conditionOf({ id, config, policy }, names) {
  if (config === null) {
    return [
      "It has no configuration and cannot fire: PUT ",
      said(`/api/v2/config/alerts/${id}/config`, "code"),
      ".",
    ];
  }
  const often = ["; ", lowerFirst(names.policies.get(policy) ?? `policy ${policy} (removed)`), "."];
  if (!("metric" in config)) {
    const { categories } = /** @type {{ categories: string[] }} */ (config);
    if (categories.length === 0) return ["On no event at all: it has no categories."];
    const types = someOf(
      categories.map((category) => said(category, "code")),
      "or",
    );
    return ["On an event ", ...types, ...scopeOf(config, names), ...often];
  }
  const { alert_level, metric, trigger, duration, reset } = /** @type {ThresholdConfig} */ (config);
  return [
    { note: alert_level, look: `level-${alert_level}` },
    " when ",
    said(metric, "code"),
    " is above ",
    amount(trigger),
    " for ",
    lowerFirst(names.durations.get(duration) ?? `duration ${duration} (removed)`),
    ...scopeOf(config, names),
    ", until it is below ",
    amount(reset),
    ...often,
  ];
}

/** @typedef {import("zod").output<typeof import("../../service").thresholdConfigWire>} ThresholdConfig */

/** @param {string} text @returns {Part} */
function lowerFirst(text) {
  return said(text.slice(0, 1).toLowerCase() + text.slice(1), "plain");
}

const grouped = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });

/** With commas where they help, and never longer than it is read. @param {number} value @param {string} [look] @returns {Part} */
function amount(value, look = "figure") {
  const isPlain = value === 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 1e-6);
  return {
    note: isPlain ? grouped.format(value) : String(value),
    look,
  };
}

/** @param {NonNullable<Alert["config"]>} config @param {Names} names @returns {Part[]} */
function scopeOf({ hosts, host_types }, names) {
  if (hosts.length + host_types.length === 0) return [" on any host"];
  const types = someOf(
    host_types.map((type) => said(type, "code")),
    "or",
  );
  const ofTypes = types.length === 0 ? [] : [" on any ", ...types, " host"];
  const listed = someOf(
    hosts.map((id) => names.host(id)),
    "or",
  );
  if (listed.length === 0) return ofTypes;
  return [...ofTypes, ofTypes.length === 0 ? " on " : ", or on ", ...listed];
}

/** How it stands, where there is more to say than its state. @param {Alert} alert @param {Names} names @returns {Part[]} */
function standingOf({ id, state, on, pendingUntil }, names) {
  const hosts = someOf(on.map((host) => names.host(host)));
  const since = names.firedAt.get(id);
  /** @type {Part[]} */
  const parts = [];
  if (state === "fired")
    parts.push("Fired on ", ...hosts, ...(since === undefined ? [] : [" ", { time: since }]), ". ");
  if (state === "exceeding") parts.push("Above its trigger on ", ...hosts, ", not yet for long enough. ");
  if (pendingUntil !== null)
    parts.push({ note: "Change pending", look: "badge" }, " takes effect ", { time: pendingUntil });
  return parts;
}

/** @param {EventShown} event @param {Names} names @returns {Part[]} */
export function eventParts({ level, type, host, start, duration }, names) {
  return [
    { mark: level },
    { note: ` ${level} `, look: `level-${level}` },
    said(type, "title"),
    ...(host === undefined ? [", global"] : [" on ", names.host(host)]),
    " · ",
    { time: start },
    duration > 0 ? ` · lasted ${duration} s` : "",
  ];
}

/** @param {EventShown} event @param {Names} names @returns {Row} */
export function eventRow(event, names) {
  return {
    look: `level-${event.level}`,
    cells: { what: eventParts(event, names), message: [said(event.message)] },
  };
}

/** @typedef {{ host: Overview["hosts"][number], depth: number, parent: string | undefined }} HostInTree */

/**
 * Children below their parent, each host exactly once, also where a parent is not there or hosts are in a circle.
 * @param {Overview["hosts"]} hosts
 * @returns {HostInTree[]}
 */
export function hostTree(hosts) {
  const byId = new Map(hosts.map((host) => [host.id, host]));
  /** @type {Map<number, Overview["hosts"][number][]>} */
  const children = new Map();
  for (const host of hosts) {
    const siblings = children.get(host.parent);
    if (siblings === undefined) children.set(host.parent, [host]);
    else siblings.push(host);
  }
  /** @type {Map<number, HostInTree>} */
  const placed = new Map();
  /** @param {Overview["hosts"][number]} root */
  const place = (root) => {
    const waiting = [{ host: root, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { host, depth } = next;
      if (placed.has(host.id)) continue;
      placed.set(host.id, { host, depth, parent: depth === 0 ? undefined : byId.get(host.parent)?.name });
      const below = children.get(host.id) ?? [];
      waiting.push(...below.map((child) => ({ host: child, depth: Math.min(depth + 1, 5) })).reverse());
    }
  };
  for (const host of hosts) if (!byId.has(host.parent)) place(host);
  for (const host of hosts) place(host);
  return [...placed.values()];
}

/** @param {HostInTree} placed @returns {Row} */
export function hostRow({ host, depth, parent }) {
  const isDeleted = host.deleted !== 0;
  /** @type {Part[]} */
  const state = isDeleted
    ? ["deleted ", { time: host.deleted }]
    : ["not seen since ", { time: host.lastSeen }];
  return {
    look: isDeleted ? "host-deleted" : "host",
    depth,
    cells: {
      name: [
        said(host.name, "title"),
        " ",
        { said: host.type, look: "kind" },
        ...(parent === undefined ? [] : [{ note: " below ", look: "unseen" }, said(parent, "unseen")]),
      ],
      id: [`id ${host.id}`],
      now: isDeleted || host.status !== 1 ? state : [],
      tags: (host.tags ?? []).flatMap((tag) => [said(tag, "tag"), " "]),
    },
  };
}

/** @param {Overview["metrics"][number]} value @param {Names} names @returns {Row} */
export function metricRow({ host, metric, value, ts }, names) {
  return {
    look: "metric",
    cells: {
      name: [said(metric, "code")],
      value: [amount(value, "")],
      host: [names.host(host)],
      when: [{ time: ts }],
    },
  };
}

/** @param {Overview["firings"][number]} firing @param {Names} names @returns {Row} */
export function firingRow({ alert, alert_name, kind, level, host, at, resolved_at, event, message }, names) {
  const isFired = kind === "threshold" && resolved_at === null;
  /** @type {Part[]} */
  const end = resolved_at === null ? [] : ["resolved ", { time: resolved_at }];
  return {
    look: isFired ? "firing-open" : "firing",
    cells: {
      name: [
        { mark: level },
        { note: ` ${level} `, look: `level-${level}` },
        { href: `#alert-${alert}`, said: alert_name, look: "title" },
        ...(host === null ? [] : [" on ", names.host(host)]),
      ],
      when: ["fired ", { time: at }],
      end: isFired ? [{ note: "not resolved", look: "badge" }] : end,
      message: [{ href: `#event-${event}`, said: message }],
    },
  };
}

/** @param {Overview["outbox"][number]} notification @returns {Row} */
export function outboxRow({ alert, alert_name, destination_name, integration_name, status, reason, at }) {
  return {
    look: `outbox-${status}`,
    cells: {
      status: [{ note: status, look: `badge status-${status}` }],
      name: [said(destination_name, "title"), " ", said(integration_name, "kind")],
      when: [{ time: at }],
      what: [
        "for ",
        { href: `#alert-${alert}`, said: alert_name },
        ...(reason === null ? [] : [" · ", said(reason, "plain")]),
      ],
    },
  };
}
