// @ts-check
/** The rows and sentences of the page: alerts, events, hosts, metric values, firings and notifications. */

/** @typedef {import("../control/overview").Overview & { environments: string[] }} Overview */
/** @typedef {Overview["alerts"][number]} Alert */
/** @typedef {Overview["events"][number]} EventShown */
/** @typedef {import("./dom.js").Part} Part */
/** @typedef {import("./row-list.js").Row} Row */

/** In display order. Alerts in the first two states are listed before all others. */
export const alertStates = /** @type {const} */ (["fired", "exceeding", "quiet", "disabled", "incomplete"]);

/** Names by ID, built once per overview. */
export class Names {
  /** @param {Pick<Overview, "hosts" | "destinations" | "firings">} overview */
  constructor(overview) {
    this.hosts = namesOf(overview.hosts);
    this.destinations = namesOf(overview.destinations);
    /** When each unresolved alert fired. @type {Map<number, number>} */
    this.firedAt = new Map();
    for (const { alert, kind, at, resolved_at } of overview.firings) {
      if (kind === "threshold" && resolved_at === null) this.firedAt.set(alert, at);
    }
  }

  /** @param {number} id @returns {Part} */
  host(id) {
    return serviceText(this.hosts.get(id) ?? `host ${id} (removed)`);
  }
}

/** @param {readonly { id: number, name: string | null }[]} named */
function namesOf(named) {
  return new Map(named.map(({ id, name }) => [id, name ?? String(id)]));
}

/** @param {string} text @param {string} [className] @returns {Part} */
function serviceText(text, className) {
  return className === undefined ? { text } : { text, className };
}

/** Joins up to six parts with commas. A longer list ends with the number of further parts. @param {readonly Part[]} parts @returns {Part[]} */
function joinList(parts) {
  const shown = parts.length > 6 ? parts.slice(0, 5) : parts;
  const more = parts.length - shown.length;
  const list = shown.flatMap((part, index) => {
    if (index === 0) return [part];
    return [index === parts.length - 1 ? " and " : ", ", part];
  });
  return more === 0 ? list : [...list, ` and ${more.toLocaleString("en")} more`];
}

/** @param {Alert} alert @param {Names} names @returns {Row} */
export function alertRow(alert, names) {
  const destinations = alert.destinations.map((id) =>
    serviceText(names.destinations.get(id) ?? `destination ${id} (removed)`),
  );
  return {
    className: `alert-${alert.state}`,
    cells: {
      state: [{ icon: alert.state }, " ", { label: alert.state, className: "word" }],
      name: [
        { href: `#alert-${alert.id}`, text: alert.name, className: "title" },
        { label: ` id ${alert.id}`, className: "id" },
      ],
      what: conditionOf(alert),
      now: statusOf(alert, names),
      note: withRunbooks(alert.annotations),
      destinations:
        destinations.length === 0
          ? ["no destinations"]
          : [{ label: "→ ", className: "arrow" }, ...joinList(destinations)],
      actions: [
        { button: alert.disabled === 1 ? "Enable" : "Disable", key: "toggle", of: alert.name },
        " ",
        { button: "Edit", key: "edit", of: alert.name },
      ],
    },
  };
}

/** URLs, without control, bidirectional and invisible characters, which could disguise them. */
const urls = /https?:\/\/[^\s<>"\p{C}]{1,2000}/giu;
const maxNoteLength = 600;

/** Turns the http and https URLs of a text into links. @param {string} text @returns {Part[]} */
function withRunbooks(text) {
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(urls)) {
    if (index >= maxNoteLength) break;
    // Punctuation at the end belongs to the sentence.
    const url = found.replace(/[.,:;!?)\]}'’”]+$/u, "");
    if (!isRunbook(url)) continue;
    if (index > end) parts.push(serviceText(text.slice(end, index)));
    parts.push({ runbook: url, text: url });
    end = index + url.length;
  }
  const rest = text.slice(end, Math.max(end, maxNoteLength));
  if (rest !== "") parts.push(serviceText(rest));
  return text.length > end + rest.length ? [...parts, "…"] : parts;
}

/** A user name in a URL can look like its host. @param {string} text */
function isRunbook(text) {
  try {
    const { protocol, username, password } = new URL(text);
    return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
  } catch {
    return false;
  }
}

/** Describes the configuration in a sentence. @param {Alert} alert @returns {Part[]} */
function conditionOf({ id, sentence }) {
  if (sentence !== null) return sentence.map(sentencePart);
  return [
    "No configuration, so the alert cannot fire. Add it with PUT ",
    serviceText(`/api/v2/config/alerts/${id}/config`, "code"),
    ".",
  ];
}

/** @param {import("../../alerting").SentencePart} part @returns {Part} */
function sentencePart(part) {
  if (typeof part === "string") return part;
  const { kind, text } = part;
  switch (kind) {
    case "level":
      return { label: text, className: `level-${text}` };
    case "number":
      return { label: text, className: "figure" };
    case "code":
      return serviceText(text, "code");
    case "option":
      return serviceText(text, "plain");
    case "host":
      return serviceText(text);
  }
}

