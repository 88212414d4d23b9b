/** The back-test of an alert as a time line: a row for each version of the alert, with a mark where it fires. */
import { timelineSlots } from "../../../reconcile";
import { type EntryBacktest } from "../../report/report";
import { html, type Html } from "./markup";

/** Height of a row, in units of the drawing. */
const rowHeight = 10;

export function backtestTimeline(backtest: EntryBacktest): Html {
  const { text, from, until, timeline = [], hasBefore, hasAfter } = backtest;
  const sentence = html`<p class="backtest">Back-test: ${text}</p>`;
  if (timeline.length === 0) return sentence;
  const max = Math.max(...timeline.flatMap(({ before, after }) => [before, after]));
  const rows = [
    ...(hasBefore ? [["before", timeline.map(({ slot, before }) => [slot, before] as const)] as const] : []),
    ...(hasAfter ? [["after", timeline.map(({ slot, after }) => [slot, after] as const)] as const] : []),
  ];
  const marks = rows.map(
    ([name, counts], row) =>
      html`<path class="${name}" d="${markPath(counts, max, (row + 1) * rowHeight)}" />`,
  );
  const height = rows.length * rowHeight;
  const names = rows.map(([name]) => html`<span>${name}</span>`);
  return html`${sentence}
    <div class="timeline" aria-hidden="true">
      <div>${names}</div>
      <svg viewBox="0 0 ${timelineSlots} ${height}" preserveAspectRatio="none">
        <path
          class="base"
          d="${rows.map((_, row) => `M0 ${(row + 1) * rowHeight}h${timelineSlots}`).join("")}"
        />
        ${marks}
      </svg>
      <p><span>${formatDay(from)}</span><span>${formatDay(until)}</span></p>
    </div>`;
}

/** `2026-11-09T09:30:00Z` as `2026-11-09`. */
function formatDay(time: string): string {
  return time.slice(0, 10);
}

/** One vertical line per slot, whose height grows with the number of firings. */
function markPath(
  counts: readonly (readonly [slot: number, count: number])[],
  max: number,
  base: number,
): string {
  return counts
    .filter(([, count]) => count > 0)
    .map(([slot, count]) => `M${slot}.5 ${base}v-${Math.ceil(2 + (6 * count) / max)}`)
    .join("");
}
