import { type ObjectStore } from "../store";
import { type Database } from "./database";
import { type SqlValue } from "./driver";

/** The condition of statements for all documents of the collection. */
export const ofCollection = "WHERE environment = ?1 AND collection = ?2";

/** The condition of statements for all IDs in the collection with at least one of the terms. @param terms a JSON array */
export const withTerms = (terms: string) =>
  `WHERE environment = ?1 AND collection IN (SELECT ?2 || ' with ' || value FROM json_each(${terms}))`;

/** A collection of documents in one environment. Values of statements start at ?3. */
export class Documents<T> {
  readonly #database: Database;
  readonly #environment: string;
  readonly #collection: string;

  constructor(database: Database, environment: string, collection: string) {
    this.#database = database;
    this.#environment = environment;
    this.#collection = collection;
  }

  /** Runs a statement. @returns the column `value` of its rows */
  run(sql: string, ...values: readonly SqlValue[]): unknown[] {
    return this.#database.run(sql, this.#environment, this.#collection, ...values);
  }

  /** Like `run`. An aggregate of no rows is null. */
  numbers(sql: string, ...values: readonly SqlValue[]): number[] {
    return this.run(sql, ...values) as number[];
  }

  /** Like `run`, for documents. */
  read(sql: string, ...values: readonly SqlValue[]): T[] {
    return (this.run(sql, ...values) as string[]).map((text) => JSON.parse(text) as T);
  }

  /** @param rest further conditions, order and limit */
  find(rest: string, ...values: readonly SqlValue[]): T[] {
    return this.read(`SELECT document AS value FROM document ${ofCollection} ${rest}`, ...values);
  }

  list(): T[] {
    return this.find("ORDER BY id, part");
  }

  /** The document of part 0. It is cached, so callers do not change it. */
  get(id: number | string): T | undefined {
    const key = this.#cacheKey(id);
    // All documents of a collection have one type.
    const cached = this.#database.cache.get(key) as T | undefined;
    if (cached !== undefined) return cached;
    const [document] = this.find("AND id = ?3 AND part = 0", id);
    if (document !== undefined) this.#database.cache.set(key, document);
    return document;
  }

  /** The highest ID plus 1. */
  nextId(): number {
    const sql = `SELECT id AS value FROM document ${ofCollection} ORDER BY id DESC LIMIT 1`;
    return (this.numbers(sql)[0] ?? 0) + 1;
  }

  /** The first time after `time`. */
  nextTime(time = -1): number | undefined {
    const sql = `SELECT time AS value FROM document ${ofCollection} AND time > ?3 ORDER BY time LIMIT 1`;
    return this.numbers(sql, time)[0];
  }

  /** Adds a document, or replaces the document with its ID and part. @param id null: the highest ID plus 1 */
  put(document: T, id: number | string | null, part = 0, time?: number): void {
    if (id !== null) this.#database.cache.delete(this.#cacheKey(id));
    const next = `SELECT id + 1 FROM document ${ofCollection} ORDER BY id DESC LIMIT 1`;
    const sql = `INSERT OR REPLACE INTO document VALUES (?1, ?2, coalesce(?3, (${next}), 1), ?4, ?5, ?6)`;
    this.run(sql, id, part, time ?? null, JSON.stringify(document));
  }

  /** Removes all parts. @returns whether there were any */
  remove(id: number | string): boolean {
    this.#database.cache.delete(this.#cacheKey(id));
    return this.run(`DELETE FROM document ${ofCollection} AND id = ?3 RETURNING id`, id).length > 0;
  }

  /** Sets the terms that an object is found by. For each, its ID is in a further collection. */
  putTerms(id: number | string, terms: readonly string[]): void {
    const lists = new Documents<readonly string[]>(
      this.#database,
      this.#environment,
      `${this.#collection} terms`,
    );
    const previous = lists.get(id);
    if (previous !== undefined)
      this.run(`DELETE FROM document ${withTerms("?3")} AND id = ?4`, JSON.stringify(previous), id);
    lists.put(terms, id);
    const rows = "SELECT ?1, ?2 || ' with ' || value, ?3, 0, NULL, 'null' FROM json_each(?4)";
    this.run(`INSERT OR REPLACE INTO document ${rows}`, id, JSON.stringify(terms));
  }

  #cacheKey(id: number | string): string {
    return `${this.#collection} ${id} ${this.#environment}`;
  }
}

export class Objects<T extends { readonly id: number }> extends Documents<T> implements ObjectStore<T> {
  newest(limit: number): T[] {
    return this.find("ORDER BY id DESC LIMIT ?3", limit);
  }

  override put(object: T, id: number | string | null = object.id, part?: number, time?: number): void {
    super.put(object, id, part, time);
  }
}
