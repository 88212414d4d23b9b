/**
 * The events: a timeline with one lane per category, and a list. The timeline ends at the emulator's time, rounded up, so that marks rarely
 * move. A line marks the current time. The marks are one tab stop, and the arrow keys move between them.
 */
import { type ComponentChild } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { alertLevels } from "../../service/vocabulary";
import { type Overview } from "../control/overview";
import { List, type ListKind, Memo } from "./list";
import { HostName, Level, Text, Time } from "./parts";
import { hostName, usePage } from "./state";
import { absoluteTime, formatCount, isolate } from "./text";

type OverviewEvent = Overview["events"][number];

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" });
const ranges = [
  { seconds: 3600, label: "1 h", name: "hour", tick: 600, format: hour },
  { seconds: 21_600, label: "6 h", name: "6 hours", tick: 3600, format: hour },
  { seconds: 86_400, label: "24 h", name: "24 hours", tick: 14_400, format: hour },
  { seconds: 604_800, label: "7 days", name: "7 days", tick: 86_400, format: day },
] as const;
const maxLanes = 8;

/** The shortest range that contains the event. */
function rangeOf(event: OverviewEvent | undefined, now: number) {
  return event && ranges.find(({ seconds }) => event.start >= now - seconds);
}

const eventKind: ListKind<OverviewEvent> = {
  ...{ id: "events", title: "Events", prefix: "event-" },
  items: ({ events }) => events,
  tone: ({ level }) => `event-${level}`,
  cells: (event) => ({ name: summaryOf(event), message: <Text of={event.message} /> }),
  empty: () => <p>No events yet. Create one below.</p>,
};

function summaryOf({ level, type, host, start, duration }: OverviewEvent): ComponentChild[] {
  return [
    ...[<Level of={level} />, <Text of={type} class="title" />],
    ...(host === undefined ? [", global"] : [" on ", <HostName id={host} />]),
    ...[" · ", <Time at={start} />, duration > 0 && ` · lasted ${duration} s`],
  ];
}

export function Events() {
  const { overview, link } = usePage();
  const { events, now } = overview;
  const [selected, setSelected] = useState<(typeof ranges)[number]>();
  /** UUID of the event that had the focus or the pointer last. */
  const [current, setCurrent] = useState<string>();
  const range = selected ?? ranges[0];
  const step = range.seconds / 60;
  const end = Math.ceil(now / step) * step;
  const from = end - range.seconds;
  const visible = events.filter(({ start }) => start >= from && start <= end).reverse();
  const newest = events.find(({ start }) => start <= now);
  const target = link?.section === "events" ? events.find(({ uuid }) => uuid === link.key) : undefined;
  useLayoutEffect(() => {
    setSelected(selected ?? rangeOf(newest, end));
  }, [newest?.uuid]);
  useLayoutEffect(() => {
    if (target !== undefined && !visible.includes(target)) setSelected(rangeOf(target, end) ?? selected);
  }, [link, target?.uuid]);
  const tabStop = visible.find(({ uuid }) => uuid === current) ?? target ?? visible.at(-1);
  const outside = events.length - visible.length;
  const gap = `No events in the last ${range.name}. Newest event: ${absoluteTime(events[0]?.start ?? 0)}. `;
  const choices = ranges.map((item) => (
    <label>
      <input type="radio" name="range" checked={item === range} onChange={() => setSelected(item)} />
      <span>{item.label}</span>
    </label>
  ));
  return (
    <section id="events" aria-labelledby="events-title" tabIndex={-1}>
      <div class="head">
        <h2 id="events-title">Events</h2>
        <fieldset class="choice" children={[<legend class="visually-hidden">Time range</legend>, choices]} />
        <p
          class="legend"
          aria-hidden="true"
          children={alertLevels.map((level) => (
            <Level of={level} />
          ))}
        />
      </div>
      {events.length > 0 && (
        <div class="timeline">
          <Lanes {...{ events: visible, from, end, tabStop, linked: target, setCurrent }} />
          <Axis {...{ ...range, from, end, now }} />
        </div>
      )}
      {tabStop !== undefined && (
        <p id="readout">
          {current === undefined && target === undefined && "Newest: "}
          {[...summaryOf(tabStop), ": ", <Text of={tabStop.message} />]}
        </p>
      )}
      {outside > 0 && (
        <p id="range-note" class="note">
          {visible.length === 0 && gap}
          {`${outside === 1 ? "1 event is" : `${formatCount(outside)} events are`} outside this range.`}
        </p>
      )}
      <details>
        <summary>List of events</summary>
        <List kind={eventKind} />
      </details>
    </section>
  );
}

