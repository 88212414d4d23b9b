/** Time lines of an alert: a row for the version before a change and one for the version after it, with a mark where it fires. */
import { type AlertDifference } from "../../../../alerting";
import { timelineSlots } from "../../../../plan-document";
import { type EntryBacktest } from "../../report/report";
import { formatTimeSpan } from "../../../../service";
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
  return drawing(
    rows.map(({ name }) => name),
    marks,
    [formatDay(from), formatDay(until)],
  );
}

/** A firing is a bar until its resolution. That of an event alert is a short one. */
export function differenceTimeline({ values, events, until, before, after }: AlertDifference): Html {
  // What fires at the end is visible.
  const end = until === 0 ? 1 : until * 1.2;
  const marks = [before, after].map((firings, row) => {
    const bars = firings.map(({ kind, at, resolvedAt = end }) => {
      const start = (at / end) * timelineSlots;
      const length = kind === "event" ? 0 : (resolvedAt / end) * timelineSlots - start;
      return `M${start.toFixed(1)} ${(row + 1) * rowHeight}v-8h${Math.max(1, length).toFixed(1)}v8`;
    });
    return html`<path class="${row === 0 ? "before" : "after"}" d="${bars.join("")}" />`;
  });
  const inputs = [
    ...values.map(({ at, value }) => `${formatTimeSpan(at)}: ${value}`),
    ...events.map(({ at, type }) => `${formatTimeSpan(at)}: ${type}`),
  ];
  return drawing(["before", "after"], marks, [...inputs, `until ${formatTimeSpan(until)}`]);
}

/** @param labels below the drawing, from its start to its end */
function drawing(names: readonly string[], marks: readonly Html[], labels: readonly string[]): Html {
  return html`<div class="timeline" aria-hidden="true">
    <div>${names.map((name) => html`<span>${name}</span>`)}</div>
    <svg viewBox="0 0 ${timelineSlots} ${names.length * rowHeight}" preserveAspectRatio="none">${marks}</svg>
    <p>${labels.map((label) => html`<span>${label}</span>`)}</p>
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
