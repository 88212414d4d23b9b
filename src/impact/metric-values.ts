/** Parses metric values for back-tests of threshold alerts: CSV with a header, or one JSON object per line. */
import * as z from "zod";
import { type ConfiguredAlert, type MetricValue } from "../alerting";
import { toNfc } from "../diagnostics";
import { formatTimestamp, type Host, isInScope, parseTimestamp, TextMap } from "../service";
import { type Period } from "./tally";

export interface NamedMetricValue {
  /** Unix milliseconds. */
  readonly at: number;
  /** ID or name of a host. */
  readonly host: string;
  readonly metric: string;
  readonly value: number;
}

export interface MetricLineProblem {
  /** 1-based. */
  readonly line: number;
  /** A clause. */
  readonly reason: string;
}

export const metricsHeader = ["time", "host", "metric", "value"] as const;

const jsonValue = z.looseObject({
  time: z.union([z.string(), z.number()]),
  host: z.union([z.string(), z.number()]),
  metric: z.string().min(1),
  value: z.number(),
});

/** Parses a file line by line. The first line decides the format. */
export class MetricFileParser {
  #line = 0;
  /** The key of each column. Undefined before the header of a CSV file, and for JSON lines. */
  #columns: readonly string[] | undefined;
  #isJson = false;

  /** @returns undefined for an empty line and for the header */
  add(line: string): NamedMetricValue | MetricLineProblem | undefined {
    this.#line++;
    const text = (this.#line === 1 ? line.replace(/^\ufeff/, "") : line).trim();
    if (text === "") return undefined;
    if (this.#columns === undefined && !this.#isJson) {
      if (!text.startsWith("{")) return this.#readHeader(text);
      this.#isJson = true;
    }
    return this.#isJson ? this.#readJson(text) : this.#readRow(text);
  }

  #readHeader(text: string): MetricLineProblem | undefined {
    const columns = splitRow(text)?.map((column) => column.trim().toLowerCase());
    const isComplete =
      columns?.length === metricsHeader.length && metricsHeader.every((key) => columns.includes(key));
    if (columns === undefined || !isComplete) {
      return this.#problem(`it is neither the header ${metricsHeader.join(",")} nor a JSON object`);
    }
    this.#columns = columns;
    return undefined;
  }

  #readRow(text: string): NamedMetricValue | MetricLineProblem {
    const cells = splitRow(text);
    const columns = this.#columns ?? [];
    if (cells?.length !== columns.length) {
      return this.#problem(
        cells === undefined
          ? "a quote is not closed"
          : `it has ${cells.length} values instead of ${columns.length}`,
      );
    }
    const cell = (key: (typeof metricsHeader)[number]) => (cells[columns.indexOf(key)] ?? "").trim();
    const value = cell("value") === "" ? NaN : Number(cell("value"));
    return this.#value(cell("time"), cell("host"), cell("metric"), value);
  }

  #readJson(text: string): NamedMetricValue | MetricLineProblem {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return this.#problem("it is not JSON");
    }
    const { data, error } = jsonValue.safeParse(json);
    if (data !== undefined) {
      return this.#value(String(data.time), String(data.host), data.metric, data.value);
    }
    const key = error.issues[0]?.path[0];
    return this.#problem(
      key === undefined ? "it is not a JSON object" : `the key ${String(key)} is missing or has another type`,
    );
  }

  #value(time: string, host: string, metric: string, value: number): NamedMetricValue | MetricLineProblem {
    const at = parseTime(time);
    if (at === undefined) {
      return this.#problem("the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds");
    }
    if (host === "") return this.#problem("the host is empty");
    if (metric === "") return this.#problem("the metric is empty");
    if (!Number.isFinite(value)) return this.#problem("the value is not a number");
    return { at, host, metric: toNfc(metric), value };
  }

  #problem(reason: string): MetricLineProblem {
    return { line: this.#line, reason };
  }
}

export function isMetricLineProblem(
  result: NamedMetricValue | MetricLineProblem,
): result is MetricLineProblem {
  return "reason" in result;
}

