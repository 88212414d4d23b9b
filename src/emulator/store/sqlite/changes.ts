/**
 * SQLite table of the writes of alerts and configurations, with the time at which each takes effect (PROP-1).
 * The queries name their index, because SQLite's planner prefers an index that reads many more rows.
 */
import * as z from "zod";
import { type ChangeQueue, type WriteTime } from "../store";
import { type Database } from "./database";
import { documentIn, documentsIn } from "./documents";

const idRow = z.object({ id: z.number() });
const pendingRow = z.object({ id: z.number(), time: z.number() });
const timeRow = z.object({ time: z.number().nullable() });

/** The changes of one table. The column `noun` contains the table's name. */
export class Changes<T> {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
    private readonly table: "alert" | "alert_config",
    private readonly schema: z.ZodType<T>,
  ) {}

  /** @param document the state after the write; undefined for a deletion */
  add(id: number, document: T | undefined, time: WriteTime): void {
    this.database
      .prepare("INSERT INTO change (environment, noun, id, effective_at, document) VALUES (?, ?, ?, ?, ?)")
      .run([
        this.environment,
        this.table,
        id,
        time.effectiveAt,
        document === undefined ? null : JSON.stringify(document),
      ]);
    this.removeSuperseded(id, time.at);
  }

  listInEffect(at: number): T[] {
    const rows = this.database
      .prepare(
        `SELECT document FROM change AS this
         WHERE environment = ? AND noun = ? AND document IS NOT NULL AND sequence = (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = this.environment AND noun = this.noun AND id = this.id AND effective_at <= ?)
         ORDER BY id`,
      )
      .all([this.environment, this.table, at]);
    return documentsIn(this.schema, rows);
  }

  getInEffect(id: number, at: number): T | undefined {
    const row: unknown = this.database
      .prepare(
        `SELECT document FROM change WHERE document IS NOT NULL AND sequence = (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = ? AND noun = ? AND id = ? AND effective_at <= ?)`,
      )
      .get([this.environment, this.table, id, at]);
    return documentIn(this.schema, row);
  }

  /** Removes changes before the latest one in effect. They are never read again. */
  private removeSuperseded(id: number, now: number): void {
    this.database
      .prepare(
        `DELETE FROM change WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND sequence < (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND effective_at <= ?4)`,
      )
      .run([this.environment, this.table, id, now]);
  }
}

/** The times at which changes of either table take effect. */
export class SqliteChangeQueue implements ChangeQueue {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  alertsChanged(from: number, until: number): number[] {
    return this.database
      .prepare(
        `SELECT DISTINCT id FROM change WHERE environment = ? AND effective_at >= ? AND effective_at <= ?
         ORDER BY id`,
      )
      .all([this.environment, from, until])
      .map((row) => idRow.parse(row).id);
  }

  nextAfter(time: number): number | undefined {
    const row: unknown = this.database
      .prepare("SELECT min(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?")
      .get([this.environment, time]);
    return timeRow.parse(row).time ?? undefined;
  }

  pending(time: number): Map<number, number> {
    const rows = this.database
      .prepare(
        `SELECT id, max(effective_at) AS time FROM change WHERE environment = ? AND effective_at > ?
         GROUP BY id ORDER BY id`,
      )
      .all([this.environment, time])
      .map((row) => pendingRow.parse(row));
    return new Map(rows.map((row) => [row.id, row.time]));
  }

  inEffectSince(alert: number, at: number): number {
    const row: unknown = this.database
      .prepare(
        `SELECT max(effective_at) AS time FROM change INDEXED BY change_by_object
         WHERE environment = ? AND noun IN ('alert', 'alert_config') AND id = ? AND effective_at <= ?`,
      )
      .get([this.environment, alert, at]);
    return timeRow.parse(row).time ?? 0;
  }
}
