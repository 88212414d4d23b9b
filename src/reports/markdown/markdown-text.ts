/** Escapes untrusted text for Markdown, so that it cannot become a heading, a link, a mention, a table cell or HTML. */
import { toSafeLine, toSafeLines } from "../../diagnostics";

/** Formats a line of text as inline code. In a table, use {@link tableCode}. */
export function inlineCode(code: string): string {
  const text = toSafeLine(code);
  const longestRun = Array.from(text.matchAll(/`+/g)).reduce((max, [run]) => Math.max(max, run.length), 0);
  const fence = "`".repeat(longestRun + 1);
  const padding = longestRun > 0 || text === "" || /^ .* $/.test(text) ? " " : "";
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** Formats text as inline code in a table cell. A bar ends the cell even in code. */
export function tableCode(text: string): string {
  return inlineCode(text).replaceAll("|", "\\|");
}

/** Formats text as code in HTML, where Markdown is not parsed, such as a `<summary>`. */
export function htmlCode(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** Escapes a message of this package that quotes user text, for HTML. */
export function htmlText(text: string): string {
  return preventAutolinks(escapeHtml(text));
}

/** Escapes a message of this package that quotes user text, for Markdown. */
export function markdownText(text: string): string {
  return preventAutolinks(toSafeLines(text))
    .replace(/[\\`*_{}[\]()<>#+|~!&]/g, "\\$&")
    .replace(/\s+/g, " ");
}

function escapeHtml(text: string): string {
  return toSafeLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** GitHub links mentions, issues, URLs and addresses even in escaped text. An invisible word joiner prevents that. */
function preventAutolinks(text: string): string {
  return text.replace(/@|#(?=\d)|:(?=\/\/)|www(?=\.)|gh(?=-\d)|(?:mailto|xmpp)(?=:)/gi, "$&\u2060");
}
