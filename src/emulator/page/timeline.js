// @ts-check
/**
 * Events on a time line, a lane for each category. Its end is the emulator's time, rounded up, so that marks stay where
 * they are for a while; a line shows where now is. All marks together are one stop of the tab key; the arrow keys go
 * from one to the next.
 */
import { arrange, element, fill, find, isolated, markOf, put, setText } from "./dom.js";
import { exactTime, relativeTime } from "./times.js";
import { eventParts } from "./rows.js";

/** @typedef {import("./rows.js").EventShown} EventShown */
/** @typedef {import("./rows.js").Names} Names */

/** @type {readonly { seconds: number, words: string, tick: number, label: Intl.DateTimeFormatOptions }[]} */
const spans = [
  { seconds: 3600, words: "hour", tick: 600, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 21_600, words: "6 hours", tick: 3600, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 86_400, words: "day", tick: 14_400, label: { hour: "2-digit", minute: "2-digit" } },
  { seconds: 604_800, words: "week", tick: 86_400, label: { weekday: "short", day: "numeric" } },
];
const mostLanes = 8;
const otherTypes = "other categories";

export class TimeLine {
  #root = find("#timeline", HTMLElement);
  #lanes = find("#timeline .lanes", HTMLElement);
  #ticks = find("#timeline .axis .track", HTMLElement);
  #readout = find("#readout", HTMLElement);
  #note = find("#span-note", HTMLElement);
  #nowLine = element("i", "now-line");
  /** @type {Map<string, { lane: HTMLElement, name: HTMLElement, count: HTMLElement, track: HTMLElement }>} */
  #laneOf = new Map();
  /** @type {Map<string, HTMLAnchorElement>} */
  #markOf = new Map();
  /** @type {readonly EventShown[]} newest first */
  #events = [];
  /** @type {EventShown[]} those on the line, oldest first */
  #visible = [];
  /** @type {Names | undefined} */
  #names;
  #now = 0;
  /** @type {number | undefined} chosen by hand, or by the first events */
  #span;
  /** @type {string | undefined} the event that is read */
  #read;
  /** @type {string | undefined} */
  #linked;
  /** What the ticks were drawn for. */
  #ticked = "";

