/** SQLite store of the state of each alert on each host, which survives a restart. */
import * as z from "zod";
import { type HostWatch, type Watch } from "../../../alerting";
import { type WatchStore } from "../firing-stores";
import { type Database } from "./database";

const watchRow = z.object({ alert: z.number(), host: z.number(), document: z.string() });
const alertRow = watchRow.pick({ alert: true });
const select = "SELECT alert, host, document FROM watch WHERE environment = ?";
const selectOne = `${select} AND alert = ? AND host = ?`;
const dueRow = z.object({ due: z.number().nullable() });

export class SqliteWatches implements WatchStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  get(alert: number, host: number): Watch {
    const row: unknown = this.database.prepare(selectOne).get([this.environment, alert, host]);
    return row === undefined ? {} : watchIn(row).watch;
  }

  ofAlert(alert: number): HostWatch[] {
    return this.read("AND alert = ? ORDER BY host", [alert]);
  }

  list(): HostWatch[] {
    return this.read("ORDER BY alert, host", []);
  }

  alerts(): number[] {
    const rows = this.database
      .prepare("SELECT DISTINCT alert FROM watch WHERE environment = ?")
      .all([this.environment]);
    return rows.map((row) => alertRow.parse(row).alert);
  }

  due(until: number): HostWatch[] {
    return this.read("AND due_at <= ? ORDER BY due_at, alert, host", [until]);
  }

  nextDue(): number | undefined {
    const row: unknown = this.database
      .prepare("SELECT min(due_at) AS due FROM watch WHERE environment = ? AND due_at IS NOT NULL")
      .get([this.environment]);
    return dueRow.parse(row).due ?? undefined;
  }

  put({ alert, host, watch }: HostWatch, dueAt: number | undefined): void {
    this.database
      .prepare(
        `INSERT INTO watch (environment, alert, host, due_at, document) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (environment, alert, host) DO UPDATE SET due_at = excluded.due_at, document = excluded.document`,
      )
      .run([this.environment, alert, host, dueAt ?? null, JSON.stringify(watch)]);
  }

  removeAlert(alert: number): void {
    this.database
      .prepare("DELETE FROM watch WHERE environment = ? AND alert = ?")
      .run([this.environment, alert]);
  }

  private read(rest: string, values: readonly number[]): HostWatch[] {
    const rows = this.database.prepare(`${select} ${rest}`).all([this.environment, ...values]);
    return rows.map(watchIn);
  }
}

function watchIn(row: unknown): HostWatch {
  const { alert, host, document } = watchRow.parse(row);
  // Written by `put`. Not validated, because one metric value can read thousands of rows.
  return { alert, host, watch: JSON.parse(document) as Watch };
}
