/**
 * Parses files with values of metrics for back-tests of threshold alerts: CSV with one value or with one column per host in each row, one
 * JSON object per line, or the JSON of Prometheus' `query_range`. The content decides the format.
 */
import { isMapping, JsonLimitError, omitUndefined, parseJson, quote, toNfc, valueAt } from "../diagnostics";
import { parseTimestamp } from "../service";

export interface NamedMetricValue {
  /** Unix milliseconds. */
  readonly at: number;
  /** ID or name of a host. */
  readonly host: string;
  readonly metric: string;
  /** NaN is no value: the previous one holds. An infinite value is beyond each trigger and reset. */
  readonly value: number;
}

export interface MetricFileProblem {
  /** 1-based. Undefined for JSON of Prometheus. */
  readonly line?: number;
  /** A clause. */
  readonly reason: string;
  readonly remedy?: string;
}

type ParsedValue = NamedMetricValue | MetricFileProblem;

export interface MetricFileOptions {
  /** The tested metrics. If there is one, values without a metric are values of it. */
  readonly metrics: ReadonlySet<string>;
  /** The label of Prometheus with the names of hosts. */
  readonly hostLabel?: string | undefined;
}

export const metricsHeader = ["time", "host", "metric", "value"] as const;

const defaultHostLabel = "host";
const metricLabels = ["metric", "__name__"];
const maxListed = 5;

/** The columns of a CSV file. -1 for a column that it does not have. */
interface Columns {
  readonly count: number;
  readonly time: number;
  readonly host: number;
  readonly metric: number;
  /** Columns with values. `name`: the host of the values, if each host has a column. */
  readonly values: readonly { readonly index: number; readonly name?: string }[];
}

type MetricFormat = "csv" | "json-lines" | "prometheus";

/** Parses a file line by line. */
export class MetricFileParser {
  #line = 0;
  /** Undefined before the header of a CSV file, and for JSON. */
  #columns: Columns | undefined;
  /** Whether the header of a CSV file has a problem. */
  #isRefused = false;
  #format: MetricFormat | undefined;
  readonly #document: string[] = [];
  readonly #onlyMetric: string | undefined;

  constructor(private readonly options: MetricFileOptions) {
    const [metric = "none", other] = options.metrics;
    this.#onlyMetric = other === undefined ? metric : undefined;
  }

  /** Whether the values follow only at the end. */
  get isDocument(): boolean {
    return this.#format === "prometheus";
  }

