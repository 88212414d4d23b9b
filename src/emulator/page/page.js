// @ts-check
/** The emulator's page: polls GET /_emulator/overview and renders the changes. */
import { AlertEdits } from "./alert-edits.js";
import { showCommands } from "./commands.js";
import { element, find, iconElement, isolated, setProperties, setText } from "./dom.js";
import { Poll } from "./poll.js";
import { RowList } from "./row-list.js";
import {
  alertRow,
  alertStates,
  eventRow,
  firingRow,
  hostRow,
  hostTree,
  metricRow,
  Names,
  outboxRow,
} from "./rows.js";
import { Timeline } from "./timeline.js";
import { absoluteTime, setTime, timeZone, updateTimes } from "./times.js";

/** @typedef {import("./rows.js").Overview} Overview */
/** @typedef {import("./rows.js").Alert} Alert */

const emptyOverview = { hosts: [], destinations: [], firings: [] };

/**
 * @type {{
 *   overview: Overview | undefined,
 *   names: Names,
 *   isLinkPending: boolean,
 *   stateFilter: Alert["state"] | undefined,
 * }}
 */
const state = {
  overview: undefined,
  names: new Names(emptyOverview),
  isLinkPending: true,
  stateFilter: undefined,
};

const onDraw = () => {
  if (state.overview !== undefined) updateTimes(state.overview.now);
};

const lists = {
  alerts: new RowList({
    section: "alerts",
    plural: "alerts",
    idPrefix: "alert-",
    keyOf: (/** @type {Alert} */ { id }) => String(id),
    rowOf: (alert) => alertRow(alert, state.names),
    onDraw,
  }),
  events: new RowList({
    section: "events",
    plural: "events",
    idPrefix: "event-",
    keyOf: (/** @type {Overview["events"][number]} */ { uuid }) => uuid,
    rowOf: (event) => eventRow(event, state.names),
    onDraw,
  }),
  hosts: new RowList({
    section: "hosts",
    plural: "hosts",
    keyOf: (/** @type {import("./rows.js").HostInTree} */ { host }) => String(host.id),
    rowOf: hostRow,
    onDraw,
  }),
  metrics: new RowList({
    section: "metrics",
    plural: "values",
    keyOf: (/** @type {Overview["metrics"][number]} */ { host, metric }) => `${host} ${metric}`,
    rowOf: (value) => metricRow(value, state.names),
    onDraw,
  }),
  firings: new RowList({
    section: "firings",
    plural: "firings",
    keyOf: (/** @type {Overview["firings"][number]} */ { id }) => String(id),
    rowOf: (firing) => firingRow(firing, state.names),
    onDraw,
  }),
  outbox: new RowList({
    section: "outbox",
    plural: "notifications",
    keyOf: (/** @type {Overview["outbox"][number]} */ { id }) => String(id),
    rowOf: outboxRow,
    onDraw,
  }),
};
const timeline = new Timeline(onDraw);

const announcer = find("#announcer", HTMLElement);
const connection = find("#connection", HTMLElement);
const notice = find("#notice", HTMLElement);
const noticeText = find("#notice-text", HTMLElement);
const retry = find("#retry", HTMLButtonElement);
const environmentSelect = find("#environment", HTMLSelectElement);

function environment() {
  return new URLSearchParams(location.search).get("environment");
}

function query() {
  const name = environment();
  return name === null ? "" : `?environment=${encodeURIComponent(name)}`;
}

const poll = new Poll({
  url: () => `/_emulator/overview${query()}`,
  onData: (/** @type {Overview} */ overview) => {
    showConnection("live");
    if (!state.isLinkPending) showNotice(undefined);
    show(overview);
  },
  onError: (message) => {
    showConnection("error");
    showNotice(message);
  },
  onUnreachable: () => {
    showConnection("unreachable");
    const { overview } = state;
    const age = overview === undefined ? "" : ` Showing data as of ${absoluteTime(overview.now)}.`;
    showNotice(`The emulator does not respond.${age} Retrying every few seconds.`, { retry: true });
  },
});

