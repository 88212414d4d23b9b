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

/** What fits into one rendering of a page. */
export class PageBudget {
  #omittedDetails = 0;
  #omitsTimelines = false;

  constructor(
    private readonly hasTimelines: boolean,
    /** Bytes that are left for the details of alerts. */
    private detailBytes: number,
  ) {}

  takeDetails(...parts: readonly Html[]): boolean {
    const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part.toString()), 0);
    if (size > this.detailBytes) {
      this.#omittedDetails++;
      return false;
    }
    this.detailBytes -= size;
    return true;
  }

  takeTimelines(): boolean {
    this.#omitsTimelines ||= !this.hasTimelines;
    return this.hasTimelines;
  }

  /** A sentence about the omitted parts. */
  get omission(): string | undefined {
    const details = this.#omittedDetails;
    const parts = [
      ...(details === 0 ? [] : [`the details of ${formatCount(details, "alert")}`]),
      ...(this.#omitsTimelines ? ["the time lines"] : []),
    ];
    const source = details === 0 ? "" : " The report as text contains them.";
    return parts.length === 0
      ? undefined
      : `To keep the page small, it omits ${parts.join(" and ")}.${source}`;
  }
}

/** Renders a page that fits: complete, without time lines, or without the details of some alerts too. */
export function fitPage(alertCount: number, render: (budget: PageBudget) => string): string {
  const maxBytes = Math.max(minBytes, alertCount * bytesPerAlert);
  for (const hasTimelines of [true, false]) {
    const page = render(new PageBudget(hasTimelines, Infinity));
    if (Buffer.byteLength(page) < maxBytes) return page;
  }
  const brief = render(new PageBudget(false, 0));
  return render(new PageBudget(false, maxBytes - Buffer.byteLength(brief) - 1));
}
