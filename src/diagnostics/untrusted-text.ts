/**
 * The one sanitizer of untrusted text: names, messages of the service, file names, expressions of stacks, output of other programs. Every
 * output passes through it: terminals, logs, JSON, Markdown, JUnit, annotations, generated code and Terraform diagnostics.
 */
import { truncate } from "./text";

/**
 * One hidden character: controls, direction marks, zero-width and other ignorable characters, line separators, lone surrogates, private
 * characters, and white space that looks like a space. Joiners and variation selectors are not hidden where they shape what is visible:
 * in emoji, and in scripts other than Latin, Greek and Cyrillic.
 */
const hidden =
  /(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|[^\S ])(?<!(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200c\u200d]|\p{Extended_Pictographic}[\ufe0e\ufe0f]|[0-9#*]\ufe0f(?=\u20e3)|\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\p{Script=Mongolian}[\u180b-\u180d\u180f])/gu;

const printableAscii = /^[\x20-\x7e]*$/;

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Replaces each hidden character. @param format default: `\n`, `\r`, `\t`, otherwise {@link escapeUnicode} */
export function escapeHidden(text: string, format = escapeCharacter): string {
  return printableAscii.test(text) ? text : text.replace(hidden, format);
}

export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** The name without what readers overlook: hidden characters, and spaces or typographic quotes around it. */
export function toPlainName(name: string): string {
  const visible = escapeHidden(name, (character) => (/\s/.test(character) ? " " : "")).trim();
  return visible.replace(/^[\p{Pi}\p{Pf}\u201A\u201E](.*)[\p{Pi}\p{Pf}]$/su, "$1").trim();
}

function escapeCharacter(character: string): string {
  return shortEscape(character) ?? escapeUnicode(character);
}

export function shortEscape(character: string): string | undefined {
  return shortEscapes[character];
}

/** Returns `\\u` escapes, one per UTF-16 unit of the character. */
function escapeUnicode(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}

/** In UTF-16 units. No text of an alert is longer. */
const maxQuotedLength = 10_000;

/**
 * Returns the text in double quotes with hidden characters escaped. The result cannot imitate output of the command, and
 * different strings look different, except for the end of very long ones.
 */
export function quote(text: string): string {
  return escapeLogCommands(escapeHidden(JSON.stringify(truncate(text, maxQuotedLength))));
}

/** Returns the text, in quotes only if a character of it has to be escaped. */
export function quoteIfEscaped(text: string): string {
  const quoted = quote(text);
  return quoted === `"${text}"` ? text : quoted;
}

/** Returns the name of a key or an address, in quotes if it has characters other than letters, digits, `_`, `$`, `.` and `-`. */
export function quoteUnusual(name: string): string {
  return /^[\w$.-]{1,100}$/.test(name) ? name : quote(name);
}

/** Returns a message that may contain untrusted text, on one line. It can neither control a terminal nor start a command in a log. */
export function toSafeLine(text: string): string {
  return escapeLogCommands(escapeHidden(text)).replace(/^( *):(?=:)/, "$1\\u003a");
}

/** {@link toSafeLine} for each line of a text. Keeps its line breaks. */
export function toSafeLines(text: string): string {
  return text.split("\n").map(toSafeLine).join("\n");
}

/** Sanitizes a JSON document. Its value does not change, because the escapes are inside of strings. */
export function toSafeJson(json: string): string {
  return escapeLogCommands(
    escapeHidden(json, (character) => (character === "\n" ? "\n" : escapeUnicode(character))),
  );
}

/** GitHub Actions and Azure Pipelines interpret `##[` and `##vso[` as commands anywhere in a line of a log. */
function escapeLogCommands(text: string): string {
  return text.includes("##") ? text.replace(/##(\w{0,20})\[/g, "##$1\\u005b") : text;
}