/** @returns Unix milliseconds */
function parseTime(text: string): number | undefined {
  // 253402300799 is the end of the year 9999. A greater number is in milliseconds.
  if (/^\d{1,12}(?:\.\d+)?$/.test(text))
    return Number(text) <= 253_402_300_799 ? Number(text) * 1000 : undefined;
  return parseTimestamp(text);
}

/** Splits a row of CSV (RFC 4180) without line breaks in cells. Undefined if a quote is not closed. */
function splitRow(row: string): string[] | undefined {
  if (!row.includes('"')) return row.split(",");
  const cells = [""];
  let isQuoted = false;
  for (let index = 0; index < row.length; index++) {
    const character = row.charAt(index);
    const isEscapedQuote = isQuoted && character === '"' && row.charAt(index + 1) === '"';
    if (isEscapedQuote) index++;
    if (character === '"' && !isEscapedQuote) isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) cells.push("");
    else cells.push((cells.pop() ?? "") + character);
  }
  return isQuoted ? undefined : cells;
}

/** A metric of the tested alerts whose values test no alert. */
export interface UnusedMetric {
  readonly metric: string;
  /** A host of its values in the period that the service does not have. */
  readonly unknownHost: string | undefined;
  /** Number of values in the period that are from a host of the service. */
  readonly used: number;
  /** Times of its first and last value. */
  readonly from: string;
  readonly until: string;
}

interface Received {
  used: number;
  unknownHost: string | undefined;
  from: number;
  until: number;
}

export class TestedValues {
  readonly used: MetricValue[] = [];
  readonly #received = new Map<string, Received>();
  readonly #hosts: ReadonlyMap<number, Host>;
  /** By name. Only hosts that are not deleted. */
  readonly #hostIds: TextMap<number>;
  /** IDs of the hosts that have a value, by metric. */
  readonly #hostsOfMetric = new Map<string, Set<number>>();

  /** @param hosts all hosts of the environment, including deleted ones */
  constructor(
    hosts: readonly Host[],
    private readonly period: Period,
  ) {
    this.#hosts = new Map(hosts.map((host) => [host.id, host]));
    this.#hostIds = new TextMap(
      hosts.flatMap(({ id, name, isDeleted }) => (isDeleted || name === undefined ? [] : [[name, id]])),
    );
  }

  /** Adds values in any order. Those of unknown hosts and from outside of the period are not used. */
  add({ at, host, metric, value }: NamedMetricValue): void {
    const received = this.#received.get(metric) ?? { used: 0, unknownHost: undefined, from: at, until: at };
    this.#received.set(metric, received);
    received.from = Math.min(received.from, at);
    received.until = Math.max(received.until, at);
    if (at < this.period.from * 1000 || at >= (this.period.until + 1) * 1000) return;
    // A name takes precedence over an id.
    const id = this.#hostIds.get(host) ?? (/^\d{1,15}$/.test(host) ? Number(host) : undefined);
    if (id === undefined || !this.#hosts.has(id)) {
      received.unknownHost ??= host;
      return;
    }
    received.used++;
    this.used.push({ at, host: id, metric, value });
    const hosts = this.#hostsOfMetric.get(metric) ?? new Set();
    this.#hostsOfMetric.set(metric, hosts.add(id));
  }

  get metrics(): ReadonlySet<string> {
    return new Set(this.#received.keys());
  }

  /** Whether a value can be used that is from a host which the alert watches. */
  includesHostOf({ config }: ConfiguredAlert): boolean {
    if (config.condition.kind !== "threshold") return false;
    return [...(this.#hostsOfMetric.get(toNfc(config.condition.metric)) ?? [])].some((id) => {
      const host = this.#hosts.get(id);
      return host?.isDeleted === false && isInScope(config, { id, type: host.type ?? "" });
    });
  }

  unusedBy(alerts: readonly ConfiguredAlert[]): readonly UnusedMetric[] {
    const tested = alerts.filter((alert) => this.includesHostOf(alert));
    const metrics = new Set(
      tested.map(({ config: { condition } }) => "metric" in condition && toNfc(condition.metric)),
    );
    return [...this.#received].flatMap(([metric, { from, until, ...received }]) =>
      metrics.has(metric)
        ? []
        : { metric, ...received, from: formatTimestamp(from), until: formatTimestamp(until) },
    );
  }
}
