/**
 * What writes left behind, with the time from which it counts (PROP-1): the view of whoever sees a change only once it
 * has taken effect. The index is named, because SQLite would rather read all that took effect by then than the few
 * changes of one object.
 */
import type * as z from "zod";
import { type WriteTime } from "../store";
import { type Database } from "./database";
import { documentIn, documentsIn } from "./documents";

export class Changes<T> {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
    private readonly noun: "alert" | "alert_config",
    private readonly schema: z.ZodType<T>,
  ) {}

  /** @param document what the write left; undefined when it removed the object */
  add(id: number, document: T | undefined, time: WriteTime): void {
    this.database
      .prepare("INSERT INTO change (environment, noun, id, effective_at, document) VALUES (?, ?, ?, ?, ?)")
      .run([
        this.environment,
        this.noun,
        id,
        time.effectiveAt,
        document === undefined ? null : JSON.stringify(document),
      ]);
    this.forgetSuperseded(id, time.at);
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
      .all([this.environment, this.noun, at]);
    return documentsIn(this.schema, rows);
  }

  getInEffect(id: number, at: number): T | undefined {
    const row: unknown = this.database
      .prepare(
        `SELECT document FROM change WHERE document IS NOT NULL AND sequence = (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = ? AND noun = ? AND id = ? AND effective_at <= ?)`,
      )
      .get([this.environment, this.noun, id, at]);
    return documentIn(this.schema, row);
  }

  /** What a later change has replaced in effect is never asked for again. */
  private forgetSuperseded(id: number, now: number): void {
    this.database
      .prepare(
        `DELETE FROM change WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND sequence < (
           SELECT max(sequence) FROM change INDEXED BY change_by_object
           WHERE environment = ?1 AND noun = ?2 AND id = ?3 AND effective_at <= ?4)`,
      )
      .run([this.environment, this.noun, id, now]);
  }
}
