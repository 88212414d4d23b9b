/** Measures the back-test of a million events against a thousand alerts, beside the parsing of the events' JSON. */
import { Backtest, type BacktestSubject } from "../src/impact";
import { readEvent, readHost, readList, type ServiceEvent } from "../src/service";
import { measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const alertCount = 1000;
const categoryCount = 500;
const hostCount = 200;
const pageSize = 20_000;
const from = 1_790_000_000;
const until = from + 14 * 86_400;

const hosts = Array.from({ length: hostCount }, (_, index) =>
  readHost({ id: index + 1, name: `db-${index}`, type: "mysql" }),
);

/** Each alert is restricted to three hosts before the change, and to none after it. */
const subjects = Array.from({ length: alertCount }, (_, index): BacktestSubject => {
  const version = (hostIds: readonly number[]) => ({
    policy: 1,
    disabled: false,
    destinations: [1],
    config: {
      hosts: hostIds,
      host_types: [],
      condition: { kind: "event" as const, categories: [`category ${index % categoryCount}`] },
    },
  });
  return { name: `alert ${index}`, before: version([1, 2, 3]), after: version([]) };
});

/** A response of `GET /events`. */
function createPage(first: number, count: number): string {
  const data = Array.from({ length: pageSize }, (_, offset) => {
    const index = first + offset;
    return {
      start: from + Math.floor((index / count) * (until - from)),
      uuid: index.toString(16).padStart(32, "0"),
      host: 1 + ((index * 7919) % hostCount),
      type: `category ${(index * 104_729) % categoryCount}`,
      duration: 0,
      level: "info",
      digest: String(index * 1_234_567),
      message: `Version ${index} of the service was deployed.`,
    };
  });
  return JSON.stringify({ data });
}

/** In milliseconds. */
export function cpuTime(work: () => void): number {
  const startedAt = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}

/** Parses, reads and replays one page after the other, as a command does. Each time is the sum over all pages. */
function run(pages: readonly string[]) {
  const policies = [{ id: 1, name: undefined, intervalSeconds: 900 }];
  const backtest = new Backtest({ subjects, hosts, policies, durations: [], period: { from, until } });
  const times = { parse: 0, read: 0, replay: 0 };
  for (const page of pages) {
    let value: unknown;
    let events: readonly ServiceEvent[] = [];
    times.parse += cpuTime(() => {
      value = JSON.parse(page);
    });
    times.read += cpuTime(() => {
      events = readList(value, "events", readEvent);
    });
    times.replay += cpuTime(() => {
      backtest.addEvents(events);
    });
  }
  times.replay += cpuTime(() => {
    backtest.result({ status: "complete" });
  });
  return times;
}

export const backtest: Benchmark = async ({ quick, report }) => {
  const counts = quick ? [20_000, 100_000] : [100_000, 1_000_000];
  const rows: Row[] = [];
  for (const count of counts) {
    const pages = Array.from({ length: count / pageSize }, (_, page) => createPage(page * pageSize, count));
    const runs: ReturnType<typeof run>[] = [];
    const measure = (key: "parse" | "read" | "replay") => () => runs.at(-1)?.[key] ?? 0;
    const { times } = await measureInTurns(
      {
        parse: () => {
          runs.push(run(pages));
          return measure("parse")();
        },
        read: measure("read"),
        replay: measure("replay"),
      },
      { maxRounds: quick ? 1 : 5 },
    );
    rows.push({ count, ...times, factor: times.replay / times.parse });
    report(`${count} events: parse ${times.parse.toFixed(0)} ms, replay ${times.replay.toFixed(0)} ms`);
  }
  return {
    title: "Back-tests",
    how: [
      `N events of ${categoryCount} categories on ${hostCount} hosts are replayed against ${alertCount} event alerts, before and after a change. The events come in responses of ${pageSize} events, and only one response is in memory. Times are CPU time of the process. Reading checks the fields of the parsed events.`,
    ],
    goals: [
      goalOfFactor(
        "The replay of the largest number of events takes at most 1.5x the time of parsing their JSON",
        [Number(rows.at(-1)?.["factor"])],
        1.5,
      ),
    ],
    tables: [
      {
        title: "Replay",
        columns: [
          { key: "count", head: "events", unit: "count" },
          { key: "parse", head: "parsing the JSON", unit: "ms" },
          { key: "read", head: "reading", unit: "ms" },
          { key: "replay", head: "replay", unit: "ms" },
          { key: "factor", head: "replay / parsing", unit: "times" },
        ],
        rows,
      },
    ],
  };
};