interface LanesProps {
  /** Oldest first. */
  readonly events: readonly OverviewEvent[];
  /** The range of the timeline. */
  readonly from: number;
  readonly end: number;
  readonly tabStop: OverviewEvent | undefined;
  readonly linked: OverviewEvent | undefined;
  readonly setCurrent: (uuid: string | undefined) => void;
}

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity },
};

function Lanes({ events, from, end, tabStop, linked, setCurrent }: LanesProps) {
  const lanes = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = events.findIndex((candidate) => candidate === tabStop) + (steps[event.key] ?? NaN);
    const next = events[Math.min(Math.max(index, 0), events.length - 1)];
    if (next === undefined) return;
    event.preventDefault();
    lanes.current?.querySelector<SVGAElement>(`[data-uuid="${next.uuid}"]`)?.focus();
  };
  const select = ({ target }: Event) => {
    const mark = target instanceof Element ? target.closest<SVGAElement>(".event-mark") : null;
    if (mark !== null) setCurrent(mark.dataset["uuid"]);
  };
  const marksOf = (inLane: readonly OverviewEvent[]) =>
    inLane.map((event) => (
      <EventMark
        key={event.uuid}
        event={event}
        place={event.host === undefined ? "global" : `on ${isolate(hostName(event.host))}`}
        x={percent(event.start - from, end - from)}
        width={percent(Math.min(event.duration, end - event.start), end - from)}
        isTabStop={event === tabStop}
        isLinked={event === linked}
      />
    ));
  const label = "Timeline. Use the arrow keys to move between events.";
  return (
    <div
      ref={lanes}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocusIn={select}
      onPointerOver={select}
    >
      {lanesOf(events).map(([name, inLane]) => (
        <div class="lane" key={name}>
          <p
            class="lane-name"
            children={[<bdi title={isolate(name)}>{name}</bdi>, " ", <b>{inLane.length}</b>]}
          />
          <svg class="track" children={[<line x2="100%" y1="50%" y2="50%" />, marksOf(inLane)]} />
        </div>
      ))}
    </div>
  );
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(3)}%`;
}

/** One lane per category. If there are many, the smallest categories share the last lane. */
function lanesOf(events: readonly OverviewEvent[]): [name: string, events: readonly OverviewEvent[]][] {
  const byType = new Map<string, OverviewEvent[]>(events.map(({ type }) => [type, []]));
  for (const event of events) byType.get(event.type)?.push(event);
  const lanes = [...byType].sort(([, one], [, other]) => other.length - one.length);
  const own = lanes
    .splice(0, lanes.length > maxLanes ? maxLanes - 1 : maxLanes)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return lanes.length === 0 ? own : [...own, ["other categories", lanes.flatMap(([, inLane]) => inLane)]];
}

interface EventMarkProps extends Record<"place" | "x" | "width", string> {
  readonly event: OverviewEvent;
  readonly isTabStop: boolean;
  readonly isLinked: boolean;
}

class EventMark extends Memo<EventMarkProps> {
  override render({ event, place, x, width, isTabStop, isLinked }: EventMarkProps) {
    const { uuid, level, type, start, duration, message } = event;
    return (
      <a
        class={`event-mark level-${level}${isLinked ? " linked" : ""}`}
        href={`#event-${uuid}`}
        data-uuid={uuid}
        tabindex={isTabStop ? 0 : -1}
        aria-label={`${level}: ${isolate(type)}, ${place}, ${absoluteTime(start)}: ${isolate(message)}`}
      >
        {duration > 0 && <rect class="lasting" x={x} y="11" width={width} height="6" rx="3" />}
        <circle cx={x} cy="14" r="12" />
        <use href={`#mark-${level}`} x={x} y="7" width="14" height="14" transform="translate(-7)" />
      </a>
    );
  }
}

interface AxisProps extends Pick<(typeof ranges)[number], "tick" | "format"> {
  readonly from: number;
  readonly end: number;
  readonly now: number;
}

function Axis({ from, end, tick, format, now }: AxisProps) {
  // Ticks are at full hours and days of the browser's time zone.
  const offset = new Date(end * 1000).getTimezoneOffset() * 60;
  const ticks = [];
  for (let time = Math.ceil((from - offset) / tick) * tick + offset; time <= end; time += tick) {
    const x = percent(time - from, end - from);
    ticks.push(
      <g
        class="tick"
        children={[
          <line x1={x} x2={x} y2="5" />,
          <text x={x} y="18" children={format.format(time * 1000)} />,
        ]}
      />,
    );
  }
  const x = percent(now - from, end - from);
  return (
    <svg
      class="track axis"
      aria-hidden="true"
      children={[ticks, <line class="now-line" x1={x} x2={x} y1="-6" y2="7" />]}
    />
  );
}
