/** Untrusted text that attacks terminals, logs of CI systems and Markdown, and the check that output neutralizes it. */

/** Each text with the form that output shows. */
const corpus = [
  ["terminal control sequences", "\u001b[2J\u001b]0;title\u0007", "\\u001b[2J\\u001b]0;title\\u0007"],
  ["C1 controls", "\u009b31m\u0085\u007f", "\\u009b31m\\u0085\\u007f"],
  ["bidirectional controls", "\u202eevil\u2066\u200f\u061c", "\\u202eevil\\u2066\\u200f\\u061c"],
  ["zero-width characters", "a\u200bb\u2060c\ufeffd\u00ade", "a\\u200bb\\u2060c\\ufeffd\\u00ade"],
  ["a joiner between Latin letters", "pa\u200dy", "pa\\u200dy"],
  ["joiners of an emoji and of Persian", "👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"],
  ["text hidden in variation selectors", "x\ufe00\u{e0100}\u{e0041}", "x\\ufe00\\udb40\\udd00\\udb40\\udc41"],
  ["blank letters", "\u3164\u115f\u00a0\u2003", "\\u3164\\u115f\\u00a0\\u2003"],
  ["line separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  ["a workflow command of GitHub", "::error::fake", "::error::fake"],
  ["a workflow command of an old runner", "##[error]fake", "##\\u005berror]fake"],
  ["a logging command of Azure Pipelines", "##vso[task.complete]fake", "##vso\\u005btask.complete]fake"],
  ["mentions and links", "@org/team #7 https://evil.example www.evil.example [x](y) <b>", "@org/team #7 "],
] as const;
export const hostileStrings = corpus.map(([, text]) => text);
/** A line of a log that starts with the text would be a command. */
export const hostileLines = ["line one", "", ...hostileStrings].join("\n");
/** The form of each text that output shows. */
export const shownStrings = corpus.map(([, , text]) => text);

/** By code point, so that the test does not share the sanitizer's classes. */
export const dangerous =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00\ufeff\uffa0\u{e0000}-\u{e0fff}]|pa\u200dy/u;

/** @param allowed commands of the output itself */
export function expectHarmless(output: string, allowed = /^(?!)/): void {
  const lines = output.split("\n");
  expect(lines.filter((line) => dangerous.test(line))).toEqual([]);
  expect(lines.filter((line) => /^\s*::|##\w*\[/.test(line) && !allowed.test(line))).toEqual([]);
}
