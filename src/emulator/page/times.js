// @ts-check
/** Times, in seconds since the Unix epoch, as people read them: how long ago, by the emulator's clock, and exactly. */

/** @type {Intl.DateTimeFormatOptions} */
const exactly = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
};
const exact = new Intl.DateTimeFormat("en-GB", exactly);
const exactWithZone = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  ...exactly,
  timeZoneName: "short",
});

/** Undefined for what no calendar holds; an event may have any number for a start. @param {number} seconds */
function dateOf(seconds) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** @param {number} seconds */
export function exactTime(seconds) {
  const date = dateOf(seconds);
  return date === undefined ? `${seconds} s after 1970` : exact.format(date);
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
  const [size, unit] = units.find(([least]) => distance >= least) ?? [1, "s"];
  const length = `${Math.floor(distance / size)} ${unit}`;
  if (distance === 0) return "just now";
  return seconds > now ? `in ${length}` : `${length} ago`;
}

/** Brings every time that is shown up to date. @param {number} now */
export function tellTimes(now) {
  for (const time of document.querySelectorAll("time[data-at]")) {
    if (time instanceof HTMLTimeElement)
      tellTime(time, Number(time.dataset.at), relativeTime(Number(time.dataset.at), now));
  }
}

/** @param {HTMLTimeElement} time @param {number} seconds @param {string} text */
export function tellTime(time, seconds, text) {
  if (time.textContent !== text) time.textContent = text;
  const date = dateOf(seconds);
  const datetime = date?.toISOString() ?? "";
  if (time.dateTime === datetime && time.title !== "") return;
  time.dateTime = datetime;
  time.title = date === undefined ? exactTime(seconds) : exactWithZone.format(date);
}
