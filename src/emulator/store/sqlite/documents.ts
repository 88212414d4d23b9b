import { type Database } from "./database";
import { type SqlValue } from "./driver";

/** The key of a document, and the time that it is found by. */
interface Key {
  readonly id: number | string;
  readonly part?: number | undefined;
  readonly time?: number | undefined;
}

/** The documents of one kind in one environment. Values ?1 and ?2 of each statement are the environment and the kind. */
export class Documents<T> {
  readonly #database: Database;
  readonly #environment: string;
  readonly #kind: string;

  constructor(database: Database, environment: string, kind: string) {
    this.#database = database;
    this.#environment = environment;
    this.#kind = kind;
  }

  /** The rows of a query. */
  rows(sql: string, ...values: readonly SqlValue[]): unknown[] {
    return this.#database.all(sql, this.#environment, this.#kind, ...values);
  }

  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#database.run(sql, this.#environment, this.#kind, ...values);
  }

  /** @param sql a query for documents */
  read(sql: string, ...values: readonly SqlValue[]): T[] {
    return this.rows(sql, ...values).map(
      (row) => JSON.parse((row as { readonly document: string }).document) as T,
    );
  }

  /** @param rest further conditions, order and limit */
  find(rest: string, ...values: readonly SqlValue[]): T[] {
    return this.read(`SELECT document FROM document ${ofKind} ${rest}`, ...values);
  }

  /** The document of part 0. It is cached, so callers do not change it. */
  get(id: number | string): T | undefined {
    const key = this.#cacheKey(id);
    // All documents of a kind have its type.
    const cached = this.#database.cache.get(key) as T | undefined;
    if (cached !== undefined) return cached;
    const [document] = this.find("AND id = ?3 AND part = 0", id);
    if (document !== undefined) this.#database.cache.set(key, document);
    return document;
  }

  /** The highest ID plus 1. */
  nextId(): number {
    const [last] = this.rows(`SELECT id FROM document ${ofKind} ORDER BY id DESC LIMIT 1`);
    return ((last as { readonly id: number } | undefined)?.id ?? 0) + 1;
  }

  /** Adds a document, or replaces the document with its key. */
  put(document: T, { id, part = 0, time }: Key): void {
    this.#database.cache.delete(this.#cacheKey(id));
    const sql = "INSERT OR REPLACE INTO document VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    this.run(sql, id, part, time ?? null, JSON.stringify(document));
  }

  /** Removes all parts. @returns whether there were any */
  remove(id: number | string): boolean {
    this.#database.cache.delete(this.#cacheKey(id));
    return this.run(`DELETE FROM document ${ofKind} AND id = ?3`, id) > 0;
  }

  /** Sets the terms that an object is found by. */
  putTerms(id: number | string, terms: readonly string[]): void {
    this.run(`DELETE FROM term ${ofKind} AND id = ?3`, id);
    const insert = "INSERT OR IGNORE INTO term SELECT ?1, ?2, value, ?3 FROM json_each(?4)";
    if (terms.length > 0) this.run(insert, id, JSON.stringify(terms));
  }

  #cacheKey(id: number | string): string {
    return `${this.#environment} ${this.#kind} ${id}`;
  }
}

/** The condition of statements for all documents or terms of the kind. */
export const ofKind = "WHERE environment = ?1 AND kind = ?2";
