// @ts-check
/** Formats times: relative to the emulator's clock, and absolute. Times are seconds since the Unix epoch. */

/** @type {Intl.DateTimeFormatOptions} */
const dateAndTime = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
};
const format = new Intl.DateTimeFormat("en-GB", dateAndTime);
const formatWithZone = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  ...dateAndTime,
  timeZoneName: "short",
});

/** Returns undefined for a time outside the range of Date. The start of an event can be any number. @param {number} seconds */
function dateOf(seconds) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** @param {number} seconds */
export function absoluteTime(seconds) {
  const date = dateOf(seconds);
  return date === undefined ? `${seconds} s after 1970` : format.format(date);
}

/** The browser's time zone at a time: its short name, and its name in the tz database. @param {number} seconds */
export function timeZone(seconds) {
  const parts = formatWithZone.formatToParts(dateOf(seconds));
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return { name, title: `Time zone: ${format.resolvedOptions().timeZone}` };
}

/** @type {readonly (readonly [number, string])[]} */
const units = [
  [365 * 86_400, "y"],
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** @param {number} seconds @param {number} now */
export function relativeTime(seconds, now) {
  const distance = Math.floor(Math.abs(now - seconds));
  const [size, unit] = units.find(([minSeconds]) => distance >= minSeconds) ?? [1, "s"];
  const length = `${Math.floor(distance / size)} ${unit}`;
  if (distance === 0) return "just now";
  return seconds > now ? `in ${length}` : `${length} ago`;
}

/** Updates all relative times in the page. @param {number} now */
export function updateTimes(now) {
  for (const time of document.querySelectorAll("time[data-at]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const seconds = Number(time.dataset.at);
    setTime(time, seconds, relativeTime(seconds, now));
  }
}

/** @param {HTMLTimeElement} time @param {number} seconds @param {string} text */
export function setTime(time, seconds, text) {
  if (time.textContent !== text) time.textContent = text;
  const date = dateOf(seconds);
  const datetime = date?.toISOString() ?? "";
  if (time.dateTime === datetime && time.title !== "") return;
  time.dateTime = datetime;
  time.title = date === undefined ? absoluteTime(seconds) : formatWithZone.format(date);
}
