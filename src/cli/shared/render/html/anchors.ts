/** Anchors of alerts, so that a comment can link to one. */
import { createHash } from "node:crypto";

/**
 * Returns the anchor of an alert, which depends only on its name. Different names have different anchors, also where their letters agree.
 *
 * @example
 * alertAnchor("CPU usage is high"); // "cpu-usage-is-high-5b1a0c22f4"
 */
export function alertAnchor(name: string): string {
  const slug = name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 10);
  return slug === "" || /^\d/.test(slug) ? `alert-${slug}-${hash}` : `${slug}-${hash}`;
}

/** Anchors of one page. In a page of several environments, they start with the name of the environment. */
export class Anchors {
  readonly #used = new Map<string, number>();

  /** @param environment empty for a page of one environment */
  next(name: string, environment: string): string {
    const prefix = environment === "" ? "" : `${environment.replace(/[^A-Za-z0-9_-]+/g, "-")}--`;
    const anchor = `${prefix}${alertAnchor(name)}`;
    const count = (this.#used.get(anchor) ?? 0) + 1;
    this.#used.set(anchor, count);
    return count === 1 ? anchor : `${anchor}-${count}`;
  }
}
