// @ts-check
/**
 * Renders descriptions to DOM nodes. Text of the service is rendered as text nodes only, never as markup, and isolated so
 * that its writing direction does not affect its surroundings. Unchanged descriptions do not touch the DOM, which preserves
 * focus, selection and scroll position.
 */

/** @typedef {"fired" | "exceeding" | "quiet" | "disabled" | "incomplete" | "info" | "warn" | "crit"} Icon */

/**
 * A string is text of the page. `text` is text of the service, `label` is styled text of the page, `time` is in seconds since
 * the Unix epoch, `runbook` is an http or https URL, and `button` acts on the object that `of` names.
 * @typedef {string
 *   | { text: string, className?: string }
 *   | { label: string, className: string }
 *   | { time: number }
 *   | { href: string, text: string, className?: string }
 *   | { runbook: string, text: string }
 *   | { button: string, key: string, of: string }
 *   | { icon: Icon }} Part
 */

/** Longer strings are truncated. A message or annotation can have thousands of characters. */
const maxTextLength = 600;

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
 * @param {string} [className]
 * @param {string} [text]
 */
export function element(tag, className = "", text = "") {
  const created = document.createElement(tag);
  if (className !== "") created.className = className;
  created.textContent = text;
  return created;
}

/** @param {Icon} icon */
export function iconElement(icon) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `mark mark-${icon}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#mark-${icon}`);
  svg.append(use);
  return svg;
}

/** @param {string} text */
function truncated(text) {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Isolates the writing direction of a text in an attribute, where no element can. @param {string} text */
export function isolated(text) {
  return `\u2068${truncated(text)}\u2069`;
}

/** @param {Part} part @returns {Node} */
function nodeOf(part) {
  if (typeof part === "string") return document.createTextNode(part);
  if ("time" in part) {
    const time = document.createElement("time");
    time.dataset.at = String(part.time);
    return time;
  }
  if ("icon" in part) return iconElement(part.icon);
  if ("label" in part) return element("span", part.className, part.label);
  if ("button" in part) return buttonOf(part);
  const text = element("bdi", "className" in part ? part.className : "", truncated(part.text));
  if (!("href" in part || "runbook" in part)) return text;
  const link = document.createElement("a");
  if ("runbook" in part)
    Object.assign(link, { href: part.runbook, target: "_blank", rel: "noopener noreferrer" });
  else link.href = part.href;
  link.append(text);
  return link;
}

/** @param {{ button: string, key: string, of: string }} part */
function buttonOf({ button, key, of }) {
  const created = document.createElement("button");
  created.type = "button";
  created.textContent = button;
  created.dataset.key = key;
  created.setAttribute("aria-label", `${button} ${isolated(of)}`);
  return created;
}

/** @param {readonly Part[]} parts @returns {string} */
export function textOf(parts) {
  return parts.map(textOfPart).join("");
}

/** @param {Part} part */
function textOfPart(part) {
  if (typeof part === "string") return part;
  if ("text" in part) return part.text;
  return "label" in part ? part.label : "";
}

/** @type {WeakMap<Element, string>} */
const rendered = new WeakMap();

/**
 * Renders the parts into the element if they changed.
 * @param {Element} parent
 * @param {readonly Part[]} parts
 */
export function setContent(parent, parts) {
  const signature = JSON.stringify(parts);
  if (rendered.get(parent) === signature) return;
  rendered.set(parent, signature);
  const { activeElement } = document;
  const focused = parent.contains(activeElement) ? focusKeyOf(activeElement) : undefined;
  parent.replaceChildren(...parts.map(nodeOf));
  if (focused === undefined) return;
  const same = [...parent.querySelectorAll("a, button")].find((node) => focusKeyOf(node) === focused);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/** Identifies a link or button across renders of its cell. @param {Element | null} node */
function focusKeyOf(node) {
  return node?.getAttribute("href") ?? node?.getAttribute("data-key") ?? undefined;
}

/**
 * Sets the properties that changed. Browsers and screen readers treat setting an equal value as a change.
 * @template {object} T
 * @param {T} target
 * @param {Partial<T>} values
 */
export function setProperties(target, values) {
  for (const key in values) {
    const value = values[key];
    if (value !== undefined && target[key] !== value) target[key] = value;
  }
}

/** @param {Element} parent @param {string} text */
export function setText(parent, text) {
  if (parent.textContent !== text) parent.textContent = text;
}

/**
 * Sets the children of an element. Moves as few nodes as possible, and restores the focus if its node is moved.
 * @param {Element} parent
 * @param {readonly Element[]} children
 */
export function setChildren(parent, children) {
  const { activeElement } = document;
  const remaining = new Set(children);
  for (const child of [...parent.children]) if (!remaining.has(child)) child.remove();
  let cursor = parent.firstElementChild;
  for (const child of children) {
    // A node that moved down is removed here and inserted later, so that the following nodes do not move.
    if (cursor !== null && cursor !== child && cursor.nextElementSibling === child) {
      const movedDown = cursor;
      cursor = child;
      movedDown.remove();
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
