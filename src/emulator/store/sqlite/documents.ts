/** A table of JSON documents in one environment. Table names come from a fixed list; values are always bound. */
import * as z from "zod";
import { type EditableCatalog } from "../store";
import { type Database } from "./database";
import { type DocumentTable } from "./schema";

const documentRow = z.object({ document: z.string() });
const idRow = z.object({ id: z.number() });

/** The parsed document of a row, without validation. */
export function jsonIn(row: unknown): unknown {
  return JSON.parse(documentRow.parse(row).document);
}

export function documentIn<T>(schema: z.ZodType<T>, row: unknown): T | undefined {
  return row === undefined ? undefined : schema.parse(jsonIn(row));
}

export function documentsIn<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.map((row) => documentIn(schema, row)).filter((document) => document !== undefined);
}

export class Documents<T extends object> implements EditableCatalog<T> {
  private readonly selectOne: string;
  /** Cached documents. A metric value that thousands of alerts watch reads its host as often. */
  private readonly cache = new Map<number, T>();
  private cachedRollbacks = 0;

  constructor(
    private readonly database: Database,
    private readonly environment: number,
    private readonly table: DocumentTable,
    private readonly schema: z.ZodType<T>,
  ) {
    this.selectOne = `SELECT document FROM ${table} WHERE environment = ? AND id = ?`;
  }

  list(): T[] {
    const sql = `SELECT document FROM ${this.table} WHERE environment = ? ORDER BY id`;
    return documentsIn(this.schema, this.database.prepare(sql).all([this.environment]));
  }

  get(id: number): T | undefined {
    if (this.cachedRollbacks !== this.database.rollbacks) {
      this.cache.clear();
      this.cachedRollbacks = this.database.rollbacks;
    }
    const cached = this.cache.get(id);
    if (cached !== undefined) return cached;
    const row: unknown = this.database.prepare(this.selectOne).get([this.environment, id]);
    const document = documentIn(this.schema, row);
    if (document !== undefined) this.cache.set(id, deepFreeze(document));
    return document;
  }

  nextId(): number {
    const sql = `SELECT coalesce(max(id), 0) + 1 AS id FROM ${this.table} WHERE environment = ?`;
    return idRow.parse(this.database.prepare(sql).get([this.environment])).id;
  }

  put(id: number, document: T): void {
    this.cache.delete(id);
    const name = "name" in document && typeof document.name === "string" ? document.name : null;
    this.database
      .prepare(
        `INSERT INTO ${this.table} (environment, id, name, document) VALUES (?, ?, ?, ?)
         ON CONFLICT (environment, id) DO UPDATE SET name = excluded.name, document = excluded.document`,
      )
      .run([this.environment, id, name, JSON.stringify(document)]);
  }

  remove(id: number): void {
    this.cache.delete(id);
    this.database
      .prepare(`DELETE FROM ${this.table} WHERE environment = ? AND id = ?`)
      .run([this.environment, id]);
  }
}

/** Prevents callers from changing a cached document. */
function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) deepFreeze(part as object);
  }
  return Object.freeze(value);
}
