/** SQLite store of the evaluator: latest metric values, the state of each alert on each host, firings and notifications. */
import { type HostWatch, type Watch, type Watches } from "../../../alerting";
import { type FiringRecord, type MetricRecord, type Notification } from "../records";
import { type EnvironmentDatabase } from "./database";

const selectValues = "SELECT host, metric, value, ts FROM metric WHERE environment = ?";

export class SqliteMetrics {
  constructor(private readonly database: EnvironmentDatabase) {}

  get(host: number, metric: string): MetricRecord | undefined {
    const sql = `${selectValues} AND metric = ? AND host = ?`;
    return this.database.get(sql, metric, host) as MetricRecord | undefined;
  }

  ofMetric(metric: string): MetricRecord[] {
    return this.database.all(`${selectValues} AND metric = ? ORDER BY host`, metric) as MetricRecord[];
  }

  list(): MetricRecord[] {
    return this.database.all(`${selectValues} ORDER BY metric, host`) as MetricRecord[];
  }

  hasAny(): boolean {
    return this.database.get(`${selectValues} LIMIT 1`) !== undefined;
  }

  put({ host, metric, value, ts }: MetricRecord): void {
    this.database.put("metric", { metric, host, value, ts });
  }
}

type WatchRow = Watch & Omit<HostWatch, "watch">;
const selectWatches = "SELECT alert, host, document FROM watch WHERE environment = ?";

/** The state of each alert on each host. Times are milliseconds since the Unix epoch. */
export class SqliteWatches implements Watches {
  constructor(private readonly database: EnvironmentDatabase) {}

  get(alert: number, host: number): Watch {
    return this.find("AND alert = ? AND host = ?", alert, host)[0]?.watch ?? {};
  }

  ofAlert(alert: number): HostWatch[] {
    return this.find("AND alert = ? ORDER BY host", alert);
  }

  /** With the time at which each fires without new input, or null. */
  list(): (HostWatch & { readonly due_at: number | null })[] {
    const sql = "SELECT alert, host, due_at, document FROM watch WHERE environment = ? ORDER BY alert, host";
    const rows = this.database.all(sql) as (WatchRow & { readonly due_at: number | null })[];
    return rows.map(({ alert, host, due_at, ...watch }) => ({ alert, host, watch, due_at }));
  }

  alerts(): number[] {
    const rows = this.database.all("SELECT DISTINCT alert FROM watch WHERE environment = ?");
    return (rows as WatchRow[]).map(({ alert }) => alert);
  }

  due(until: number): HostWatch[] {
    return this.find("AND due_at <= ? ORDER BY due_at, alert, host", until);
  }

  nextDue(): number | undefined {
    const sql = "SELECT min(due_at) AS due FROM watch WHERE environment = ? AND due_at IS NOT NULL";
    return (this.database.get(sql) as { readonly due: number | null }).due ?? undefined;
  }

  put({ alert, host, watch }: HostWatch, dueAt: number | undefined): void {
    this.database.put("watch", { alert, host, due_at: dueAt ?? null, document: JSON.stringify(watch) });
  }

  removeAlert(alert: number): void {
    this.database.run("DELETE FROM watch WHERE environment = ? AND alert = ?", alert);
  }

  private find(condition: string, ...values: number[]): HostWatch[] {
    const rows = this.database.all(`${selectWatches} ${condition}`, ...values) as WatchRow[];
    return rows.map(({ alert, host, ...watch }) => ({ alert, host, watch }));
  }
}

const selectFirings = "SELECT id, resolved_at, document FROM firing WHERE environment = ?";

export class SqliteFirings {
  constructor(private readonly database: EnvironmentDatabase) {}

  add({ resolved_at, ...document }: Omit<FiringRecord, "id">): number {
    return this.database.put("firing", { resolved_at, document: JSON.stringify(document) });
  }

  resolve(id: number, at: number): void {
    this.database.run("UPDATE firing SET resolved_at = ?3 WHERE environment = ?1 AND id = ?2", id, at);
  }

  /** Newest first. */
  newest(limit: number): FiringRecord[] {
    return this.database.all(`${selectFirings} ORDER BY id DESC LIMIT ?`, limit) as FiringRecord[];
  }
}

const selectNotifications = "SELECT id, status, reason, document FROM notification WHERE environment = ?";

export class SqliteOutbox {
  constructor(private readonly database: EnvironmentDatabase) {}

  add({ status, reason, ...document }: Omit<Notification, "id">): number {
    return this.database.put("notification", { status, reason, document: JSON.stringify(document) });
  }

  /** Oldest first. */
  queued(limit: number): Notification[] {
    const sql = `${selectNotifications} AND status = 'queued' ORDER BY id LIMIT ?`;
    return this.database.all(sql, limit) as Notification[];
  }

  settle(id: number, status: "sent" | "failed", reason: string | null): void {
    const sql = "UPDATE notification SET status = ?3, reason = ?4 WHERE environment = ?1 AND id = ?2";
    this.database.run(sql, id, status, reason);
  }

  /** Newest first. */
  newest(limit: number): Notification[] {
    return this.database.all(`${selectNotifications} ORDER BY id DESC LIMIT ?`, limit) as Notification[];
  }
}
