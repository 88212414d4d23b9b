/**
 * Names and values in Markdown: whatever they hold, nothing in them becomes a heading, a link, a mention of somebody, a cell of a
 * table or HTML.
 */

/** As code: nothing inside is Markdown. For a line of text; in a table {@link cellCode}. */
export function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest > 0 || text === "" || /^ .* $/.test(text) ? " " : "";
  return `${fence}${gap}${text}${gap}${fence}`;
}

/** A table ends its cell at a bar even inside code. */
export function cellCode(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** As code inside HTML, where Markdown is not read: a `<summary>`. */
export function htmlCode(text: string): string {
  return `<code>${withoutTags(text)}</code>`;
}

/** As text of ours with a user's text within, inside HTML. */
export function htmlText(text: string): string {
  return unlinked(withoutTags(text));
}

function withoutTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * GitHub finds people, issues and addresses in text whatever is escaped: a joiner that is not seen keeps sign and name apart. An
 * address outside of quotes is one of ours, to be copied as it is.
 */
function unlinked(text: string): string {
  return text
    .replace(/@|#(?=\d)/g, "$&\u2060")
    .replace(/"(?:[^"\\]|\\.)*"?/g, (quoted) => quoted.replace(/:(?=\/\/)|www(?=\.)/gi, "$&\u2060"));
}

/** As text of ours with a user's text within: every character that Markdown or GitHub could read is escaped. */
export function escaped(text: string): string {
  return unlinked(text)
    .replace(/[\\`*_{}[\]()<>#+|~!&]/g, "\\$&")
    .replace(/\s+/g, " ");
}
