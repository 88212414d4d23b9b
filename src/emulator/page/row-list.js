// @ts-check
/**
 * A list of one noun that stays the same while it is looked at: a row is kept for as long as its object is there, and
 * only what changed in it is touched. It shows the first 200 of what the filter lets through, until all are asked for.
 */
import { arrange, element, fill, find, put, setText, textOf } from "./dom.js";

/** @typedef {import("./dom.js").Part} Part */

/**
 * What a row shows: its look, and its cells by name, always the same names in the same order.
 * @typedef {{ look: string, depth?: number, cells: Readonly<Record<string, readonly Part[]>> }} Row
 */

/**
 * @template T
 * @typedef {object} RowListOptions
 * @property {string} noun name of the rows in page.html
 * @property {string} plural for people
 * @property {(item: T) => string} keyOf
 * @property {(item: T) => Row} rowOf
 * @property {() => void} drawn called after each change of what is shown
 * @property {string} [idPrefix] rows have ids that links lead to
 */

const firstShown = 200;
/** How many more at a time, where all are asked for: the page stays responsive. */
const moreAtOnce = 300;

/** @template T */
export class RowList {
  #filter = "";
  #limit = firstShown;
  /** @type {readonly T[]} */
  #items = [];
  /** @type {(item: T) => boolean} */
  #isWanted = () => true;
  /** Rows with what they show. @type {Map<string, { element: HTMLElement, item?: T }>} */
  #rows = new Map();
  /** @type {string | undefined} */
  #linked;
  #isFresh = true;
  /** Whether a row that is drawn for the first time has just come to be. */
  #isNews = false;
  /** The timer that brings more rows. */
  #growing = 0;

  /** @param {RowListOptions<T>} options */
  constructor(options) {
    this.options = options;
    this.root = find(`[data-rows="${options.noun}"]`, HTMLElement);
    const section = find(`#${options.noun}`, HTMLElement);
    this.empty = find("[data-empty]", HTMLElement, section);
    const field = section.querySelector("input[data-filter]");
    this.field = field instanceof HTMLInputElement ? field : undefined;
    this.rest = element("p", "rest");
    this.restText = element("span");
    this.more = element("button", "", "Show all");
    this.rest.append(this.restText, this.more);
    this.root.after(this.rest);
    this.more.addEventListener("click", () => {
      this.#limit = Number.POSITIVE_INFINITY;
      this.#draw();
      this.root.focus();
    });
    // Where the button was is nothing any more: the focus goes to the list.
    this.root.tabIndex = -1;
    this.field?.addEventListener("input", () => {
      this.#filter = this.field?.value.trim().toLowerCase() ?? "";
      this.#draw();
    });
  }

  /** @param {readonly T[]} items */
  show(items) {
    this.#items = items;
    this.#isNews = !this.#isFresh;
    this.#draw();
    this.#isNews = false;
    this.#isFresh = false;
  }

  /** Shows only those, beside what the filter says. @param {(item: T) => boolean} isWanted */
  only(isWanted) {
    this.#isWanted = isWanted;
    this.#draw();
  }

