// @ts-check
/**
 * The timeline of events, with one lane per category. It ends at the emulator's time, rounded up, so that marks rarely
 * move. A line marks the current time. The marks are one tab stop, and the arrow keys move between them.
 */
import {
  element,
  find,
  iconElement,
  isolated,
  setChildren,
  setContent,
  setProperties,
  setText,
} from "./dom.js";
import { eventParts } from "./rows.js";
import { absoluteTime, relativeTime } from "./times.js";

/** @typedef {import("./rows.js").EventShown} EventShown */
/** @typedef {import("./rows.js").Names} Names */

/** @type {readonly { seconds: number, name: string, tick: number, label: Intl.DateTimeFormatOptions }[]} */
const ranges = [
  { seconds: 3600, name: "hour", tick: 600, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 21_600, name: "6 hours", tick: 3600, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 86_400, name: "24 hours", tick: 14_400, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 604_800, name: "7 days", tick: 86_400, label: { weekday: "short", day: "numeric" } },
];
const maxLanes = 8;
const otherCategories = "other categories";

export class Timeline {
  #root = find("#timeline", HTMLElement);
  #lanes = find("#timeline .lanes", HTMLElement);
  #ticks = find("#timeline .axis .track", HTMLElement);
  #readout = find("#readout", HTMLElement);
  #note = find("#range-note", HTMLElement);
  #nowLine = element("i", "now-line");
  /** @type {Map<string, { lane: HTMLElement, name: HTMLElement, count: HTMLElement, track: HTMLElement }>} */
  #lanesByKey = new Map();
  /** @type {Map<string, HTMLAnchorElement>} */
  #marksByUuid = new Map();
  /** @type {readonly EventShown[]} newest first */
  #events = [];
  /** @type {EventShown[]} events in the range, oldest first */
  #visible = [];
  /** @type {Names | undefined} */
  #names;
  #now = 0;
  /** @type {number | undefined} seconds, selected by the user or by the first events */
  #range;
  /** @type {string | undefined} UUID of the event that has the focus or the pointer */
  #current;
  /** @type {string | undefined} */
  #linked;
  /** The start and length of the rendered ticks. */
  #tickKey = "";

