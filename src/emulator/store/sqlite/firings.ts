/** SQLite store of firings and notifications. */
import * as z from "zod";
import { type Firing, type FiringStore, type Notification, type OutboxStore } from "../firing-stores";
import { type Database } from "./database";

const firingRow = z.object({ id: z.number(), resolved_at: z.number().nullable(), document: z.string() });
const notificationRow = z.object({
  id: z.number(),
  status: z.enum(["kept", "queued", "sent", "failed"]),
  reason: z.string().nullable(),
  document: z.string(),
});

// Both documents are written by `add` below, with the fields of these types.
function firingOf(row: unknown): Firing {
  const { id, resolved_at, document } = firingRow.parse(row);
  return { ...(JSON.parse(document) as Omit<Firing, "id" | "resolved_at">), id, resolved_at };
}

function notificationOf(row: unknown): Notification {
  const { document, ...columns } = notificationRow.parse(row);
  return { ...(JSON.parse(document) as Omit<Notification, "id" | "status" | "reason">), ...columns };
}

export class SqliteFirings implements FiringStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  add({ resolved_at, ...document }: Omit<Firing, "id">): number {
    return Number(
      this.database
        .prepare("INSERT INTO firing (environment, resolved_at, document) VALUES (?, ?, ?)")
        .run([this.environment, resolved_at, JSON.stringify(document)]).lastInsertRowid,
    );
  }

  get(id: number): Firing | undefined {
    const row: unknown = this.database
      .prepare("SELECT id, resolved_at, document FROM firing WHERE environment = ? AND id = ?")
      .get([this.environment, id]);
    return row === undefined ? undefined : firingOf(row);
  }

  resolve(id: number, at: number): void {
    this.database
      .prepare("UPDATE firing SET resolved_at = ? WHERE environment = ? AND id = ?")
      .run([at, this.environment, id]);
  }

  newest(limit: number): Firing[] {
    return this.database
      .prepare("SELECT id, resolved_at, document FROM firing WHERE environment = ? ORDER BY id DESC LIMIT ?")
      .all([this.environment, limit])
      .map(firingOf);
  }
}

export class SqliteOutbox implements OutboxStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  add({ status, reason, ...document }: Omit<Notification, "id">): number {
    return Number(
      this.database
        .prepare("INSERT INTO notification (environment, status, reason, document) VALUES (?, ?, ?, ?)")
        .run([this.environment, status, reason, JSON.stringify(document)]).lastInsertRowid,
    );
  }

  queued(limit: number): Notification[] {
    return this.read("AND status = 'queued' ORDER BY id LIMIT ?", limit);
  }

  settle(id: number, status: "sent" | "failed", reason: string | null): void {
    this.database
      .prepare("UPDATE notification SET status = ?, reason = ? WHERE environment = ? AND id = ?")
      .run([status, reason, this.environment, id]);
  }

  newest(limit: number): Notification[] {
    return this.read("ORDER BY id DESC LIMIT ?", limit);
  }

  private read(rest: string, limit: number): Notification[] {
    return this.database
      .prepare(`SELECT id, status, reason, document FROM notification WHERE environment = ? ${rest}`)
      .all([this.environment, limit])
      .map(notificationOf);
  }
}
