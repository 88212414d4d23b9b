/** Texts with values: `${name}` stands for a value, and `$${` is a literal `${`. */

export type TemplatePart = string | { readonly name: string };

export type Template =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  /** @property invalid the text from the first `${` that no name follows, shortened */
  | { readonly ok: false; readonly invalid: string };

/** The names of values. */
export const valueNamePattern = /^[A-Za-z_][\w-]{0,99}$/;

const marker = /\$?\$\{/g;
const nameAndEnd = / *([A-Za-z_][\w-]{0,99}) *\}/y;
/** In characters. */
const maxShownLength = 40;

/** Whether the text is more than literal text. */
export function isTemplate(text: string): boolean {
  return text.includes("${");
}

/** Splits a text into literal parts and names of values. Takes time in proportion to the length. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let literal = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(marker)) {
    // A marker can be inside of the name of an invalid expression only, which ends the search.
    literal += text.slice(end, index);
    end = index + found.length;
    if (found === "$${") {
      literal += "${";
      continue;
    }
    nameAndEnd.lastIndex = end;
    const name = nameAndEnd.exec(text)?.[1];
    if (name === undefined) return { ok: false, invalid: shorten(text.slice(index)) };
    if (literal !== "") parts.push(literal);
    parts.push({ name });
    literal = "";
    end = nameAndEnd.lastIndex;
  }
  literal += text.slice(end);
  if (literal !== "") parts.push(literal);
  return { ok: true, parts };
}

/** The template whose text is the given literal text. */
export function escapeValues(text: string): string {
  return text.replaceAll("${", () => "$${");
}

function shorten(text: string): string {
  const end = text.indexOf("}");
  return text.slice(0, end === -1 ? maxShownLength : Math.min(end + 1, maxShownLength));
}