/** @param {Overview} overview */
function show(overview) {
  const previous = state.overview?.environment === overview.environment ? state.overview : undefined;
  if (previous === undefined) reset();
  state.overview = overview;
  state.names = new Names(overview);
  showClock(overview);
  showEnvironments(overview);
  showCounts(overview);
  lists.alerts.show(urgentFirst(overview.alerts));
  timeline.show(overview.events, state.names, overview.now);
  lists.events.show(overview.events);
  setProperties(find("#event-list", HTMLElement), { hidden: overview.events.length === 0 });
  lists.hosts.show(hostTree(overview.hosts));
  lists.metrics.show(overview.metrics);
  lists.firings.show(overview.firings);
  lists.outbox.show(overview.outbox);
  updateTimes(overview.now);
  if (previous !== undefined) announceFirings(previous, overview);
  if (state.isLinkPending) followLink();
}

/** Clears the page before another environment is shown. */
function reset() {
  for (const list of Object.values(lists)) list.reset();
  timeline.reset();
  announcer.textContent = "";
  showCommands(location.origin, query());
}

/** Fired and exceeding alerts first. All others keep their order. @param {readonly Alert[]} alerts */
function urgentFirst(alerts) {
  const urgent = alertStates.slice(0, 2).flatMap((name) => alerts.filter((alert) => alert.state === name));
  return [...urgent, ...alerts.filter((alert) => alert.state !== "fired" && alert.state !== "exceeding")];
}

/** @param {"live" | "unreachable" | "error"} status */
function showConnection(status) {
  setProperties(document.documentElement.dataset, { connection: status });
  setText(connection, { live: "live", unreachable: "no response", error: "error" }[status]);
}

/** @param {string | undefined} text undefined hides the notice @param {{ retry?: boolean }} [options] */
function showNotice(text, options = {}) {
  setProperties(notice, { hidden: text === undefined });
  setProperties(retry, { hidden: options.retry !== true });
  setText(noticeText, text ?? "");
}

/** @param {Overview} overview */
function showClock({ now, isRunning }) {
  setTime(find("#now", HTMLTimeElement), now, absoluteTime(now));
  const { name, title } = timeZone(now);
  const zone = find("#zone", HTMLElement);
  setText(zone, name);
  setProperties(zone, { title });
  setProperties(find("#held", HTMLElement), { hidden: isRunning });
}

/** @param {Overview} overview */
function showEnvironments({ environment: current, environments }) {
  setProperties(find("#environments", HTMLElement), { hidden: environments.length < 2 });
  const options = [...environmentSelect.options].map(({ value }) => value);
  if (JSON.stringify(options) !== JSON.stringify(environments)) {
    environmentSelect.replaceChildren(...environments.map((name) => new Option(name, name)));
  }
  if (environmentSelect.value !== current && document.activeElement !== environmentSelect) {
    environmentSelect.value = current;
  }
}

/** @param {Overview} overview */
function showCounts(overview) {
  for (const section of /** @type {const} */ ([
    "events",
    "alerts",
    "hosts",
    "metrics",
    "firings",
    "outbox",
  ])) {
    const count = overview[section].length;
    setText(find(`[data-count="${section}"]`, HTMLElement), count.toLocaleString("en"));
  }
  for (const [name, { button, count }] of stateButtons) {
    const alerts = overview.alerts.filter((alert) => alert.state === name).length;
    setText(count, alerts.toLocaleString("en"));
    setProperties(button, { hidden: alerts === 0 && state.stateFilter !== name });
    if (name === "fired") {
      setProperties(document, { title: `${alerts === 0 ? "" : `${alerts} fired · `}Service emulator` });
    }
  }
}

