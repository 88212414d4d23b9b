/** SQLite store of the latest value of each metric on each host. */
import * as z from "zod";
import { type MetricStore, type MetricValue } from "../firing-stores";
import { type Database } from "./database";

const valueRow = z.object({ host: z.number(), metric: z.string(), value: z.number(), ts: z.number() });
const select = "SELECT host, metric, value, ts FROM metric WHERE environment = ?";

export class SqliteMetrics implements MetricStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  get(host: number, metric: string): MetricValue | undefined {
    const row: unknown = this.database
      .prepare(`${select} AND metric = ? AND host = ?`)
      .get([this.environment, metric, host]);
    return row === undefined ? undefined : valueRow.parse(row);
  }

  ofMetric(metric: string): MetricValue[] {
    return this.read("AND metric = ? ORDER BY host", [metric]);
  }

  list(): MetricValue[] {
    return this.read("ORDER BY metric, host", []);
  }

  hasAny(): boolean {
    return this.database.prepare(`${select} LIMIT 1`).get([this.environment]) !== undefined;
  }

  put({ host, metric, value, ts }: MetricValue): void {
    this.database
      .prepare(
        `INSERT INTO metric (environment, metric, host, value, ts) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (environment, metric, host) DO UPDATE SET value = excluded.value, ts = excluded.ts`,
      )
      .run([this.environment, metric, host, value, ts]);
  }

  private read(rest: string, values: readonly (string | number)[]): MetricValue[] {
    const rows = this.database.prepare(`${select} ${rest}`).all([this.environment, ...values]);
    return rows.map((row) => valueRow.parse(row));
  }
}
