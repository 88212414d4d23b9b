/** One noun of one environment as JSON documents. Table names come from a fixed list; values are always bound. */
import { z } from "zod";
import { type EditableCatalogue } from "../store";
import { type Database } from "./open-database";
import { type DocumentTable } from "./schema";

const documentRow = z.object({ document: z.string() });
const idRow = z.object({ id: z.number() });

export function documentIn<T>(schema: z.ZodType<T>, row: unknown): T | undefined {
  if (row === undefined) return undefined;
  const parsed: unknown = JSON.parse(documentRow.parse(row).document);
  return schema.parse(parsed);
}

export function documentsIn<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.map((row) => documentIn(schema, row)).filter((document) => document !== undefined);
}

export class Documents<T extends object> implements EditableCatalogue<T> {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
    private readonly table: DocumentTable,
    private readonly schema: z.ZodType<T>,
  ) {}

  list(): T[] {
    const sql = `SELECT document FROM ${this.table} WHERE environment = ? ORDER BY id`;
    return documentsIn(this.schema, this.database.prepare(sql).all([this.environment]));
  }

  get(id: number): T | undefined {
    const sql = `SELECT document FROM ${this.table} WHERE environment = ? AND id = ?`;
    return documentIn(this.schema, this.database.prepare(sql).get([this.environment, id]));
  }

  nextId(): number {
    const sql = `SELECT coalesce(max(id), 0) + 1 AS id FROM ${this.table} WHERE environment = ?`;
    return idRow.parse(this.database.prepare(sql).get([this.environment])).id;
  }

  put(id: number, document: T): void {
    const name = "name" in document && typeof document.name === "string" ? document.name : null;
    this.database
      .prepare(
        `INSERT INTO ${this.table} (environment, id, name, document) VALUES (?, ?, ?, ?)
         ON CONFLICT (environment, id) DO UPDATE SET name = excluded.name, document = excluded.document`,
      )
      .run([this.environment, id, name, JSON.stringify(document)]);
  }

  remove(id: number): void {
    this.database
      .prepare(`DELETE FROM ${this.table} WHERE environment = ? AND id = ?`)
      .run([this.environment, id]);
  }
}
