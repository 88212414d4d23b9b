// @ts-check
/** The emulator's page: asks GET /_emulator/overview while it is looked at, and shows what changed. */
import { element, find, isolated, markOf, put, setText } from "./dom.js";
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
import { exactTime, tellTime, tellTimes } from "./times.js";
import { TimeLine } from "./timeline.js";
import { writeCommands } from "./commands.js";

/** @typedef {import("./rows.js").Overview} Overview */
/** @typedef {import("./rows.js").Alert} Alert */

/** @type {{ overview: Overview | undefined, names: Names, linkToFollow: boolean, onlyState: Alert["state"] | undefined }} */
const state = { overview: undefined, names: namesOfNothing(), linkToFollow: true, onlyState: undefined };

const drawn = () => {
  if (state.overview !== undefined) tellTimes(state.overview.now);
};

const lists = {
  alerts: new RowList({
    noun: "alerts",
    plural: "alerts",
    idPrefix: "alert-",
    keyOf: (/** @type {Alert} */ { id }) => String(id),
    rowOf: (alert) => alertRow(alert, state.names),
    drawn,
  }),
  events: new RowList({
    noun: "events",
    plural: "events",
    idPrefix: "event-",
    keyOf: (/** @type {Overview["events"][number]} */ { uuid }) => uuid,
    rowOf: (event) => eventRow(event, state.names),
    drawn,
  }),
  hosts: new RowList({
    noun: "hosts",
    plural: "hosts",
    keyOf: (/** @type {import("./rows.js").HostInTree} */ { host }) => String(host.id),
    rowOf: hostRow,
    drawn,
  }),
  metrics: new RowList({
    noun: "metrics",
    plural: "values",
    keyOf: (/** @type {Overview["metrics"][number]} */ { host, metric }) => `${host} ${metric}`,
    rowOf: (value) => metricRow(value, state.names),
    drawn,
  }),
  firings: new RowList({
    noun: "firings",
    plural: "firings",
    keyOf: (/** @type {Overview["firings"][number]} */ { id }) => String(id),
    rowOf: (firing) => firingRow(firing, state.names),
    drawn,
  }),
  outbox: new RowList({
    noun: "outbox",
    plural: "notifications",
    keyOf: (/** @type {Overview["outbox"][number]} */ { id }) => String(id),
    rowOf: outboxRow,
    drawn,
  }),
};
const timeLine = new TimeLine(drawn);

const announcer = find("#announcer", HTMLElement);
const connection = find("#connection", HTMLElement);
const notice = find("#notice", HTMLElement);
const noticeText = find("#notice-text", HTMLElement);
const retry = find("#retry", HTMLButtonElement);
const environmentChoice = find("#environment", HTMLSelectElement);

function environment() {
  return new URLSearchParams(location.search).get("environment");
}

function query() {
  const name = environment();
  return name === null ? "" : `?environment=${encodeURIComponent(name)}`;
}

function namesOfNothing() {
  const nothing = { hosts: [], destinations: [], policies: [], durations: [], firings: [] };
  return new Names(/** @type {Overview} */ (/** @type {unknown} */ (nothing)));
}

const poll = new Poll({
  address: () => `/_emulator/overview${query()}`,
  onAnswer: (/** @type {Overview} */ overview) => {
    tellConnection("live");
    if (!state.linkToFollow) tellNotice(undefined);
    show(overview);
  },
  onRefusal: (reason) => {
    tellConnection("refused");
    tellNotice(reason);
  },
  onSilence: () => {
    tellConnection("gone");
    const last =
      state.overview === undefined ? "" : ` What is shown is as of ${exactTime(state.overview.now)}.`;
    tellNotice(`The emulator does not answer.${last} Trying again every few seconds.`, { retry: true });
  },
});

/** @param {Overview} overview */
function show(overview) {
  const before = state.overview?.environment === overview.environment ? state.overview : undefined;
  if (before === undefined) forget();
  state.overview = overview;
  state.names = new Names(overview);
  tellClock(overview);
  tellEnvironments(overview);
  tellCounts(overview);
  lists.alerts.show(inOrder(overview.alerts));
  timeLine.show(overview.events, state.names, overview.now);
  lists.events.show(overview.events);
  put(find("#event-list", HTMLElement), { hidden: overview.events.length === 0 });
  lists.hosts.show(hostTree(overview.hosts));
  lists.metrics.show(overview.metrics);
  lists.firings.show(overview.firings);
  lists.outbox.show(overview.outbox);
  tellTimes(overview.now);
  if (before !== undefined) announce(before, overview);
  if (state.linkToFollow) followLink();
}

/** What follows belongs to another environment. */
function forget() {
  for (const list of Object.values(lists)) list.reset();
  timeLine.reset();
  announcer.textContent = "";
  writeCommands(location.origin, query());
}

/** What is wrong comes first; apart from that, nothing changes its place. @param {readonly Alert[]} alerts */
function inOrder(alerts) {
  const urgent = alertStates
    .slice(0, 2)
    .flatMap((wanted) => alerts.filter((alert) => alert.state === wanted));
  return [...urgent, ...alerts.filter(({ state: own }) => own !== "fired" && own !== "exceeding")];
}

/** @param {"live" | "gone" | "refused"} now */
function tellConnection(now) {
  put(document.documentElement.dataset, { connection: now });
  setText(connection, { live: "live", gone: "no answer", refused: "refused" }[now]);
}

