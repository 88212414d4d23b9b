/** Text and times without markup. Times are seconds since the Unix epoch. */

/** Longer strings are truncated. A message or an annotation can have thousands of characters. */
export const maxTextLength = 600;

export function truncateText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Isolates the writing direction of a text where no element can, for example in an attribute. */
export function isolate(text: string): string {
  return `\u2068${truncateText(text)}\u2069`;
}

export function groupDigits(count: number): string {
  return count.toLocaleString("en");
}

const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

/** Also accepts a time outside the range of Date. The start of an event can be any number. */
export function zonedTime(seconds: number): string {
  return Math.abs(seconds) > 8.64e12 ? `${seconds} s after 1970` : format.format(seconds * 1000);
}

const units = Object.entries({ y: 365 * 86_400, d: 86_400, h: 3600, min: 60, s: 1 });

/** Formats a time span in its largest unit and the next ones, for example `4 min 58 s`. */
export function formatSpan(seconds: number, maxUnits = 2): string {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["s", 1];
  const count = Math.floor(seconds / size);
  const rest = Math.floor(seconds - count * size);
  return `${count} ${unit}${maxUnits > 1 && rest > 0 ? ` ${formatSpan(rest, maxUnits - 1)}` : ""}`;
}

export function relativeTime(seconds: number, now: number): string {
  const distance = Math.floor(Math.abs(now - seconds));
  if (distance === 0) return "just now";
  return seconds > now ? `in ${formatSpan(distance, 1)}` : `${formatSpan(distance, 1)} ago`;
}
