/** When the writes of alerts and configurations take effect, read from the table that changes.ts writes. */
import * as z from "zod";
import { type ChangeQueue } from "../store";
import { type Database } from "./database";

const idRow = z.object({ id: z.number() });
const pendingRow = z.object({ id: z.number(), time: z.number() });
const timeRow = z.object({ time: z.number().nullable() });

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
