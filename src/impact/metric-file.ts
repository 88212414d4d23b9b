/**
 * Parses files with values of metrics for back-tests of threshold alerts: CSV with one value or with one column per host in each row, one
 * JSON object per line, or the JSON of Prometheus' `query_range`. The content decides the format.
 */
import * as z from "zod";
import { isMapping, JsonLimitError, parseJson, quote, toNfc, valueAt } from "../diagnostics";
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

const jsonValue = z.looseObject({
  time: z.union([z.string(), z.number()]),
  host: z.union([z.string(), z.number()]),
  metric: z.string().min(1),
  value: z.number(),
});

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
  #format: MetricFormat | undefined;
  readonly #document: string[] = [];
  readonly #onlyMetric: string | undefined;

  constructor(private readonly options: MetricFileOptions) {
    const [metric = "", other] = options.metrics;
    this.#onlyMetric = other === undefined ? metric : undefined;
  }

  /** Whether the values follow only at the end. */
  get isDocument(): boolean {
    return this.#format === "prometheus";
  }

  add(line: string): readonly ParsedValue[] {
    this.#line++;
    const text = (this.#line === 1 ? line.replace(/^\ufeff/, "") : line).trim();
    if (text === "") return [];
    this.#format ??= formatOf(text);
    if (this.#format === "json-lines") return [this.#readJson(text)];
    if (this.#format === "csv")
      return this.#columns === undefined ? this.#readHeader(text) : this.#readRow(text, this.#columns);
    this.#document.push(text);
    return [];
  }

  /** The values of JSON of Prometheus. */
  end(): Iterable<ParsedValue> {
    return this.isDocument ? this.#readDocument(this.#document.join("\n")) : [];
  }

  #readHeader(text: string): readonly MetricFileProblem[] {
    const names = (splitRow(text) ?? []).map((column) => column.trim());
    const keys = names.map((name) => name.toLowerCase());
    const [time = -1, host = -1, metric = -1, value = -1] = metricsHeader.map((key) => keys.indexOf(key));
    const isLong = names.length === metricsHeader.length && metricsHeader.every((key) => keys.includes(key));
    const hosts = names.flatMap((name, index) =>
      index === time || index === metric ? [] : [{ index, name }],
    );
    if (isLong) this.#columns = { count: names.length, time, host, metric, values: [{ index: value }] };
    else if (time < 0 || host >= 0 || value >= 0 || hosts.length === 0)
      return [
        this.#problem(
          `it is neither the header ${metricsHeader.join(",")}, nor one with time and hosts, nor JSON`,
        ),
      ];
    else this.#columns = { count: names.length, time, host, metric, values: hosts };
    const repeated = names.find((name, index) => name === "" || names.indexOf(name) < index);
    if (repeated !== undefined)
      return [
        this.#problem(
          repeated === "" ? "a column has no name" : `two columns have the name ${quote(repeated)}`,
        ),
      ];
    return metric < 0 && this.#onlyMetric === undefined
      ? [this.#problem(this.#ambiguousMetric("column"), "Add a column metric.")]
      : [];
  }

  #readRow(text: string, { count, time, host, metric, values }: Columns): readonly ParsedValue[] {
    const cells = splitRow(text)?.map((cell) => cell.trim()) ?? [];
    if (cells.length === 0) return [this.#problem("a quote is not closed")];
    if (cells.length !== count) return [this.#problem(`it has ${cells.length} values instead of ${count}`)];
    const cell = (index: number) => cells[index] ?? "";
    const at = parseTime(cell(time));
    const name = metric < 0 ? this.#onlyMetric : cell(metric);
    const used = values.filter((column) => column.name === undefined || cell(column.index) !== "");
    // A missing metric is a problem of the header.
    if (name === undefined) return [];
    if (at === undefined) return [this.#value(at, "", "", 0)];
    return used.map((column) =>
      this.#value(at, column.name ?? cell(host), name, parseNumber(cell(column.index))),
    );
  }

  #readJson(text: string): ParsedValue {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return this.#problem("it is not JSON");
    }
    const { data, error } = jsonValue.safeParse(json);
    if (data !== undefined)
      return this.#value(parseTime(String(data.time)), String(data.host), data.metric, data.value);
    const key = error.issues[0]?.path[0];
    return this.#problem(
      key === undefined ? "it is not a JSON object" : `the key ${String(key)} is missing or has another type`,
    );
  }

  *#readDocument(text: string): Generator<ParsedValue> {
    let json: unknown;
    try {
      json = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonLimitError)) throw error;
      yield { reason: `the JSON ${error.reason}`, remedy: "Use fewer values per hour, or a shorter period." };
      return;
    }
    const failure = valueAt(json, ["error"]);
    const series = valueAt(json, ["data", "result"]);
    if (json === undefined) yield { reason: "it is neither JSON, nor JSON lines" };
    else if (typeof failure === "string")
      yield { reason: `Prometheus reports the error ${quote(failure)}`, remedy: "Correct the query." };
    else if (valueAt(json, ["data", "resultType"]) !== "matrix" || !Array.isArray(series))
      yield {
        reason: "data.resultType is not matrix",
        remedy: "Use the answer of query_range of Prometheus.",
      };
    else for (const [index, one] of series.entries()) yield* this.#readSeries(one, `data.result[${index}]`);
  }

  *#readSeries(series: unknown, place: string): Generator<ParsedValue> {
    const { hostLabel = defaultHostLabel } = this.options;
    const labels = valueAt(series, ["metric"]);
    const values = valueAt(series, ["values"]);
    const [host, metric = this.#onlyMetric] = [[hostLabel], metricLabels].map((names) =>
      names
        .map((name) => valueAt(labels, [name]))
        .find((label): label is string => typeof label === "string"),
    );
    if (!isMapping(labels) || !Array.isArray(values)) yield { reason: `${place} has no metric or no values` };
    else if (host === undefined) {
      const others = Object.keys(labels)
        .filter((name) => !metricLabels.includes(name))
        .map(quote)
        .slice(0, maxListed);
      const hint =
        others.length === 0
          ? "Keep the label in the query."
          : `Set --metrics-host to ${others.join(" or ")}.`;
      yield { reason: `${place} has no label ${quote(hostLabel)}`, remedy: hint };
    } else if (metric === undefined)
      yield {
        reason: `${place}: ${this.#ambiguousMetric("label")}`,
        remedy: "Add a label metric, for example with label_replace.",
      };
    else
      for (const pair of values) {
        const [time, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
        const result = this.#value(
          parseTime(String(time)),
          host,
          metric,
          typeof value === "string" ? parseNumber(value) : undefined,
        );
        yield "at" in result ? result : { reason: `a value of ${place}: ${result.reason}` };
      }
  }

  #value(
    at: number | undefined,
    host: string,
    metric: string | undefined,
    value: number | undefined,
  ): ParsedValue {
    if (at === undefined)
      return this.#problem("the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds");
    if (host === "") return this.#problem("the host is empty");
    if (metric === undefined || (metric === "" && this.#onlyMetric !== ""))
      return this.#problem("the metric is empty");
    if (value === undefined) return this.#problem("the value is not a number");
    return { at, host, metric: toNfc(metric), value };
  }

  #ambiguousMetric(kind: "column" | "label"): string {
    const listed = [...this.options.metrics].slice(0, maxListed).map(quote).join(", ");
    return `no ${kind} has the metric, and several metrics are tested: ${listed}`;
  }

  #problem(reason: string, remedy?: string): MetricFileProblem {
    return { line: this.#line, reason, ...(remedy === undefined ? {} : { remedy }) };
  }
}

const maxListed = 5;

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
