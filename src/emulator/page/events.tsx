/**
 * The events: a timeline with one lane per category, and a list. The timeline ends at the emulator's time, rounded up, so that marks rarely
 * move. A line marks the current time. The marks are one tab stop, and the arrow keys move between them.
 */
import { type ComponentChild } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Overview } from "../control/overview";
import { ListSection, Memo, type SectionList } from "./list";
import { HostName, Level, Text, Time } from "./parts";
import { hostName, usePage } from "./state";
import { groupDigits, isolate, zonedTime } from "./text";

type OverviewEvent = Overview["events"][number];

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" });
const ranges = [
  { seconds: 3600, name: "hour", tick: 600, format: hour },
  { seconds: 21_600, name: "6 hours", tick: 3600, format: hour },
  { seconds: 86_400, name: "24 hours", tick: 14_400, format: hour },
  { seconds: 604_800, name: "7 days", tick: 86_400, format: day },
] as const;
const maxLanes = 8;

function rangeOf(event: OverviewEvent | undefined, now: number) {
  return event && ranges.find(({ seconds }) => event.start >= now - seconds)?.seconds;
}

const eventKind: SectionList<OverviewEvent> = {
  id: "events",
  title: "Events",
  prefix: "event-",
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

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

export function Events() {
  const { overview, link } = usePage();
  const { events, now } = overview;
  /** In seconds. */
  const [selected, setSelected] = useState<number>();
  /** UUID of the event that had the focus or the pointer last. */
  const [current, setCurrent] = useState<string>();
  const lanes = useRef<HTMLDivElement>(null);
  const range = ranges.find(({ seconds }) => seconds === selected) ?? ranges[0];
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
  const onKeyDown = (event: KeyboardEvent) => {
    const index = visible.findIndex((candidate) => candidate === tabStop) + (steps[event.key] ?? NaN);
    const next = visible[Math.min(Math.max(index, 0), visible.length - 1)];
    if (next === undefined) return;
    event.preventDefault();
    lanes.current?.querySelector<SVGAElement>(`[data-uuid="${next.uuid}"]`)?.focus();
  };
  const select = ({ target: element }: Event) => {
    const mark = element instanceof Element ? element.closest<SVGAElement>(".event-mark") : null;
    if (mark !== null) setCurrent(mark.dataset["uuid"]);
  };
  const onEvents = { onKeyDown, onFocusIn: select, onPointerOver: select };
  const outside = events.length - visible.length;
  const head = (
    <select
      aria-label="Time range"
      onChange={({ currentTarget }) => {
        setSelected(Number(currentTarget.value));
      }}
    >
      {ranges.map(({ seconds, name }) => (
        <option value={String(seconds)} selected={seconds === range.seconds} children={`Last ${name}`} />
      ))}
    </select>
  );
  return (
    <ListSection kind={eventKind} head={head}>
      <div ref={lanes} class="timeline" role="group" aria-label="Timeline, with arrow keys" {...onEvents}>
        {lanesOf(visible).map(([name, inLane]) => (
          <div class="lane" key={name}>
            <p children={[<bdi title={isolate(name)}>{name}</bdi>, " ", <b>{inLane.length}</b>]} />
            <svg class="track">
              <line x2="100%" y1="50%" y2="50%" />
              {inLane.map((event) => (
                <EventMark
                  key={event.uuid}
                  {...{ event, from, end, isTabStop: event === tabStop, isLinked: event === target }}
                />
              ))}
            </svg>
          </div>
        ))}
        <div class="lane" aria-hidden="true" children={[<p />, <Axis {...{ ...range, from, end, now }} />]} />
      </div>
      <p id="readout" hidden={tabStop === undefined}>
        {current === undefined && target === undefined && "Newest: "}
        {tabStop !== undefined && [...summaryOf(tabStop), ": ", <Text of={tabStop.message} />]}
      </p>
      <p id="range-note" class="note" hidden={outside === 0}>
        {`${visible.length === 0 ? `No events in the last ${range.name}. ` : ""}Outside this range: ${groupDigits(outside)}.`}
      </p>
    </ListSection>
  );
}

/** One lane per category. If there are many, the smallest categories share the last lane. */
function lanesOf(events: readonly OverviewEvent[]): [name: string, events: readonly OverviewEvent[]][] {
  const byType = new Map<string, OverviewEvent[]>(events.map(({ type }) => [type, []]));
  for (const event of events) byType.get(event.type)?.push(event);
  const others = [...byType].sort(([, one], [, other]) => other.length - one.length);
  const own = others.splice(0, others.length > maxLanes ? maxLanes - 1 : maxLanes);
  own.sort(([one], [other]) => (one < other ? -1 : 1));
  return others.length === 0 ? own : [...own, ["other categories", others.flatMap(([, inLane]) => inLane)]];
}

interface EventMarkProps {
  readonly event: OverviewEvent;
  /** The range of the timeline. */
  readonly from: number;
  readonly end: number;
  readonly isTabStop: boolean;
  readonly isLinked: boolean;
}

class EventMark extends Memo<EventMarkProps> {
  override render({ event, from, end, isTabStop, isLinked }: EventMarkProps) {
    const { uuid, level, type, start, duration, message, host } = event;
    const x = percent(start - from, end - from);
    const width = percent(Math.min(duration, end - start), end - from);
    const place = host === undefined ? "global" : `on ${isolate(hostName(host))}`;
    return (
      <a
        class={`event-mark level-${level}${isLinked ? " linked" : ""}`}
        href={`#event-${uuid}`}
        data-uuid={uuid}
        tabindex={isTabStop ? 0 : -1}
        aria-label={`${level}: ${isolate(type)}, ${place}, ${zonedTime(start)}: ${isolate(message)}`}
      >
        <rect x={x} y="11" width={width} height="6" rx="3" opacity="0.35" />
        <circle cx={x} cy="14" r="12" />
        <use href={`#mark-${level}`} x={x} y="7" width="14" height="14" transform="translate(-7)" />
      </a>
    );
  }
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(3)}%`;
}

type AxisProps = Pick<(typeof ranges)[number], "tick" | "format"> & Record<"from" | "end" | "now", number>;

function Axis({ from, end, tick, format, now }: AxisProps) {
  // Ticks are at full hours and days of the browser's time zone.
  const offset = new Date(end * 1000).getTimezoneOffset() * 60;
  const first = Math.ceil((from - offset) / tick) * tick + offset;
  const times = Array.from(
    { length: Math.floor((end - first) / tick) + 1 },
    (_, index) => first + index * tick,
  );
  const x = (time: number) => percent(time - from, end - from);
  return (
    <svg class="track">
      {times.map((time) => (
        <text x={x(time)} y="18" children={format.format(time * 1000)} />
      ))}
      <line class="now-line" x1={x(now)} x2={x(now)} y1="-6" y2="5" />
    </svg>
  );
}