  add(line: string): readonly ParsedValue[] {
    this.#line++;
    const text = (this.#line === 1 ? line.replace(/^\ufeff/, "") : line).trim();
    if (text === "" || this.#isRefused) return [];
    this.#format ??= formatOf(text);
    try {
      if (this.#format === "csv") return this.#readRow(splitRow(text));
      if (this.#format === "json-lines") return [this.#readJson(text)];
    } catch (error) {
      return [{ line: this.#line, ...problemOf(error) }];
    }
    this.#document.push(text);
    return [];
  }

  /** The values of JSON of Prometheus. */
  *end(): Generator<ParsedValue> {
    try {
      if (this.isDocument) yield* this.#readDocument(parseJson(this.#document.join("\n")));
    } catch (error) {
      yield problemOf(error);
    }
  }

  #readHeader(names: readonly string[]): Columns {
    this.#isRefused = true;
    const keys = names.map((name) => name.toLowerCase());
    const [time = -1, host = -1, metric = -1, value = -1] = metricsHeader.map((key) => keys.indexOf(key));
    const isLong = names.length === metricsHeader.length && Math.min(time, host, metric, value) >= 0;
    const hosts = names.flatMap((name, index) =>
      index === time || index === metric ? [] : [{ index, name }],
    );
    if (!isLong && (time < 0 || host >= 0 || value >= 0 || hosts.length === 0))
      fail(`it is neither the header ${metricsHeader.join(",")}, nor one with time and hosts, nor JSON`);
    const repeated = names.find((name, index) => name === "" || names.indexOf(name) < index);
    if (repeated !== undefined)
      fail(repeated === "" ? "a column has no name" : `two columns have the name ${quote(repeated)}`);
    if (metric < 0 && this.#onlyMetric === undefined)
      fail(this.#ambiguousMetric("column"), "Add a column metric.");
    this.#isRefused = false;
    return { count: names.length, time, host, metric, values: isLong ? [{ index: value }] : hosts };
  }

  #readRow(cells: readonly string[]): readonly NamedMetricValue[] {
    if (this.#columns === undefined) {
      this.#columns = this.#readHeader(cells);
      return [];
    }
    const { count, time, host, metric, values } = this.#columns;
    if (cells.length === 0) fail("a quote is not closed");
    if (cells.length !== count) fail(`it has ${cells.length} values instead of ${count}`);
    const name = metric < 0 ? this.#onlyMetric : cells[metric];
    return values
      .filter((column) => column.name === undefined || cells[column.index] !== "")
      .map((column) => readValue(cells[time], column.name ?? cells[host], name, cells[column.index]));
  }

  #readJson(text: string): NamedMetricValue {
    const json = parseJson(text);
    if (!isMapping(json)) fail("it is not a JSON object");
    const [time, host, metric, value] = metricsHeader.map((key) => json[key]);
    return readValue(time, host, metric, value);
  }

  *#readDocument(json: unknown): Generator<NamedMetricValue> {
    if (json === undefined) fail("it is neither JSON, nor JSON lines");
    const failure = valueAt(json, ["error"]);
    if (typeof failure === "string")
      fail(`Prometheus reports the error ${quote(failure)}`, "Correct the query.");
    const series = valueAt(json, ["data", "result"]);
    if (valueAt(json, ["data", "resultType"]) !== "matrix" || !Array.isArray(series))
      return fail("data.resultType is not matrix", "Use the answer of query_range of Prometheus.");
    for (const [index, one] of series.entries()) yield* this.#readSeries(one, `data.result[${index}]`);
  }

  *#readSeries(series: unknown, place: string): Generator<NamedMetricValue> {
    const { hostLabel = defaultHostLabel } = this.options;
    const labels = valueAt(series, ["metric"]);
    const values = valueAt(series, ["values"]);
    if (!isMapping(labels) || !Array.isArray(values)) return fail(`${place} has no metric or no values`);
    const [host, metric = this.#onlyMetric] = [[hostLabel], metricLabels].map((names) =>
      names.map((name) => valueAt(labels, [name])).find((label) => typeof label === "string"),
    );
    if (host === undefined) {
      const others = Object.keys(labels).filter((name) => !metricLabels.includes(name));
      const listed = others.slice(0, maxListed).map(quote).join(" or ");
      const remedy = listed === "" ? "Keep the label in the query." : `Set --metrics-host to ${listed}.`;
      fail(`${place} has no label ${quote(hostLabel)}`, remedy);
    }
    if (metric === undefined)
      fail(
        `${place}: ${this.#ambiguousMetric("label")}`,
        "Add a label metric, for example with label_replace.",
      );
    for (const pair of values as readonly unknown[])
      yield readValue(valueAt(pair, [0]), host, metric, valueAt(pair, [1]), `a value of ${place}: `);
  }

  #ambiguousMetric(kind: "column" | "label"): string {
    const listed = [...this.options.metrics].slice(0, maxListed).map(quote).join(", ");
    return `no ${kind} has the metric, and several metrics are tested: ${listed}`;
  }
}

class UnreadableValue extends Error {
  constructor(readonly problem: Pick<MetricFileProblem, "reason" | "remedy">) {
    super(problem.reason);
  }
}

/** @param reason a clause */
function fail(reason: string, remedy?: string): never {
  throw new UnreadableValue({ reason, ...omitUndefined({ remedy }) });
}

function problemOf(error: unknown): MetricFileProblem {
  if (error instanceof UnreadableValue) return error.problem;
  if (!(error instanceof JsonLimitError)) throw error;
  return { reason: `the JSON ${error.reason}`, remedy: "Use fewer values per hour, or a shorter period." };
}

function readValue(
  time: unknown,
  host: unknown,
  metric: unknown,
  value: unknown,
  place = "",
): NamedMetricValue {
  const at = parseTime(String(time));
  const number = parseNumber(String(value));
  if (at === undefined)
    fail(`${place}the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds`);
  if ((typeof host !== "string" && typeof host !== "number") || host === "")
    fail(`${place}the host is missing`);
  if (typeof metric !== "string" || metric === "") fail(`${place}the metric is missing`);
  if (number === undefined) fail(`${place}the value is not a number`);
  return { at, host: String(host), metric: toNfc(metric), value: number };
}

export function isMetricFileProblem(
  result: NamedMetricValue | MetricFileProblem,
): result is MetricFileProblem {
  return "reason" in result;
}

/** JSON lines if the first line is an object without the keys of an answer of Prometheus. */
function formatOf(line: string): MetricFormat {
  if (!line.startsWith("{")) return "csv";
  if (!line.endsWith("}")) return "prometheus";
  return /^\{\s*"(?:status|data)"\s*:/.test(line) ? "prometheus" : "json-lines";
}

/** @returns Unix milliseconds */
function parseTime(text: string): number | undefined {
  // 253402300799 is the end of the year 9999. A greater number is in milliseconds.
  if (/^\d{1,12}(?:\.\d+)?$/.test(text))
    return Number(text) <= 253_402_300_799 ? Math.round(Number(text) * 1000) : undefined;
  return parseTimestamp(text);
}

/** @returns undefined for text that is neither a number nor one of the values of Prometheus NaN, +Inf and -Inf */
function parseNumber(text: string): number | undefined {
  if (/^[+-]?(?:nan|inf)$/i.test(text))
    return /n$/i.test(text) ? NaN : text.startsWith("-") ? -Infinity : Infinity;
  const value = text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Splits a row of CSV (RFC 4180) without line breaks in cells. Empty if a quote is not closed. */
function splitRow(row: string): string[] {
  const cells = [...`${row},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^",]*)),/gy)];
  const length = cells.reduce((sum, [cell]) => sum + cell.length, 0);
  if (length <= row.length) return [];
  return cells.map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain.trim());
}
