// @ts-check
/**
 * From plain descriptions to nodes. Whatever the service says becomes text, isolated so that its writing direction
 * reaches no further than itself; there is no way through here for markup. A description that has not changed touches
 * nothing, so that focus, selection and scroll position stay.
 */

/** @typedef {"fired" | "exceeding" | "quiet" | "disabled" | "incomplete" | "info" | "warn" | "crit"} Mark */

/**
 * A text is the page's own; `said` is the service's, with a class where it has a look of its own. `time` is in seconds
 * since the Unix epoch.
 * @typedef {string
 *   | { said: string, look?: string }
 *   | { note: string, look: string }
 *   | { time: number }
 *   | { href: string, said: string, look?: string }
 *   | { mark: Mark }} Part
 */

/** Longer texts are cut: a message or an annotation may have thousands of characters. */
const longestShown = 600;

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new (...args: never[]) => T} type
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function find(selector, type, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`page.html has no ${selector}`);
  return found;
}

/**
 * @param {string} tag
 * @param {string} [look]
 * @param {string} [text]
 */
export function element(tag, look = "", text = "") {
  const made = document.createElement(tag);
  if (look !== "") made.className = look;
  made.textContent = text;
  return made;
}

/** @param {Mark} mark */
export function markOf(mark) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `mark mark-${mark}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#mark-${mark}`);
  svg.append(use);
  return svg;
}

/** @param {string} text */
export function shortened(text) {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** For attributes, where no element can isolate a text: the characters that do the same. @param {string} text */
export function isolated(text) {
  return `\u2068${shortened(text)}\u2069`;
}

/** @param {Part} part @returns {Node} */
function nodeOf(part) {
  if (typeof part === "string") return document.createTextNode(part);
  if ("time" in part) {
    const time = document.createElement("time");
    time.dataset.at = String(part.time);
    return time;
  }
  if ("mark" in part) return markOf(part.mark);
  if ("note" in part) return element("span", part.look, part.note);
  if ("href" in part) {
    const link = document.createElement("a");
    link.href = part.href;
    link.append(element("bdi", part.look, shortened(part.said)));
    return link;
  }
  return element("bdi", part.look, shortened(part.said));
}

/** @param {readonly Part[]} parts @returns {string} */
export function textOf(parts) {
  return parts.map(textOfPart).join("");
}

/** @param {Part} part */
function textOfPart(part) {
  if (typeof part === "string") return part;
  if ("said" in part) return part.said;
  return "note" in part ? part.note : "";
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Makes the parts the content of the element, unless they are already.
 * @param {Element} within
 * @param {readonly Part[]} parts
 */
export function fill(within, parts) {
  const signature = JSON.stringify(parts);
  if (shown.get(within) === signature) return;
  shown.set(within, signature);
  const { activeElement } = document;
  const focused = within.contains(activeElement) ? activeElement?.getAttribute("href") : undefined;
  within.replaceChildren(...parts.map(nodeOf));
  if (typeof focused !== "string") return;
  const again = within.querySelector(`a[href="${CSS.escape(focused)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * Sets what is not so already: setting the same again is a change to the browser, and to a screen reader.
 * @template {object} T
 * @param {T} target
 * @param {Partial<T>} values
 */
export function put(target, values) {
  for (const key in values) {
    const value = values[key];
    if (value !== undefined && target[key] !== value) target[key] = value;
  }
}

/** @param {Element} within @param {string} text */
export function setText(within, text) {
  if (within.textContent !== text) within.textContent = text;
}

/**
 * Puts the children into this order. Only those that are elsewhere are moved, and the focus is not lost with them.
 * @param {Element} parent
 * @param {readonly Element[]} children
 */
export function arrange(parent, children) {
  const { activeElement } = document;
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstElementChild;
  for (const child of children) {
    // One that went further down is taken out here, and put in again at its turn: the rest need not move.
    if (cursor !== null && cursor !== child && cursor.nextElementSibling === child) {
      const further = cursor;
      cursor = child;
      further.remove();
    }
    if (cursor === child) cursor = cursor.nextElementSibling;
    else parent.insertBefore(child, cursor);
  }
  if (
    activeElement instanceof HTMLElement &&
    activeElement !== document.activeElement &&
    parent.contains(activeElement)
  ) {
    activeElement.focus({ preventScroll: true });
  }
}
