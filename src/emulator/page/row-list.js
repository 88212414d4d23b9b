// @ts-check
/**
 * A list of objects. An object keeps its row element while it exists, and only changed cells are rendered. The list shows
 * the first 200 objects that match the filter until the user selects "Show all".
 */
import { element, find, setChildren, setContent, setProperties, setText, textOf } from "./dom.js";

/** @typedef {import("./dom.js").Part} Part */

/**
 * The content of a row. All rows of a list have the same cells in the same order.
 * @typedef {{ className: string, depth?: number, cells: Readonly<Record<string, readonly Part[]>> }} Row
 */

/**
 * @template T
 * @typedef {object} RowListOptions
 * @property {string} section ID of the section in page.html
 * @property {string} plural name of the objects in messages
 * @property {(item: T) => string} keyOf
 * @property {(item: T) => Row} rowOf
 * @property {() => void} onDraw called after each render
 * @property {string} [idPrefix] prefix of the row IDs, if links can target rows
 */

const initialLimit = 200;
/** Rows added per render for "Show all", so that the page stays responsive. */
const batchSize = 300;

/** @template T */
export class RowList {
  #filter = "";
  #limit = initialLimit;
  /** @type {readonly T[]} */
  #items = [];
  /** @type {(item: T) => boolean} */
  #isIncluded = () => true;
  /** Row elements with their rendered objects, by key. @type {Map<string, { element: HTMLElement, item?: T }>} */
  #rows = new Map();
  /** @type {string | undefined} */
  #linked;
  #isFirstDraw = true;
  /** Whether new rows are highlighted as changed. */
  #highlightsNewRows = false;
  /** Timer of the next batch of rows. */
  #batchTimer = 0;

  /** @param {RowListOptions<T>} options */
  constructor(options) {
    this.options = options;
    this.root = find(`[data-rows="${options.section}"]`, HTMLElement);
    const section = find(`#${options.section}`, HTMLElement);
    this.empty = find("[data-empty]", HTMLElement, section);
    const field = section.querySelector("input[data-filter]");
    this.field = field instanceof HTMLInputElement ? field : undefined;
    this.footer = element("p", "rest");
    this.footerText = element("span");
    this.showAll = element("button", "", "Show all");
    this.footer.append(this.footerText, this.showAll);
    this.root.after(this.footer);
    this.showAll.addEventListener("click", () => {
      this.#limit = Number.POSITIVE_INFINITY;
      this.#draw();
      this.root.focus();
    });
    // Receives the focus when the button disappears.
    this.root.tabIndex = -1;
    this.field?.addEventListener("input", () => {
      this.#filter = this.field?.value.trim().toLowerCase() ?? "";
      this.#draw();
    });
  }

  /** @param {readonly T[]} items */
  show(items) {
    this.#items = items;
    this.#highlightsNewRows = !this.#isFirstDraw;
    this.#draw();
    this.#highlightsNewRows = false;
    this.#isFirstDraw = false;
  }

  /** Shows only objects that the predicate accepts, in addition to the text filter. @param {(item: T) => boolean} isIncluded */
  setFilter(isIncluded) {
    this.#isIncluded = isIncluded;
    this.#draw();
  }

  /** Removes all rows. The next rows are not highlighted as changed. */
  reset() {
    this.#isFirstDraw = true;
    this.#linked = undefined;
    this.#limit = initialLimit;
    window.clearTimeout(this.#batchTimer);
    this.#rows.clear();
    this.root.replaceChildren();
  }

  /**
   * Marks the target row of a link and clears the text filter if it hides the row.
   * @param {string | undefined} key undefined if the link has another target
   */
  link(key) {
    this.#linked = key;
    const item = this.#items.find((candidate) => this.options.keyOf(candidate) === key);
    if (item !== undefined && !this.#matches(item)) {
      if (this.field !== undefined) this.field.value = "";
      this.#filter = "";
    }
    this.#draw();
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
    const matching = this.#items.filter((item) => this.#isIncluded(item) && this.#matches(item));
    const limit = Math.min(this.#limit, Math.max(initialLimit, this.#rows.size + batchSize));
    const visible = matching.slice(0, limit);
    window.clearTimeout(this.#batchTimer);
    if (limit < Math.min(this.#limit, matching.length)) {
      this.#batchTimer = window.setTimeout(() => {
        this.#draw();
      });
    }
    if (this.#linked !== undefined && !visible.some((item) => keyOf(item) === this.#linked)) {
      const linked = matching.find((item) => keyOf(item) === this.#linked);
      if (linked !== undefined) visible.unshift(linked);
    }
    const keys = new Set(visible.map(keyOf));
    for (const key of this.#rows.keys()) if (!keys.has(key)) this.#rows.delete(key);
    setChildren(
      this.root,
      visible.map((item) => this.#drawRow(keyOf(item), item)),
    );
    this.root.classList.toggle("long", visible.length > initialLimit + 1);
    this.#drawFooter(visible.length, matching.length);
    this.options.onDraw();
  }

  /** @param {string} key @param {T} item */
  #drawRow(key, item) {
    const existing = this.#rows.get(key);
    if (existing?.item !== item) return this.#drawItem(key, item);
    this.#drawLinked(key, existing.element);
    return existing.element;
  }

  /** @param {string} key @param {T} item */
  #drawItem(key, item) {
    const { className, depth, cells } = this.options.rowOf(item);
    const existing = this.#rows.get(key);
    const row = existing?.element ?? this.#createRow(key, cells);
    this.#rows.set(key, { element: row, item });
    const isChanged = existing === undefined ? this.#highlightsNewRows : row.dataset.style !== className;
    if (row.dataset.style !== className) {
      row.dataset.style = className;
      row.className = `row ${className}`;
    }
    if (isChanged) row.classList.add("changed");
    if (depth !== undefined) row.style.setProperty("--depth", String(depth));
    this.#drawLinked(key, row);
    Object.values(cells).forEach((parts, index) => {
      const cell = row.children[index];
      if (cell !== undefined) setContent(cell, parts);
    });
    return row;
  }

  /** @param {string} key @param {HTMLElement} row */
  #drawLinked(key, row) {
    const isLinked = key === this.#linked;
    row.classList.toggle("linked", isLinked);
    if (isLinked) setProperties(row, { ariaCurrent: "true" });
    else row.removeAttribute("aria-current");
  }

  /** @param {string} key @param {Row["cells"]} cells */
  #createRow(key, cells) {
    const row = element("li");
    if (this.options.idPrefix !== undefined) {
      row.id = this.options.idPrefix + key;
      row.tabIndex = -1;
    }
    row.addEventListener("animationend", () => {
      row.classList.remove("changed");
    });
    row.append(...Object.keys(cells).map((name) => element("div", `cell-${name}`)));
    return row;
  }

  /** @param {number} visible @param {number} matching */
  #drawFooter(visible, matching) {
    const { plural } = this.options;
    const count = this.#items.length;
    setProperties(this.empty, { hidden: count > 0 });
    if (this.field !== undefined) setProperties(this.field, { hidden: count === 0 });
    const isTruncated = visible < matching;
    const isFiltered = matching < count;
    setProperties(this.footer, { hidden: !isTruncated && !(isFiltered && matching === 0) });
    setProperties(this.showAll, { hidden: !isTruncated });
    setText(
      this.footerText,
      matching === 0
        ? `0 of ${count.toLocaleString("en")} ${plural} match.`
        : `Showing ${visible.toLocaleString("en")} of ${matching.toLocaleString("en")} ${plural}.`,
    );
  }
}
