/** The back-test of an alert as a time line: a row for each version of the alert, with a mark where it fires. */
import { timelineSlots } from "../../../../plan-document";
import { type EntryBacktest } from "../../report/report";
import { html, type Html } from "./markup";

/** Height of a row, in units of the drawing. A slot is one unit wide. */
const rowHeight = 10;

export function backtestTimeline({
  from,
  until,
  timeline = [],
  hasBefore,
  hasAfter,
}: EntryBacktest): Html | undefined {
  if (timeline.length === 0) return undefined;
  const max = Math.max(...timeline.flatMap(({ before, after }) => [before, after]));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.ceil(2 + (6 * count) / max));
  const rows = [...(hasBefore ? (["before"] as const) : []), ...(hasAfter ? (["after"] as const) : [])].map(
    (name) => {
      const heights = new Array<number>(timelineSlots).fill(0);
      for (const point of timeline) heights[point.slot] = heightOf(point[name]);
      return { name, heights };
    },
  );
  const marks = rows.map(
    ({ name, heights }, row) => html`<path class="${name}" d="${outline(heights, (row + 1) * rowHeight)}" />`,
  );
  const names = rows.map(({ name }) => html`<span>${name}</span>`);
  return html`<div class="timeline" aria-hidden="true">
    <div>${names}</div>
    <svg viewBox="0 0 ${timelineSlots} ${rows.length * rowHeight}" preserveAspectRatio="none">${marks}</svg>
    <p><span>${formatDay(from)}</span><span>${formatDay(until)}</span></p>
  </div>`;
}

/** `2026-11-09T09:30:00Z` as `2026-11-09`. */
function formatDay(time: string): string {
  return time.slice(0, 10);
}

/** The outline of bars, one for each slot. Equal neighbors share a step, which keeps pages of many alerts small. */
function outline(heights: readonly number[], base: number): string {
  let path = `M0 ${base}`;
  let height = 0;
  let width = 0;
  const step = () => {
    if (width > 0) path += `h${width}`;
    width = 0;
  };
  for (const next of [...heights, 0]) {
    if (next !== height) {
      step();
      path += `v${height - next}`;
      height = next;
    }
    width++;
  }
  return path;
}
