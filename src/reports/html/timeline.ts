/** Time lines of an alert: a row for the version before a change, one for the version after it, and one for recorded firings, with a mark where it fires. */
import { type AlertDifference } from "../../alerting";
import { truncate } from "../../diagnostics";
import { timelineSlots } from "../../plan-document";
import { formatTimeSpan, formatTimestamp } from "../../service";
import { type AuditReportFinding, type DescribedBacktest } from "../model/findings";
import { type Html, html } from "./markup";

/** Height of a row, in units of the drawing. A slot is one unit wide. */
const rowHeight = 10;

export function backtestTimeline(backtest: DescribedBacktest): Html | undefined {
  const { history, timeline = [], recorded } = backtest;
  const versions = (["before", "after"] as const).filter((name) => backtest[name] !== null);
  const series = [
    ...versions.map((name) => ({
      name,
      points: timeline.map((point) => ({ slot: point.slot, count: point[name] })),
    })),
    { name: "recorded", points: recorded?.timeline ?? [] },
  ].filter(({ points }) => points.length > 0);
  if (series.length === 0) return undefined;
  const max = Math.max(...series.flatMap(({ points }) => points.map(({ count }) => count)));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.ceil(2 + (6 * count) / max));
  const rows = series.map(({ name, points }) => {
    const heights = new Array<number>(timelineSlots).fill(0);
    for (const { slot, count } of points) heights[slot] = heightOf(count);
    return { name, heights };
  });
  const marks = rows.map(
    ({ name, heights }, row) => html`<path class="${name}" d="${outline(heights, (row + 1) * rowHeight)}" />`,
  );
  return drawing(
    rows.map(({ name }) => name),
    marks,
    html`<span>${formatDay(history.from)}</span><span>${formatDay(history.until)}</span>`,
  );
}

/** A bar for each day. */
export function dailyTimeline({ from, counts }: NonNullable<AuditReportFinding["daily"]>): Html {
  const max = Math.max(...counts, 1);
  const heights = counts.map((count) => (count === 0 ? 0 : 1 + Math.round((7 * count) / max)));
  const day = (index: number) => formatDay(formatTimestamp(from + index * 86_400_000));
  return drawing(
    ["per day"],
    [html`<path class="recorded" d="${outline(heights, rowHeight)}" />`],
    html`<span>${day(0)}</span><span>max ${max}</span><span>${day(counts.length - 1)}</span>`,
    counts.length,
  );
}

/**
 * Each value and event has a column as wide as that of the others, and so does the end, if it is later. A firing is a bar from its time to
 * its resolution. That of an event alert is a short one in the column of its event.
 */
export function differenceTimeline({ values, events, until, before, after }: AlertDifference): Html {
  const inputs = [
    ...values.map(({ at, value }) => ({ at, text: `${formatTimeSpan(at)}: ${value}` })),
    ...events.map(({ at, type }) => ({
      at,
      text: `${formatTimeSpan(at)}: ${truncate(type, maxTypeLength)}`,
    })),
  ];
  const isEndLater = until > (inputs.at(-1)?.at ?? 0);
  const moments = isEndLater ? [...inputs, { at: until, text: formatTimeSpan(until) }] : inputs;
  const width = timelineSlots / moments.length;
  const positionOf = (time: number) => {
    const next = Math.max(
      1,
      moments.findIndex(({ at }) => at >= time),
    );
    const [from = 0, to = time] = moments.slice(next - 1, next + 1).map(({ at }) => at);
    return width * (next - 1 + (to > from ? (time - from) / (to - from) : 0));
  };
  const marks = [before, after].map((firings, row) => {
    const bars = firings.map(({ kind, at, resolvedAt, event }) => {
      const start = kind === "event" ? width * events.indexOf(event) : positionOf(at);
      const end =
        kind === "event" ? start : resolvedAt === undefined ? timelineSlots : positionOf(resolvedAt);
      return `M${round(start)} ${(row + 1) * rowHeight}v-8h${round(Math.max(1, end - start))}v8`;
    });
    return html`<path class="${row === 0 ? "before" : "after"}" d="${bars.join("")}" />`;
  });
  const labels =
    moments.length > maxLabels
      ? [moments.at(0), moments.at(-1)].map((moment) => html`<span>${moment?.text}</span>`)
      : moments.map(({ text }) => html`<i>${text}</i>`);
  return drawing(["before", "after"], marks, html`${labels}`);
}

/** Columns of more would be too narrow, so only the first and the last one are labeled. */
const maxLabels = 8;
/** In UTF-16 units. */
const maxTypeLength = 60;

function round(position: number): number {
  return Math.round(position * 10) / 10;
}

function drawing(
  names: readonly string[],
  marks: readonly Html[],
  labels: Html,
  width = timelineSlots,
): Html {
  return html`<div class="timeline" aria-hidden="true">
    <div>${names.map((name) => html`<span>${name}</span>`)}</div>
    <svg viewBox="0 0 ${width} ${names.length * rowHeight}" preserveAspectRatio="none">${marks}</svg>
    <p>${labels}</p>
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