  /** @param {() => void} onDraw called after each render */
  constructor(onDraw) {
    this.onDraw = onDraw;
    find("#ranges", HTMLElement).addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      this.#range = Number(target.value);
      this.#draw();
    });
    this.#lanes.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
    for (const type of ["focusin", "pointerover"]) {
      this.#lanes.addEventListener(type, ({ target }) => {
        const mark = target instanceof Element ? target.closest(".event-mark") : null;
        if (mark instanceof HTMLElement) this.#setCurrent(mark.dataset.uuid);
      });
    }
    this.#lanes.addEventListener("pointerleave", () => {
      const { activeElement } = document;
      const focused = activeElement instanceof HTMLElement ? activeElement.dataset.uuid : undefined;
      this.#setCurrent(focused);
    });
  }

  /** @param {readonly EventShown[]} events newest first @param {Names} names @param {number} now */
  show(events, names, now) {
    this.#events = events;
    this.#names = names;
    this.#now = now;
    this.#draw();
  }

  reset() {
    this.#range = undefined;
    this.#current = undefined;
    this.#linked = undefined;
  }

  /** Marks the target event of a link and selects a range that contains it. @param {string | undefined} uuid */
  link(uuid) {
    this.#linked = uuid;
    const event = this.#events.find((candidate) => candidate.uuid === uuid);
    if (event !== undefined && !this.#visible.includes(event)) {
      this.#range = ranges.find(({ seconds }) => event.start >= this.#now - seconds)?.seconds ?? this.#range;
    }
    this.#draw();
  }

  #draw() {
    if (this.#names === undefined) return;
    const range = this.#selectedRange();
    const step = range.seconds / 60;
    const end = Math.ceil(this.#now / step) * step;
    const from = end - range.seconds;
    this.#visible = this.#events.filter(({ start }) => start >= from && start <= end).reverse();
    setProperties(this.#root, { hidden: this.#events.length === 0 });
    this.#drawLanes();
    for (const event of this.#visible) this.#place(event, from, range.seconds);
    this.#drawTicks(range, from, end);
    this.#nowLine.style.left = `${((this.#now - from) / range.seconds) * 100}%`;
    this.#drawNote(range.name);
    this.#drawReadout();
  }

  /** By default the shortest range that contains an event. */
  #selectedRange() {
    const newest = this.#events.find(({ start }) => start <= this.#now);
    if (newest !== undefined) {
      this.#range ??= ranges.find(({ seconds }) => newest.start >= this.#now - seconds)?.seconds;
    }
    const selected = this.#range ?? 3600;
    const range = ranges.find(({ seconds }) => seconds === selected);
    if (range === undefined) throw new Error(`no range has ${selected} seconds`);
    find(`#ranges input[value="${selected}"]`, HTMLInputElement).checked = true;
    return range;
  }

  #drawLanes() {
    /** @type {Map<string, EventShown[]>} */
    const byType = new Map();
    for (const event of this.#visible) byType.set(event.type, [...(byType.get(event.type) ?? []), event]);
    const types = [...byType].sort(([, a], [, b]) => b.length - a.length).map(([type]) => type);
    const ownLanes = types.length > maxLanes ? types.slice(0, maxLanes - 1) : types;
    const lanes = ownLanes.sort().map((type) => this.#drawLane(`type ${type}`, type, byType.get(type) ?? []));
    const otherEvents = this.#visible.filter(({ type }) => !ownLanes.includes(type));
    if (otherEvents.length > 0) lanes.push(this.#drawLane("others", otherCategories, otherEvents));
    setChildren(this.#lanes, lanes);
    const uuids = new Set(this.#visible.map(({ uuid }) => uuid));
    for (const uuid of this.#marksByUuid.keys()) if (!uuids.has(uuid)) this.#marksByUuid.delete(uuid);
    const tabStop = this.#tabStop();
    for (const [uuid, mark] of this.#marksByUuid) setTabStop(mark, uuid === tabStop);
  }

  /** @param {string} key @param {string} name @param {EventShown[]} events */
  #drawLane(key, name, events) {
    const existing = this.#lanesByKey.get(key);
    const parts = existing ?? {
      lane: element("div", "lane"),
      name: element("bdi"),
      count: element("b"),
      track: element("div", "track"),
    };
    if (existing === undefined) {
      const title = element("p", "lane-name");
      title.append(parts.name, " ", parts.count);
      parts.lane.append(title, parts.track);
      this.#lanesByKey.set(key, parts);
    }
    setText(parts.name, name);
    setProperties(parts.name, { title: isolated(name) });
    setText(parts.count, String(events.length));
    setChildren(
      parts.track,
      events.map((event) => this.#mark(event)),
    );
    return parts.lane;
  }

  /** @param {EventShown} event */
  #mark({ uuid, level, duration }) {
    const existing = this.#marksByUuid.get(uuid);
    if (existing !== undefined) return existing;
    const mark = document.createElement("a");
    mark.className = `event-mark level-${level}`;
    mark.href = `#event-${uuid}`;
    mark.dataset.uuid = uuid;
    if (duration > 0) mark.append(element("i", "lasting"));
    mark.append(iconElement(level));
    this.#marksByUuid.set(uuid, mark);
    return mark;
  }

  /** @param {EventShown} event @param {number} from @param {number} seconds */
  #place({ uuid, start, duration, level, type, message, host }, from, seconds) {
    const mark = this.#marksByUuid.get(uuid);
    if (mark === undefined) return;
    const left = (start - from) / seconds;
    mark.style.left = `${left * 100}%`;
    const lasting = mark.querySelector(".lasting");
    if (lasting instanceof HTMLElement) {
      const share = Math.min(duration / seconds, Math.max(0, (this.#now - start) / seconds));
      lasting.style.width = `${share * 100}cqw`;
    }
    mark.classList.toggle("linked", uuid === this.#linked);
    const where =
      host === undefined ? "global" : `on ${isolated(this.#names?.hosts.get(host) ?? `host ${host}`)}`;
    const label = `${level}: ${isolated(type)}, ${where}, ${relativeTime(start, this.#now)}: ${isolated(message)}`;
    setProperties(mark, { ariaLabel: label });
  }

  /** @param {(typeof ranges)[number]} range @param {number} from @param {number} end */
  #drawTicks({ tick, seconds, label }, from, end) {
    if (this.#tickKey === `${from} ${seconds}`) return;
    this.#tickKey = `${from} ${seconds}`;
    const format = new Intl.DateTimeFormat("en-GB", label);
    // Ticks are at full hours and days of the browser's time zone.
    const offset = new Date(end * 1000).getTimezoneOffset() * 60;
    const ticks = [];
    for (let time = Math.ceil((from - offset) / tick) * tick + offset; time <= end; time += tick) {
      const mark = element("span", "tick", format.format(new Date(time * 1000)));
      mark.style.left = `${((time - from) / seconds) * 100}%`;
      ticks.push(mark);
    }
    this.#ticks.replaceChildren(...ticks, this.#nowLine);
  }

  /** @param {string} name name of the range */
  #drawNote(name) {
    const outside = this.#events.length - this.#visible.length;
    const newest = this.#events[0];
    const isEmpty = this.#visible.length === 0 && newest !== undefined;
    setProperties(this.#note, { hidden: outside === 0 });
    const start = isEmpty
      ? `No events in the last ${name}. Newest event: ${absoluteTime(newest.start)}. `
      : "";
    const count = outside === 1 ? "1 event is" : `${outside.toLocaleString("en")} events are`;
    setText(this.#note, `${start}${count} outside this range.`);
  }

  #drawReadout() {
    const event = this.#visible.find(({ uuid }) => uuid === this.#tabStop());
    setProperties(this.#readout, { hidden: event === undefined });
    if (event === undefined || this.#names === undefined) return;
    const isNewest = this.#current === undefined && this.#linked !== event.uuid;
    const parts = [...eventParts(event, this.#names), ": ", { text: event.message }];
    setContent(this.#readout, isNewest ? [{ label: "Newest: ", className: "muted" }, ...parts] : parts);
    this.onDraw();
  }

  /** Returns the UUID of the event that is the tab stop: the current, the linked or the newest event. */
  #tabStop() {
    const isVisible = (/** @type {string | undefined} */ searched) =>
      this.#visible.some(({ uuid }) => uuid === searched);
    if (isVisible(this.#current)) return this.#current;
    return isVisible(this.#linked) ? this.#linked : this.#visible.at(-1)?.uuid;
  }

  /** @param {string | undefined} uuid undefined if no event has the focus or the pointer */
  #setCurrent(uuid) {
    const before = this.#marksByUuid.get(this.#tabStop() ?? "");
    this.#current = uuid;
    if (before !== undefined) setTabStop(before, false);
    const mark = this.#marksByUuid.get(this.#tabStop() ?? "");
    if (mark !== undefined) setTabStop(mark, true);
    this.#drawReadout();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const index = this.#visible.findIndex(({ uuid }) => uuid === this.#current);
    const last = this.#visible.length - 1;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined || index === -1) return;
    event.preventDefault();
    const next = this.#visible[Math.min(Math.max(target, 0), last)];
    if (next !== undefined) this.#marksByUuid.get(next.uuid)?.focus();
  }
}

/** Uses the attribute, because reading the property tabIndex forces a layout. */
function setTabStop(/** @type {Element} */ mark, /** @type {boolean} */ isTabStop) {
  const tabindex = isTabStop ? "0" : "-1";
  if (mark.getAttribute("tabindex") !== tabindex) mark.setAttribute("tabindex", tabindex);
}