  /** Forgets what was shown: what comes next is not a change of it. */
  reset() {
    this.#isFresh = true;
    this.#linked = undefined;
    this.#limit = firstShown;
    window.clearTimeout(this.#growing);
    this.#rows.clear();
    this.root.replaceChildren();
  }

  /**
   * Marks the row that a link leads to, and sees to it that it is shown.
   * @param {string | undefined} key undefined for a link that leads elsewhere
   * @returns {HTMLElement | undefined} undefined where there is no such object
   */
  link(key) {
    this.#linked = key;
    const item = this.#items.find((one) => this.options.keyOf(one) === key);
    if (item !== undefined && !this.#matches(item)) {
      if (this.field !== undefined) this.field.value = "";
      this.#filter = "";
    }
    this.#draw();
    return key === undefined ? undefined : this.#rows.get(key)?.element;
  }

  /** @param {T} item */
  #matches(item) {
    if (this.#filter === "") return true;
    return Object.values(this.options.rowOf(item).cells).some((parts) =>
      textOf(parts).toLowerCase().includes(this.#filter),
    );
  }

  #draw() {
    const { keyOf } = this.options;
    const matching = this.#items.filter((item) => this.#isWanted(item) && this.#matches(item));
    const most = Math.min(this.#limit, Math.max(firstShown, this.#rows.size + moreAtOnce));
    const visible = matching.slice(0, most);
    window.clearTimeout(this.#growing);
    if (most < Math.min(this.#limit, matching.length)) {
      this.#growing = window.setTimeout(() => {
        this.#draw();
      });
    }
    if (this.#linked !== undefined && !visible.some((item) => keyOf(item) === this.#linked)) {
      const linked = matching.find((item) => keyOf(item) === this.#linked);
      if (linked !== undefined) visible.unshift(linked);
    }
    const keys = new Set(visible.map(keyOf));
    for (const key of this.#rows.keys()) if (!keys.has(key)) this.#rows.delete(key);
    arrange(
      this.root,
      visible.map((item) => this.#drawRow(keyOf(item), item)),
    );
    this.root.classList.toggle("long", visible.length > firstShown + 1);
    this.#drawRest(visible.length, matching.length);
    this.options.drawn();
  }

  /** @param {string} key @param {T} item */
  #drawRow(key, item) {
    const known = this.#rows.get(key);
    if (known?.item !== item) return this.#drawItem(key, item);
    this.#drawLinked(key, known.element);
    return known.element;
  }

  /** @param {string} key @param {T} item */
  #drawItem(key, item) {
    const { look, depth, cells } = this.options.rowOf(item);
    const known = this.#rows.get(key);
    const drawn = known?.element ?? this.#newRow(key, cells);
    this.#rows.set(key, { element: drawn, item });
    const isChanged = known === undefined ? this.#isNews : drawn.dataset.look !== look;
    if (drawn.dataset.look !== look) {
      drawn.dataset.look = look;
      drawn.className = `row ${look}`;
    }
    if (isChanged) drawn.classList.add("changed");
    if (depth !== undefined) drawn.style.setProperty("--depth", String(depth));
    this.#drawLinked(key, drawn);
    Object.values(cells).forEach((parts, index) => {
      const cell = drawn.children[index];
      if (cell !== undefined) fill(cell, parts);
    });
    return drawn;
  }

  /** @param {string} key @param {HTMLElement} drawn */
  #drawLinked(key, drawn) {
    const isLinked = key === this.#linked;
    drawn.classList.toggle("linked", isLinked);
    if (isLinked) put(drawn, { ariaCurrent: "true" });
    else drawn.removeAttribute("aria-current");
  }

  /** @param {string} key @param {Row["cells"]} cells */
  #newRow(key, cells) {
    const made = element("li");
    if (this.options.idPrefix !== undefined) {
      made.id = this.options.idPrefix + key;
      made.tabIndex = -1;
    }
    made.addEventListener("animationend", () => {
      made.classList.remove("changed");
    });
    made.append(...Object.keys(cells).map((name) => element("div", `cell-${name}`)));
    return made;
  }

  /** @param {number} visible @param {number} matching */
  #drawRest(visible, matching) {
    const { plural } = this.options;
    const count = this.#items.length;
    put(this.empty, { hidden: count > 0 });
    if (this.field !== undefined) put(this.field, { hidden: count === 0 });
    const isPart = visible < matching;
    const isFiltered = matching < count;
    put(this.rest, { hidden: !isPart && !(isFiltered && matching === 0) });
    put(this.more, { hidden: !isPart });
    setText(
      this.restText,
      matching === 0
        ? `None of the ${count.toLocaleString("en")} ${plural} matches.`
        : `${visible.toLocaleString("en")} of ${matching.toLocaleString("en")} ${plural} are shown.`,
    );
  }
}
