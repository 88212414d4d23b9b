/**
 * SQLite store of alerts and configurations: the current state, and the writes with the time at which each takes effect (PROP-1).
 * The queries of writes name their index, because SQLite's planner prefers an index that reads many more rows.
 */
import * as z from "zod";
import { type AlertWire, alertWire } from "../../../service";
import { type WriteTime } from "../records";
import { type EnvironmentDatabase } from "./database";
import { documentRow, Documents, idRow } from "./documents";

const nullableDocumentRow = z.object({ document: z.string().nullable() });
const pendingRow = z.object({ id: z.number(), time: z.number() });
const timeRow = z.object({ time: z.number().nullable() });

/**
 * The documents of one table, and their changes. Times `at` are milliseconds since the Unix epoch. The column `noun` contains the table's
 * name.
 */
export class PropagatedDocuments<T extends object> {
  protected readonly current: Documents<T>;

  constructor(
    protected readonly database: EnvironmentDatabase,
    private readonly table: "alert" | "alert_config",
    private readonly schema: z.ZodType<T>,
  ) {
    this.current = new Documents(database, table, schema);
  }

  list(): T[] {
    return this.current.list();
  }

  get(id: number): T | undefined {
    return this.current.get(id);
  }

  /** The objects as of the writes that took effect by `at`. */
  listInEffect(at: number): T[] {
    return this.database
      .all(
        documentRow,
        `SELECT document FROM change AS this
         WHERE environment = ? AND noun = ? AND document IS NOT NULL AND sequence = (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = this.environment AND noun = this.noun AND id = this.id AND effective_at <= ?)
         ORDER BY id`,
        this.table,
        at,
      )
      .map(({ document }) => this.schema.parse(JSON.parse(document)));
  }

  getInEffect(id: number, at: number): T | undefined {
    const row = this.database.get(
      nullableDocumentRow,
      `SELECT document FROM change INDEXED BY change_by_object
       WHERE environment = ? AND noun = ? AND id = ? AND effective_at <= ? ORDER BY sequence DESC LIMIT 1`,
      this.table,
      id,
      at,
    );
    return typeof row?.document === "string" ? this.schema.parse(JSON.parse(row.document)) : undefined;
  }

  put(id: number, document: T, time: WriteTime): void {
    this.current.put(id, document);
    this.addChange(id, document, time);
  }

  remove(id: number, time: WriteTime): void {
    this.current.remove(id);
    this.addChange(id, undefined, time);
  }

  /** Also removes changes before the latest one in effect, because they are never read again. */
  private addChange(id: number, document: T | undefined, { at, effectiveAt }: WriteTime): void {
    this.database.run(
      "INSERT INTO change (environment, noun, id, effective_at, document) VALUES (?, ?, ?, ?, ?)",
      this.table,
      id,
      effectiveAt,
      document === undefined ? null : JSON.stringify(document),
    );
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
  constructor(database: EnvironmentDatabase) {
    super(database, "alert", alertWire);
  }

  /** IDs of the alerts with exactly this name. */
  idsNamed(name: string): number[] {
    return this.database
      .all(idRow, "SELECT id FROM alert WHERE environment = ? AND name = ? ORDER BY id", name)
      .map(({ id }) => id);
  }

  /** An ID that was never used. */
  nextId(): number {
    const sql =
      "UPDATE environment SET next_alert_id = next_alert_id + 1 WHERE id = ? RETURNING next_alert_id - 1 AS id";
    const row = this.database.get(idRow, sql);
    if (row === undefined) throw new Error("the environment does not exist");
    return row.id;
  }
}

/** The times at which changes of either table take effect, in milliseconds since the Unix epoch. */
export class SqliteChangeQueue {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** IDs of the alerts with a change that takes effect in the interval, both ends inclusive. */
  alertsChanged(from: number, until: number): number[] {
    const sql = `SELECT DISTINCT id FROM change WHERE environment = ? AND effective_at >= ? AND effective_at <= ?
       ORDER BY id`;
    return this.database.all(idRow, sql, from, until).map(({ id }) => id);
  }

  /** When the first change after `time` takes effect. */
  nextAfter(time: number): number | undefined {
    const sql = "SELECT min(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?";
    return this.database.get(timeRow, sql, time)?.time ?? undefined;
  }

  /** When the last pending change of each alert takes effect, by ID. */
  pending(time: number): Map<number, number> {
    const sql = `SELECT id, max(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?
       GROUP BY id ORDER BY id`;
    return new Map(this.database.all(pendingRow, sql, time).map((row) => [row.id, row.time]));
  }

  /** When the state of an alert and its configuration at the time `at` took effect. */
  inEffectSince(alert: number, at: number): number {
    const sql = `SELECT max(effective_at) AS time FROM change INDEXED BY change_by_object
       WHERE environment = ? AND noun IN ('alert', 'alert_config') AND id = ? AND effective_at <= ?`;
    return this.database.get(timeRow, sql, alert, at)?.time ?? 0;
  }
}