const stateButtons = new Map(
  alertStates.map((name) => {
    const button = document.createElement("button");
    const count = element("b");
    button.type = "button";
    button.className = `alert-${name}`;
    button.setAttribute("aria-pressed", "false");
    button.append(iconElement(name), ` ${name} `, count);
    button.addEventListener("click", () => {
      filterByState(state.stateFilter === name ? undefined : name);
    });
    find("#states", HTMLElement).append(button);
    return [name, { button, count }];
  }),
);

/** @param {Alert["state"] | undefined} filter undefined shows all */
function filterByState(filter) {
  state.stateFilter = filter;
  for (const [name, { button }] of stateButtons) button.setAttribute("aria-pressed", String(name === filter));
  lists.alerts.setFilter((alert) => filter === undefined || alert.state === filter);
}

/** Announces new firings to screen readers. @param {Overview} before @param {Overview} after */
function announceFirings(before, after) {
  const latestId = before.firings[0]?.id ?? 0;
  const added = after.firings.filter(({ id }) => id > latestId);
  if (added.length === 0) return;
  const sentences = added.slice(0, 3).map(({ alert_name, host }) => {
    const where = host === null ? "" : ` on ${isolated(state.names.hosts.get(host) ?? `host ${host}`)}`;
    return `${isolated(alert_name)} fired${where}.`;
  });
  const more = added.length > 3 ? ` ${added.length - 3} more fired.` : "";
  announcer.textContent = sentences.join(" ") + more;
}

/** Follows `#alert-ID` and `#event-UUID`, the links in webhook bodies. */
function followLink() {
  const [, kind, key] = /^#(alert|event)-([0-9a-f]+)$/.exec(location.hash) ?? [];
  lists.alerts.link(kind === "alert" ? key : undefined);
  lists.events.link(kind === "event" ? key : undefined);
  timeline.link(kind === "event" ? key : undefined);
  const isFirstAttempt = notice.hidden;
  state.isLinkPending = false;
  if (kind === undefined) return;
  if (kind === "alert") filterByState(undefined);
  else find("#event-list", HTMLDetailsElement).open = true;
  const row = document.getElementById(`${kind}-${key}`);
  if (row !== null) {
    row.scrollIntoView({ block: "center" });
    row.focus({ preventScroll: true });
    showNotice(undefined);
    return;
  }
  // The alert or event can still be created.
  state.isLinkPending = true;
  if (!isFirstAttempt) return;
  const where = isolated(state.overview?.environment ?? "");
  showNotice(
    kind === "alert"
      ? `Alert ${key} does not exist in environment ${where}.`
      : `Event ${key} is not among the newest events of environment ${where}.`,
  );
}

/** @param {number} seconds */
async function advance(seconds) {
  try {
    const response = await fetch("/_emulator/clock", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance: seconds }),
    });
    if (!response.ok) showNotice(`Advancing the clock failed with status ${response.status}.`);
  } finally {
    poll.now();
  }
}

for (const button of document.querySelectorAll("button[data-advance]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.addEventListener("click", () => {
    advance(Number(button.dataset.advance)).catch(() => {
      // The poll reports an unreachable emulator.
    });
  });
}
new AlertEdits({
  overview: () => state.overview,
  url: (id) => `/_emulator/alerts/${id}${query()}`,
  onSaved: () => {
    poll.now();
  },
  onError: (message) => {
    showNotice(message);
  },
});
retry.addEventListener("click", () => {
  poll.now();
});
environmentSelect.addEventListener("change", () => {
  history.pushState(null, "", `?environment=${encodeURIComponent(environmentSelect.value)}`);
  poll.now();
});
window.addEventListener("popstate", () => {
  environmentSelect.value = environment() ?? "default";
  poll.now();
});
window.addEventListener("hashchange", () => {
  if (state.overview !== undefined) followLink();
});
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a[href^='#']") : null;
  // A click on the link that is already in the URL does not raise hashchange.
  if (link?.getAttribute("href") === location.hash && state.overview !== undefined) followLink();
});
poll.now();
