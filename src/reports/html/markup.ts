/** HTML as a separate type, whose templates escape every value, so that a text cannot become markup. And the size limit of a page. */
import { escapeHidden, formatCount } from "../../diagnostics";

/** Markup that {@link html} has built. A string is not assignable to it. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static build(strings: readonly string[], values: readonly Content[]): Html {
    return new Html(strings.map((text, index) => `${unindent(text)}${markupOf(values[index])}`).join(""));
  }

  /** An element with the text of a file of this package, which is not escaped: browsers read such an element literally. */
  static ofAsset(element: "style" | "script", text: string): Html {
    if (/<[/!]/.test(text)) throw new Error(`The text of <${element}> contains a tag.`);
    return new Html(`<${element}>${text}</${element}>`);
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template accepts. Undefined is empty. */
export type Content = Html | string | number | undefined | readonly Content[];

/**
 * Builds HTML from a template. Strings are escaped for elements and for attributes in quotes. Hidden characters become visible.
 *
 * @example
 * html`<p title="${name}">${name}</p>`;
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return Html.build(strings, values);
}

/** The indentation of a template in the code is not content. */
function unindent(text: string): string {
  return text.includes("\n") ? text.replace(/\n\s*/g, "\n") : text;
}

function markupOf(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "object")
    return content instanceof Html ? content.toString() : content.map(markupOf).join("");
  // `##[` is a command in a log of GitHub Actions, and `##vso[` in one of Azure Pipelines.
  return escapeHidden(String(content))
    .replace(/[&<>"']/g, (character) => entities[character] ?? "")
    .replaceAll("##", "#&#35;");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

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
      ...(details === 0 ? [] : [`the details of ${formatCount(details, "alert")}`]),
      ...(timelines === 0 ? [] : [`the time lines of ${formatCount(timelines, "alert")}`]),
    ];
    const source = details === 0 ? "" : " The report as text contains them.";
    return `To keep the page small, it omits ${parts.join(" and ")}.${source}`;
  }
}

/** Renders a page that fits, as complete as possible. */
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
