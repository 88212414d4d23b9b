/**
 * Lets `${name}` be a plain scalar in brackets: `[${channel}]`. YAML reads its braces as a mapping, so they are replaced with characters
 * of the same length before the text is parsed, which keeps all positions.
 */

/** Unicode guarantees that these code points are never characters. */
const open = "\ufdd0";
const close = "\ufdd1";
const expression = /\$\{( *[A-Za-z_][\w-]{0,99} *)\}/g;

export function hideBraces(text: string): string {
  if (!text.includes("${") || text.includes(open) || text.includes(close)) return text;
  return text.replace(expression, `$$${open}$1${close}`);
}

export function restoreBraces(text: string): string {
  if (!text.includes(open)) return text;
  return text.replaceAll(open, "{").replaceAll(close, "}");
}
