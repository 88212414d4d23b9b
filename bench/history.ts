/** Measures the attribution of a million recorded firings to a thousand alerts, beside the parsing of the events' JSON. */
import { Backtest, type LiveThresholdAlert } from "../src/impact";
import { readEvent, readHost, readList, type ServiceEvent } from "../src/service";
import { cpuTime } from "./backtest";
import { measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const alertCount = 1000;
const metricCount = 400;
const hostCount = 200;
const pageSize = 20_000;
const from = 1_790_000_000;
const until = from + 14 * 86_400;

const hosts = Array.from({ length: hostCount }, (_, index) =>
  readHost({ id: index + 1, name: `db-${index}`, type: "mysql" }),
);

const metricOf = (index: number) =>
  `host.queries.q.${(index % metricCount).toString(16).padStart(16, "0")}.t_us`;

/** Each metric has two or three alerts, of which one is on all hosts. */
const alerts = Array.from({ length: alertCount }, (_, index): LiveThresholdAlert => {
  const scope = { hosts: index < metricCount ? [] : [1 + (index % hostCount)], host_types: [] };
  const limits = { trigger: 90 + Math.floor(index / metricCount), reset: 80, duration: 1 };
  const condition = {
    kind: "threshold" as const,
    alert_level: "crit" as const,
    metric: metricOf(index),
    ...limits,
  };
  return {
    id: index + 1,
    name: `alert ${index}`,
    policy: 1,
    disabled: false,
    destinations: [1],
    config: { ...scope, condition },
  };
});

/** A response of `GET /events`. One message in ten has another wording. */
function createPage(first: number, count: number): string {
  const data = Array.from({ length: pageSize }, (_, offset) => {
    const index = first + offset;
    const metric = metricOf(index * 104_729);
    const value = 95 + (index % 997) / 10;
    return {
      start: from + Math.floor((index / count) * (until - from)),
      uuid: index.toString(16).padStart(32, "0"),
      host: 1 + ((index * 7919) % hostCount),
      type: "Threshold Alert",
      duration: 0,
      level: "crit",
      digest: String(index * 1_234_567),
      message:
        index % 10 === 0
          ? `${metric} is ${value}, which is too high.`
          : `Metric ${metric} at ${value}, greater than trigger threshold of ${90 + (index % 3)} for 60 seconds`,
    };
  });
  return JSON.stringify({ data });
}

/** Parses, reads and attributes one page after the other, as a command does. Each time is the sum over all pages. */
function run(pages: readonly string[]) {
  const backtest = new Backtest({
    subjects: alerts.map((alert) => ({ name: alert.name, before: alert, after: alert, live: alert.id })),
    hosts,
    policies: [{ id: 1, name: undefined, intervalSeconds: 900 }],
    durations: [{ id: 1, name: undefined, seconds: 60 }],
    period: { from, until },
    recorded: { type: "Threshold Alert", alerts },
  });
  const times = { parse: 0, attribute: 0 };
  for (const page of pages) {
    let value: unknown;
    times.parse += cpuTime(() => {
      value = JSON.parse(page);
    });
    const events: readonly ServiceEvent[] = readList(value, "events", readEvent);
    times.attribute += cpuTime(() => {
      backtest.addEvents(events);
    });
  }
  times.attribute += cpuTime(() => {
    backtest.result({ status: "complete" });
  });
  return times;
}

export const history: Benchmark = async ({ quick, report }) => {
  const counts = quick ? [20_000, 100_000] : [100_000, 1_000_000];
  const rows: Row[] = [];
  for (const count of counts) {
    const pages = Array.from({ length: count / pageSize }, (_, page) => createPage(page * pageSize, count));
    const runs: ReturnType<typeof run>[] = [];
    const { times } = await measureInTurns(
      {
        parse: () => {
          runs.push(run(pages));
          return runs.at(-1)?.parse ?? 0;
        },
        attribute: () => runs.at(-1)?.attribute ?? 0,
      },
      { maxRounds: quick ? 1 : 5 },
    );
    rows.push({ count, ...times, factor: times.attribute / times.parse });
    report(`${count} events: parse ${times.parse.toFixed(0)} ms, attribute ${times.attribute.toFixed(0)} ms`);
  }
  return {
    title: "Recorded firings",
    how: [
      `N events of threshold alerts on ${hostCount} hosts are attributed to ${alertCount} alerts on ${metricCount} metrics, by their messages. The events come in responses of ${pageSize} events, and only one response is in memory. Times are CPU time of the process.`,
    ],
    goals: [
      goalOfFactor(
        "The attribution of the largest number of events takes at most 1.5x the time of parsing their JSON",
        rows.slice(-1).map((row) => Number(row["factor"])),
        1.5,
      ),
    ],
    tables: [
      {
        title: "Attribution",
        columns: [
          { key: "count", head: "events", unit: "count" },
          { key: "parse", head: "parsing the JSON", unit: "ms" },
          { key: "attribute", head: "attribution", unit: "ms" },
          { key: "factor", head: "attribution / parsing", unit: "times" },
        ],
        rows,
      },
    ],
  };
};
