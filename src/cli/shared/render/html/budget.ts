/**
 * Limits the size of a page, because reviewers open it in chats and on phones. A larger page omits time lines, and then details of alerts,
 * but never an alert.
 */
import { pluralize } from "../../report/report";
import { type Html } from "./markup";

const minBytes = 1_000_000;
/** A page of more than 1,000 alerts may be larger. */
const bytesPerAlert = 1_000;

/** In bytes. */
export interface PageLimits {
  readonly timelines: number;
  readonly details: number;
}

const unlimited: PageLimits = { timelines: Infinity, details: Infinity };

/** The space that is left in one rendering of a page, and the number of omitted parts. */
export class PageBudget {
  readonly #left: Record<keyof PageLimits, number>;
  readonly #omitted: Record<keyof PageLimits, number> = { timelines: 0, details: 0 };

  constructor(limits: PageLimits) {
    this.#left = { ...limits };
  }

  /** @returns whether the parts of an alert fit into the page */
  take(kind: keyof PageLimits, ...parts: readonly Html[]): boolean {
    const left = this.#left[kind];
    if (left === Infinity) return true;
    const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part.toString()), 0);
    if (size > left) {
      this.#omitted[kind]++;
      return false;
    }
    this.#left[kind] = left - size;
    return true;
  }

  /** A sentence about the omitted parts. */
  get omission(): string | undefined {
    const { timelines, details } = this.#omitted;
    if (timelines + details === 0) return undefined;
    const parts = [
      ...(details === 0 ? [] : [`the details of ${pluralize(details, "alert")}`]),
      ...(timelines === 0 ? [] : [`the time lines of ${pluralize(timelines, "alert")}`]),
    ];
    const source = details === 0 ? "" : " The report as text contains them.";
    return `To keep the page small, it omits ${parts.join(" and ")}.${source}`;
  }
}

/**
 * Renders a page that fits, as complete as possible.
 * @param alertCount number of alerts in the page
 * @param render renders the page
 */
export function fitPage(alertCount: number, render: (budget: PageBudget) => string): string {
  const maxBytes = Math.max(minBytes, alertCount * bytesPerAlert);
  const sizeOf = (page: string) => Buffer.byteLength(page);
  const renderWithin = (limits: PageLimits) => render(new PageBudget(limits));
  const complete = renderWithin(unlimited);
  if (sizeOf(complete) < maxBytes) return complete;
  const withoutTimelines = renderWithin({ timelines: 0, details: Infinity });
  const bytesLeft = maxBytes - sizeOf(withoutTimelines);
  if (bytesLeft > 0) return renderWithin({ timelines: bytesLeft - 1, details: Infinity });
  const brief = renderWithin({ timelines: 0, details: 0 });
  return renderWithin({ timelines: 0, details: maxBytes - sizeOf(brief) - 1 });
}
