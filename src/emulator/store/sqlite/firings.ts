/** SQLite store of the evaluator: latest metric values, the state of each alert on each host, firings and notifications. */
import * as z from "zod";
import { type HostWatch, type Watch, type Watches } from "../../../alerting";
import { type Firing, type MetricValue, type Notification } from "../records";
import { type EnvironmentDatabase } from "./database";

const valueRow = z.object({ host: z.number(), metric: z.string(), value: z.number(), ts: z.number() });
const selectValues = "SELECT host, metric, value, ts FROM metric WHERE environment = ?";

export class SqliteMetrics {
  constructor(private readonly database: EnvironmentDatabase) {}

  get(host: number, metric: string): MetricValue | undefined {
    return this.database.get(valueRow, `${selectValues} AND metric = ? AND host = ?`, metric, host);
  }

  ofMetric(metric: string): MetricValue[] {
    return this.database.all(valueRow, `${selectValues} AND metric = ? ORDER BY host`, metric);
  }

  list(): MetricValue[] {
    return this.database.all(valueRow, `${selectValues} ORDER BY metric, host`);
  }

  hasAny(): boolean {
    return this.database.get(valueRow, `${selectValues} LIMIT 1`) !== undefined;
  }

  put({ host, metric, value, ts }: MetricValue): void {
    this.database.run(
      `INSERT INTO metric (environment, metric, host, value, ts) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (environment, metric, host) DO UPDATE SET value = excluded.value, ts = excluded.ts`,
      metric,
      host,
      value,
      ts,
    );
  }
}

const watchRow = z.object({ alert: z.number(), host: z.number(), document: z.string() });
const alertRow = watchRow.pick({ alert: true });
const dueRow = z.object({ due: z.number().nullable() });
const selectWatches = "SELECT alert, host, document FROM watch WHERE environment = ?";

/** The state of each alert on each host. Times are milliseconds since the Unix epoch. */
export class SqliteWatches implements Watches {
  constructor(private readonly database: EnvironmentDatabase) {}

  get(alert: number, host: number): Watch {
    const row = this.database.get(watchRow, `${selectWatches} AND alert = ? AND host = ?`, alert, host);
    return row === undefined ? {} : watchIn(row).watch;
  }

  ofAlert(alert: number): HostWatch[] {
    return this.database.all(watchRow, `${selectWatches} AND alert = ? ORDER BY host`, alert).map(watchIn);
  }

  list(): HostWatch[] {
    return this.database.all(watchRow, `${selectWatches} ORDER BY alert, host`).map(watchIn);
  }

  alerts(): number[] {
    const sql = "SELECT DISTINCT alert FROM watch WHERE environment = ?";
    return this.database.all(alertRow, sql).map(({ alert }) => alert);
  }

  due(until: number): HostWatch[] {
    const sql = `${selectWatches} AND due_at <= ? ORDER BY due_at, alert, host`;
    return this.database.all(watchRow, sql, until).map(watchIn);
  }

  nextDue(): number | undefined {
    const sql = "SELECT min(due_at) AS due FROM watch WHERE environment = ? AND due_at IS NOT NULL";
    return this.database.get(dueRow, sql)?.due ?? undefined;
  }

  put({ alert, host, watch }: HostWatch, dueAt: number | undefined): void {
    this.database.run(
      `INSERT INTO watch (environment, alert, host, due_at, document) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (environment, alert, host) DO UPDATE SET due_at = excluded.due_at, document = excluded.document`,
      alert,
      host,
      dueAt ?? null,
      JSON.stringify(watch),
    );
  }

  removeAlert(alert: number): void {
    this.database.run("DELETE FROM watch WHERE environment = ? AND alert = ?", alert);
  }
}

/** The document was written by `put`. It is not validated, because one metric value can read thousands of rows. */
function watchIn({ alert, host, document }: z.output<typeof watchRow>): HostWatch {
  return { alert, host, watch: JSON.parse(document) as Watch };
}

const firingRow = z.object({ id: z.number(), resolved_at: z.number().nullable(), document: z.string() });
const selectFirings = "SELECT id, resolved_at, document FROM firing WHERE environment = ?";

export class SqliteFirings {
  constructor(private readonly database: EnvironmentDatabase) {}

  add({ resolved_at, ...document }: Omit<Firing, "id">): number {
    const sql = "INSERT INTO firing (environment, resolved_at, document) VALUES (?, ?, ?)";
    return this.database.run(sql, resolved_at, JSON.stringify(document));
  }

  get(id: number): Firing | undefined {
    const row = this.database.get(firingRow, `${selectFirings} AND id = ?`, id);
    return row && firingIn(row);
  }

  resolve(id: number, at: number): void {
    this.database.run("UPDATE firing SET resolved_at = ?3 WHERE environment = ?1 AND id = ?2", id, at);
  }

  /** Newest first. */
  newest(limit: number): Firing[] {
    return this.database.all(firingRow, `${selectFirings} ORDER BY id DESC LIMIT ?`, limit).map(firingIn);
  }
}

/** The document was written by `add`. */
function firingIn({ id, resolved_at, document }: z.output<typeof firingRow>): Firing {
  return { ...(JSON.parse(document) as Omit<Firing, "id" | "resolved_at">), id, resolved_at };
}

const notificationRow = z.object({
  id: z.number(),
  status: z.enum(["kept", "queued", "sent", "failed"]),
  reason: z.string().nullable(),
  document: z.string(),
});
const selectNotifications = "SELECT id, status, reason, document FROM notification WHERE environment = ?";

export class SqliteOutbox {
  constructor(private readonly database: EnvironmentDatabase) {}

  add({ status, reason, ...document }: Omit<Notification, "id">): number {
    const sql = "INSERT INTO notification (environment, status, reason, document) VALUES (?, ?, ?, ?)";
    return this.database.run(sql, status, reason, JSON.stringify(document));
  }

  /** Oldest first. */
  queued(limit: number): Notification[] {
    const sql = `${selectNotifications} AND status = 'queued' ORDER BY id LIMIT ?`;
    return this.database.all(notificationRow, sql, limit).map(notificationIn);
  }

  settle(id: number, status: "sent" | "failed", reason: string | null): void {
    const sql = "UPDATE notification SET status = ?3, reason = ?4 WHERE environment = ?1 AND id = ?2";
    this.database.run(sql, id, status, reason);
  }

  /** Newest first. */
  newest(limit: number): Notification[] {
    const sql = `${selectNotifications} ORDER BY id DESC LIMIT ?`;
    return this.database.all(notificationRow, sql, limit).map(notificationIn);
  }
}

/** The document was written by `add`. */
function notificationIn({ document, ...columns }: z.output<typeof notificationRow>): Notification {
  return { ...(JSON.parse(document) as Omit<Notification, "id" | "status" | "reason">), ...columns };
}
