/** A table of JSON documents in one environment. Table names come from a fixed list; values are always bound. */
import { type EnvironmentDatabase } from "./database";
import { type DocumentTable } from "./schema";

export class Documents<T extends object> {
  /** Cached documents. A metric value that thousands of alerts watch reads its host as often. */
  private readonly cache = new Map<number, T>();
  private cachedRollbacks = 0;

  constructor(
    private readonly database: EnvironmentDatabase,
    private readonly table: DocumentTable,
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
    const stored = this.database.get(sql, id) as T | undefined;
    if (stored === undefined) return undefined;
    const document = deepFreeze(stored);
    this.cache.set(id, document);
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

/** Prevents callers from changing a cached document. */
function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) deepFreeze(part as object);
  }
  return Object.freeze(value);
}