/** @param {string | undefined} text @param {{ retry?: boolean }} [options] */
function tellNotice(text, options = {}) {
  put(notice, { hidden: text === undefined });
  put(retry, { hidden: options.retry !== true });
  setText(noticeText, text ?? "");
}

/** @param {Overview} overview */
function tellClock({ now, isRunning }) {
  tellTime(find("#now", HTMLTimeElement), now, exactTime(now));
  put(find("#held", HTMLElement), { hidden: isRunning });
}

/** @param {Overview} overview */
function tellEnvironments({ environment: current, environments }) {
  put(find("#environments", HTMLElement), { hidden: environments.length < 2 });
  const known = [...environmentChoice.options].map(({ value }) => value);
  if (JSON.stringify(known) !== JSON.stringify(environments)) {
    environmentChoice.replaceChildren(...environments.map((name) => new Option(name, name)));
  }
  if (environmentChoice.value !== current && document.activeElement !== environmentChoice)
    environmentChoice.value = current;
}

/** @param {Overview} overview */
function tellCounts(overview) {
  for (const noun of /** @type {const} */ (["events", "alerts", "hosts", "metrics", "firings", "outbox"])) {
    const count = overview[noun].length;
    setText(find(`[data-count="${noun}"]`, HTMLElement), count.toLocaleString("en"));
  }
  for (const [name, { button, count }] of stateButtons) {
    const those = overview.alerts.filter((alert) => alert.state === name).length;
    setText(count, those.toLocaleString("en"));
    put(button, { hidden: those === 0 && state.onlyState !== name });
    if (name === "fired")
      put(document, { title: `${those === 0 ? "" : `${those} fired · `}Service emulator` });
  }
}

const stateButtons = new Map(
  alertStates.map((name) => {
    const button = document.createElement("button");
    const count = element("b");
    button.type = "button";
    button.className = `alert-${name}`;
    button.setAttribute("aria-pressed", "false");
    button.append(markOf(name), ` ${name} `, count);
    button.addEventListener("click", () => {
      showOnly(state.onlyState === name ? undefined : name);
    });
    find("#states", HTMLElement).append(button);
    return [name, { button, count }];
  }),
);

/** @param {Alert["state"] | undefined} wanted undefined: all */
function showOnly(wanted) {
  state.onlyState = wanted;
  for (const [name, { button }] of stateButtons) button.setAttribute("aria-pressed", String(name === wanted));
  lists.alerts.only((alert) => wanted === undefined || alert.state === wanted);
}

/** To those who do not see the rows change. @param {Overview} before @param {Overview} after */
function announce(before, after) {
  const latest = before.firings[0]?.id ?? 0;
  const fresh = after.firings.filter(({ id }) => id > latest);
  if (fresh.length === 0) return;
  const told = fresh.slice(0, 3).map(({ alert_name, host }) => {
    const where = host === null ? "" : ` on ${isolated(state.names.hosts.get(host) ?? `host ${host}`)}`;
    return `${isolated(alert_name)} fired${where}.`;
  });
  const more = fresh.length > 3 ? ` ${fresh.length - 3} more fired.` : "";
  announcer.textContent = told.join(" ") + more;
}

/** `#alert-ID` and `#event-UUID`, as the bodies of webhooks have them. */
function followLink() {
  const [, noun, key] = /^#(alert|event)-([0-9a-f]+)$/.exec(location.hash) ?? [];
  lists.alerts.link(noun === "alert" ? key : undefined);
  lists.events.link(noun === "event" ? key : undefined);
  timeLine.link(noun === "event" ? key : undefined);
  const isFirstTry = notice.hidden;
  state.linkToFollow = false;
  if (noun === undefined) return;
  if (noun === "alert") showOnly(undefined);
  else find("#event-list", HTMLDetailsElement).open = true;
  const row = document.getElementById(`${noun}-${key}`);
  if (row !== null) {
    row.scrollIntoView({ block: "center" });
    row.focus({ preventScroll: true });
    tellNotice(undefined);
    return;
  }
  // It may come yet: an alert that is about to be made, an event that is on its way.
  state.linkToFollow = true;
  const which = noun === "alert" ? `alert ${key}` : `event ${key} among the newest`;
  if (isFirstTry)
    tellNotice(`There is no ${which} in the environment ${isolated(state.overview?.environment ?? "")}.`);
}

/** @param {number} seconds */
async function advance(seconds) {
  try {
    const response = await fetch("/_emulator/clock", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance: seconds }),
    });
    if (!response.ok) tellNotice(`The clock was not advanced: the emulator answered ${response.status}.`);
  } finally {
    poll.now();
  }
}

for (const button of document.querySelectorAll("button[data-advance]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.addEventListener("click", () => {
    advance(Number(button.dataset.advance)).catch(() => {
      // That there is no answer is what the poll says.
    });
  });
}
retry.addEventListener("click", () => {
  poll.now();
});
environmentChoice.addEventListener("change", () => {
  history.pushState(null, "", `?environment=${encodeURIComponent(environmentChoice.value)}`);
  poll.now();
});
window.addEventListener("popstate", () => {
  environmentChoice.value = environment() ?? "default";
  poll.now();
});
window.addEventListener("hashchange", () => {
  if (state.overview !== undefined) followLink();
});
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a[href^='#']") : null;
  // A second click on the same link is no change of the address.
  if (link?.getAttribute("href") === location.hash && state.overview !== undefined) followLink();
});
poll.now();
