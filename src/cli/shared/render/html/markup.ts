/** HTML as a separate type. Every value in a template is escaped, so a text cannot become markup. */
import { escapeHidden } from "../../../../diagnostics";

/** Markup that {@link html} has built. A string is not assignable to it. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static build(strings: readonly string[], values: readonly Content[]): Html {
    return new Html(strings.map((text, index) => `${unindent(text)}${markupOf(values[index])}`).join(""));
  }

  /**
   * An element with the text of a file of this package, which is not escaped: browsers read such an element literally.
   * @throws Error if the text could end the element
   */
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
 * Builds HTML from a template. Texts are escaped for elements and for attributes in quotes. Hidden characters become visible.
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