  /** @param {() => void} drawn called after each change of what is shown */
  constructor(drawn) {
    this.drawn = drawn;
    find("#spans", HTMLElement).addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      this.#span = Number(target.value);
      this.#draw();
    });
    this.#lanes.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
    for (const type of ["focusin", "pointerover"]) {
      this.#lanes.addEventListener(type, ({ target }) => {
        const mark = target instanceof Element ? target.closest(".event-mark") : null;
        if (mark instanceof HTMLElement) this.#readEvent(mark.dataset.uuid);
      });
    }
    this.#lanes.addEventListener("pointerleave", () => {
      const { activeElement } = document;
      const focused = activeElement instanceof HTMLElement ? activeElement.dataset.uuid : undefined;
      this.#readEvent(focused);
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
    this.#span = undefined;
    this.#read = undefined;
    this.#linked = undefined;
  }

  /** Marks the event that a link leads to, in a span that holds it. @param {string | undefined} uuid */
  link(uuid) {
    this.#linked = uuid;
    const event = this.#events.find((one) => one.uuid === uuid);
    if (event !== undefined && !this.#visible.includes(event)) {
      this.#span = spans.find(({ seconds }) => event.start >= this.#now - seconds)?.seconds ?? this.#span;
    }
    this.#draw();
  }

  #draw() {
    if (this.#names === undefined) return;
    const span = this.#chosenSpan();
    const step = span.seconds / 60;
    const end = Math.ceil(this.#now / step) * step;
    const from = end - span.seconds;
    this.#visible = this.#events.filter(({ start }) => start >= from && start <= end).reverse();
    put(this.#root, { hidden: this.#events.length === 0 });
    this.#drawLanes();
    for (const event of this.#visible) this.#place(event, from, span.seconds);
    this.#drawTicks(span, from, end);
    this.#nowLine.style.left = `${((this.#now - from) / span.seconds) * 100}%`;
    this.#drawNote(span.words);
    this.#drawReadout();
  }

  /** Until somebody chooses: the shortest that shows anything. */
  #chosenSpan() {
    const newest = this.#events.find(({ start }) => start <= this.#now);
    if (newest !== undefined) {
      this.#span ??= spans.find(({ seconds }) => newest.start >= this.#now - seconds)?.seconds;
    }
    const wanted = this.#span ?? 3600;
    const span = spans.find(({ seconds }) => seconds === wanted);
    if (span === undefined) throw new Error(`no span has ${wanted} seconds`);
    find(`#spans input[value="${wanted}"]`, HTMLInputElement).checked = true;
    return span;
  }

  #drawLanes() {
    /** @type {Map<string, EventShown[]>} */
    const byType = new Map();
    for (const event of this.#visible) byType.set(event.type, [...(byType.get(event.type) ?? []), event]);
    const most = [...byType].sort(([, a], [, b]) => b.length - a.length).map(([type]) => type);
    const own = most.length > mostLanes ? most.slice(0, mostLanes - 1) : most;
    const lanes = own.sort().map((type) => this.#drawLane(`type ${type}`, type, byType.get(type) ?? []));
    const ofOthers = this.#visible.filter(({ type }) => !own.includes(type));
    if (ofOthers.length > 0) lanes.push(this.#drawLane("others", otherTypes, ofOthers));
    arrange(this.#lanes, lanes);
    const uuids = new Set(this.#visible.map(({ uuid }) => uuid));
    for (const uuid of this.#markOf.keys()) if (!uuids.has(uuid)) this.#markOf.delete(uuid);
    const stop = this.#stop();
    for (const [uuid, mark] of this.#markOf) setStop(mark, uuid === stop);
  }

  /** @param {string} key @param {string} name @param {EventShown[]} events */
  #drawLane(key, name, events) {
    const known = this.#laneOf.get(key);
    const parts = known ?? {
      lane: element("div", "lane"),
      name: element("bdi"),
      count: element("b"),
      track: element("div", "track"),
    };
    if (known === undefined) {
      const title = element("p", "lane-name");
      title.append(parts.name, " ", parts.count);
      parts.lane.append(title, parts.track);
      this.#laneOf.set(key, parts);
    }
    setText(parts.name, name);
    put(parts.name, { title: isolated(name) });
    setText(parts.count, String(events.length));
    arrange(
      parts.track,
      events.map((event) => this.#mark(event)),
    );
    return parts.lane;
  }

  /** @param {EventShown} event */
  #mark({ uuid, level, duration }) {
    const known = this.#markOf.get(uuid);
    if (known !== undefined) return known;
    const mark = document.createElement("a");
    mark.className = `event-mark level-${level}`;
    mark.href = `#event-${uuid}`;
    mark.dataset.uuid = uuid;
    if (duration > 0) mark.append(element("i", "lasting"));
    mark.append(markOf(level));
    this.#markOf.set(uuid, mark);
    return mark;
  }

  /** @param {EventShown} event @param {number} from @param {number} seconds */
  #place({ uuid, start, duration, level, type, message, host }, from, seconds) {
    const mark = this.#markOf.get(uuid);
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
    put(mark, { ariaLabel: label });
  }

  /** @param {(typeof spans)[number]} span @param {number} from @param {number} end */
  #drawTicks({ tick, seconds, label }, from, end) {
    if (this.#ticked === `${from} ${seconds}`) return;
    this.#ticked = `${from} ${seconds}`;
    const format = new Intl.DateTimeFormat("en-GB", label);
    // Whole hours and days of the place where the page is looked at.
    const shift = new Date(end * 1000).getTimezoneOffset() * 60;
    const ticks = [];
    for (let time = Math.ceil((from - shift) / tick) * tick + shift; time <= end; time += tick) {
      const mark = element("span", "tick", format.format(new Date(time * 1000)));
      mark.style.left = `${((time - from) / seconds) * 100}%`;
      ticks.push(mark);
    }
    this.#ticks.replaceChildren(...ticks, this.#nowLine);
  }

  /** @param {string} words */
  #drawNote(words) {
    const outside = this.#events.length - this.#visible.length;
    const newest = this.#events[0];
    const isEmpty = this.#visible.length === 0 && newest !== undefined;
    put(this.#note, { hidden: outside === 0 });
    const start = isEmpty
      ? `No events in the last ${words}. The newest is of ${exactTime(newest.start)}. `
      : "";
    const count = outside === 1 ? "1 event is" : `${outside.toLocaleString("en")} events are`;
    setText(this.#note, `${start}${count} outside of this span.`);
  }

  #drawReadout() {
    const event = this.#visible.find(({ uuid }) => uuid === this.#stop());
    put(this.#readout, { hidden: event === undefined });
    if (event === undefined || this.#names === undefined) return;
    const isNewest = this.#read === undefined && this.#linked !== event.uuid;
    const parts = [...eventParts(event, this.#names), ": ", { said: event.message }];
    fill(this.#readout, isNewest ? [{ note: "Newest: ", look: "muted" }, ...parts] : parts);
    this.drawn();
  }

  /** Uuid of the one event that the tab key leads to: the one that is read, or linked to, or the newest. */
  #stop() {
    const isVisible = (/** @type {string | undefined} */ wanted) =>
      this.#visible.some(({ uuid }) => uuid === wanted);
    if (isVisible(this.#read)) return this.#read;
    return isVisible(this.#linked) ? this.#linked : this.#visible.at(-1)?.uuid;
  }

  /** @param {string | undefined} uuid undefined: none is read any more */
  #readEvent(uuid) {
    const before = this.#markOf.get(this.#stop() ?? "");
    this.#read = uuid;
    if (before !== undefined) setStop(before, false);
    const mark = this.#markOf.get(this.#stop() ?? "");
    if (mark !== undefined) setStop(mark, true);
    this.#drawReadout();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const index = this.#visible.findIndex(({ uuid }) => uuid === this.#read);
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
    if (next !== undefined) this.#markOf.get(next.uuid)?.focus();
  }
}

/** Whether the tab key leads there. Not by the property, whose reading has the browser lay out the page. */
function setStop(/** @type {Element} */ mark, /** @type {boolean} */ isStop) {
  const wanted = isStop ? "0" : "-1";
  if (mark.getAttribute("tabindex") !== wanted) mark.setAttribute("tabindex", wanted);
}
