/**
 * SQLite store of JSON documents. Alerts and configurations have their current state, and the writes with the time at which each takes
 * effect (PROP-1). The queries of writes name their index, because SQLite's planner prefers an index that reads many more rows.
 */
import { type AlertWire } from "../../../service";
import { type WriteTime } from "../records";
import { type EnvironmentDatabase } from "./database";
import { type DocumentTable } from "./schema";

/** A table of documents in one environment. Callers do not change a document, because it is cached. */
export class Documents<T extends object> {
  /** Cached documents. A metric value that thousands of alerts watch reads its host as often. */
  private readonly cache = new Map<number, T>();
  private cachedRollbacks = 0;

  constructor(
    protected readonly database: EnvironmentDatabase,
    protected readonly table: DocumentTable,
  ) {}

  /** Ordered by ID. */
  list(): T[] {
    return this.database.all(`SELECT document FROM ${this.table} WHERE environment = ? ORDER BY id`) as T[];
  }

  get(id: number): T | undefined {
    if (this.cachedRollbacks !== this.database.rollbacks) {
      this.cache.clear();
      this.cachedRollbacks = this.database.rollbacks;
    }
    const cached = this.cache.get(id);
    if (cached !== undefined) return cached;
    const sql = `SELECT document FROM ${this.table} WHERE environment = ? AND id = ?`;
    const document = this.database.get(sql, id) as T | undefined;
    if (document !== undefined) this.cache.set(id, document);
    return document;
  }

  /** The highest existing ID plus 1. */
  nextId(): number {
    const sql = `SELECT coalesce(max(id), 0) + 1 AS id FROM ${this.table} WHERE environment = ?`;
    return (this.database.get(sql) as { readonly id: number }).id;
  }

  put(id: number, document: T): void {
    this.cache.delete(id);
    const name = "name" in document && typeof document.name === "string" ? document.name : null;
    this.database.put(this.table, { id, name, document: JSON.stringify(document) });
  }

  remove(id: number): void {
    this.cache.delete(id);
    this.database.run(`DELETE FROM ${this.table} WHERE environment = ? AND id = ?`, id);
  }
}

type IdRow = { readonly id: number };
type TimeRow = { readonly time: number | null };

/**
 * The documents of one table, and their changes. Times `at` are milliseconds since the Unix epoch. The column `noun` contains the table's
 * name.
 */
export class PropagatedDocuments<T extends object> extends Documents<T> {
  /** The objects as of the writes that took effect by `at`. */
  listInEffect(at: number): T[] {
    const sql = `SELECT document FROM change AS this
       WHERE environment = ? AND noun = ? AND document IS NOT NULL AND sequence = (
         SELECT max(sequence) FROM change INDEXED BY change_by_object
         WHERE environment = this.environment AND noun = this.noun AND id = this.id AND effective_at <= ?)
       ORDER BY id`;
    return this.database.all(sql, this.table, at) as T[];
  }

  getInEffect(id: number, at: number): T | undefined {
    const sql = `SELECT document FROM change WHERE document IS NOT NULL AND sequence = (
       SELECT max(sequence) FROM change INDEXED BY change_by_object
       WHERE environment = ? AND noun = ? AND id = ? AND effective_at <= ?)`;
    return this.database.get(sql, this.table, id, at) as T | undefined;
  }

  /**
   * Also removes changes before the latest one in effect, because they are never read again.
   * @param document undefined deletes the object
   */
  write(id: number, document: T | undefined, { at, effectiveAt }: WriteTime): void {
    if (document === undefined) this.remove(id);
    else this.put(id, document);
    this.database.put("change", {
      noun: this.table,
      id,
      effective_at: effectiveAt,
      document: document === undefined ? null : JSON.stringify(document),
    });
    this.database.run(
      `DELETE FROM change WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND sequence < (
         SELECT max(sequence) FROM change INDEXED BY change_by_object
         WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND effective_at <= ?4)`,
      this.table,
      id,
      at,
    );
  }
}

export class SqliteAlerts extends PropagatedDocuments<AlertWire> {
  /** IDs of the alerts with exactly this name. */
  idsNamed(name: string): number[] {
    const sql = "SELECT id FROM alert WHERE environment = ? AND name = ? ORDER BY id";
    return (this.database.all(sql, name) as IdRow[]).map(({ id }) => id);
  }

  /** An ID that was never used. */
  override nextId(): number {
    const sql =
      "UPDATE environment SET next_alert_id = next_alert_id + 1 WHERE id = ? RETURNING next_alert_id - 1 AS id";
    return (this.database.get(sql) as IdRow).id;
  }
}

/** The times at which changes of either table take effect, in milliseconds since the Unix epoch. */
export class SqliteChangeQueue {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** IDs of the alerts with a change that takes effect in the interval, both ends inclusive. */
  alertsChanged(from: number, until: number): number[] {
    const sql = `SELECT DISTINCT id FROM change WHERE environment = ? AND effective_at >= ? AND effective_at <= ?
       ORDER BY id`;
    return (this.database.all(sql, from, until) as IdRow[]).map(({ id }) => id);
  }

  /** When the first change after `time` takes effect. */
  nextAfter(time: number): number | undefined {
    const sql = "SELECT min(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?";
    return (this.database.get(sql, time) as TimeRow).time ?? undefined;
  }

  /** When the last pending change of each alert takes effect, by ID. */
  pending(time: number): Map<number, number> {
    const sql = `SELECT id, max(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?
       GROUP BY id ORDER BY id`;
    const rows = this.database.all(sql, time) as (IdRow & { readonly time: number })[];
    return new Map(rows.map((row) => [row.id, row.time]));
  }

  /** When the state of an alert and its configuration at the time `at` took effect. */
  inEffectSince(alert: number, at: number): number {
    const sql = `SELECT max(effective_at) AS time FROM change INDEXED BY change_by_object
       WHERE environment = ? AND noun IN ('alert', 'alert_config') AND id = ? AND effective_at <= ?`;
    return (this.database.get(sql, alert, at) as TimeRow).time ?? 0;
  }
}