const grouped = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });

/** Formats a number with grouping, or in exponential notation if it is very large or small. @param {number} value @returns {Part} */
function amount(value) {
  const isPlain = value === 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 1e-6);
  return { label: isPlain ? grouped.format(value) : String(value), className: "" };
}

/** The hosts of the state, and a pending change. @param {Alert} alert @param {Names} names @returns {Part[]} */
function statusOf({ id, state, on, pendingUntil }, names) {
  const hosts = joinList(on.map((host) => names.host(host)));
  const since = names.firedAt.get(id);
  /** @type {Part[]} */
  const parts = [];
  if (state === "fired")
    parts.push("Fired on ", ...hosts, ...(since === undefined ? [] : [" ", { time: since }]), ". ");
  if (state === "exceeding")
    parts.push("Above the trigger on ", ...hosts, ", but not yet for the duration. ");
  if (pendingUntil !== null)
    parts.push({ label: "Change pending", className: "badge" }, " takes effect ", { time: pendingUntil });
  return parts;
}

/** @param {EventShown} event @param {Names} names @returns {Part[]} */
export function eventParts({ level, type, host, start, duration }, names) {
  return [
    { icon: level },
    { label: ` ${level} `, className: `level-${level}` },
    serviceText(type, "title"),
    ...(host === undefined ? [", global"] : [" on ", names.host(host)]),
    " · ",
    { time: start },
    duration > 0 ? ` · lasted ${duration} s` : "",
  ];
}

/** @param {EventShown} event @param {Names} names @returns {Row} */
export function eventRow(event, names) {
  return {
    className: `level-${event.level}`,
    cells: { what: eventParts(event, names), message: [serviceText(event.message)] },
  };
}

/** @typedef {{ host: Overview["hosts"][number], depth: number, parent: string | undefined }} HostInTree */

/**
 * Orders children after their parent. Each host occurs exactly once, even with a missing parent or a cycle.
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
    const stack = [{ host: root, depth: 0 }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { host, depth } = next;
      if (placed.has(host.id)) continue;
      placed.set(host.id, { host, depth, parent: depth === 0 ? undefined : byId.get(host.parent)?.name });
      const childHosts = children.get(host.id) ?? [];
      stack.push(...childHosts.map((child) => ({ host: child, depth: Math.min(depth + 1, 5) })).reverse());
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
  const state = isDeleted ? ["deleted ", { time: host.deleted }] : ["last seen ", { time: host.lastSeen }];
  return {
    className: isDeleted ? "host-deleted" : "host",
    depth,
    cells: {
      name: [
        serviceText(host.name, "title"),
        " ",
        { text: host.type, className: "kind" },
        ...(parent === undefined
          ? []
          : [{ label: " child of ", className: "visually-hidden" }, serviceText(parent, "visually-hidden")]),
      ],
      id: [`id ${host.id}`],
      now: isDeleted || host.status !== 1 ? state : [],
      tags: (host.tags ?? []).flatMap((tag) => [serviceText(tag, "tag"), " "]),
    },
  };
}

/** @param {Overview["metrics"][number]} value @param {Names} names @returns {Row} */
export function metricRow({ host, metric, value, ts }, names) {
  return {
    className: "metric",
    cells: {
      name: [serviceText(metric, "code")],
      value: [amount(value)],
      host: [names.host(host)],
      when: [{ time: ts }],
    },
  };
}

/** @param {Overview["firings"][number]} firing @param {Names} names @returns {Row} */
export function firingRow({ alert, alert_name, kind, level, host, at, resolved_at, event, message }, names) {
  const isOpen = kind === "threshold" && resolved_at === null;
  /** @type {Part[]} */
  const end = resolved_at === null ? [] : ["resolved ", { time: resolved_at }];
  return {
    className: isOpen ? "firing-open" : "firing",
    cells: {
      name: [
        { icon: level },
        { label: ` ${level} `, className: `level-${level}` },
        { href: `#alert-${alert}`, text: alert_name, className: "title" },
        ...(host === null ? [] : [" on ", names.host(host)]),
      ],
      when: ["fired ", { time: at }],
      end: isOpen ? [{ label: "not resolved", className: "badge" }] : end,
      message: [{ href: `#event-${event}`, text: message }],
    },
  };
}

/** @param {Overview["outbox"][number]} notification @returns {Row} */
export function outboxRow({ alert, alert_name, destination_name, integration_name, status, reason, at }) {
  return {
    className: `outbox-${status}`,
    cells: {
      status: [{ label: status, className: `badge status-${status}` }],
      name: [serviceText(destination_name, "title"), " ", serviceText(integration_name, "kind")],
      when: [{ time: at }],
      what: [
        "for ",
        { href: `#alert-${alert}`, text: alert_name },
        ...(reason === null ? [] : [" · ", serviceText(reason, "plain")]),
      ],
    },
  };
}
