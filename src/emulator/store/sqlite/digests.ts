/** SQLite store of query digests with their hosts and tags. */
import * as z from "zod";
import { type QueryDigestWire, type QueryTagWire } from "../../../service";
import { matchesPattern, type TextPattern } from "../../rules/text-pattern";
import {
  type DigestSearch,
  type DigestStore,
  type Page,
  type StoredDigest,
  type TagItem,
} from "../query-stores";
import { jsonIn } from "./documents";
import { type Database } from "./database";

type Bound = string | number;

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const digestRows = z.array(z.object({ id: z.string(), digest: z.string(), document: z.string() }));
const tagRow = z.object({ key: z.string(), value: z.string() });

/** Pieces of a pattern that are checked in SQL. SQLite limits the number of conditions. */
const maxPiecesInSql = 20;
/** Minimum rows per query of a search with a pattern, because most rows may not match. */
const minBatchSize = 2000;

export class SqliteDigests implements DigestStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  find(search: DigestSearch): Page<QueryDigestWire> {
    const { pattern, limit } = search;
    const conditions = conditionsOf(this.environment, search);
    if (pattern === undefined) {
      return pageOf(this.select("document", search.after ?? "", conditions, limit + 1), limit);
    }

    const found: unknown[] = [];
    const batchSize = Math.max(limit + 1, minBatchSize);
    for (let after = search.after ?? "", isMore = true; isMore && found.length <= limit;) {
      const rows = digestRows.parse(this.select("id, digest, document", after, conditions, batchSize));
      isMore = rows.length === batchSize;
      after = rows.at(-1)?.id ?? after;
      // SQL only checks that the text contains the pieces, not their order and position.
      for (const row of rows) if (matchesPattern(pattern, row.digest)) found.push(row);
    }
    return pageOf(found, limit);
  }

  get(id: string): QueryDigestWire | undefined {
    const row: unknown = this.database
      .prepare("SELECT document FROM digest WHERE environment = ? AND id = ?")
      .get([this.environment, id]);
    return row === undefined ? undefined : digestIn(row);
  }

  tagsOf(id: string): QueryTagWire[] {
    const rows = this.database
      .prepare("SELECT key, value FROM digest_tag WHERE environment = ? AND digest = ? ORDER BY key, value")
      .all([this.environment, id])
      .map((row) => tagRow.parse(row));
    const values = new Map<string, string[]>();
    for (const { key, value } of rows) values.set(key, [...(values.get(key) ?? []), value]);
    return [...values].map(([key, keyValues]) => ({ key, values: keyValues }));
  }

  put({ tags = [], hosts = [], ...digest }: StoredDigest): void {
    const { id, firstSeen, lastSeen } = digest;
    for (const table of ["digest", "digest_host", "digest_tag"]) {
      const column = table === "digest" ? "id" : "digest";
      this.database
        .prepare(`DELETE FROM ${table} WHERE environment = ? AND ${column} = ?`)
        .run([this.environment, id]);
    }
    this.database
      .prepare(
        "INSERT INTO digest (environment, id, first_seen, last_seen, digest, document) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run([this.environment, id, firstSeen, lastSeen, digest.digest, JSON.stringify(digest)]);
    for (const host of new Set(hosts)) this.add("digest_host (environment, digest, host)", [id, host]);
    for (const { key, values } of tags) {
      for (const value of values) this.add("digest_tag (environment, digest, key, value)", [id, key, value]);
    }
  }

  private select(
    columns: string,
    after: string,
    conditions: readonly Condition[],
    limit: number,
  ): readonly unknown[] {
    const all = [{ sql: "environment = ? AND id > ?", values: [this.environment, after] }, ...conditions];
    const where = all.map(({ sql }) => sql).join(" AND ");
    return this.database
      .prepare(`SELECT ${columns} FROM digest WHERE ${where} ORDER BY id LIMIT ?`)
      .all([...all.flatMap(({ values }) => values), limit]);
  }

  private add(into: string, values: readonly Bound[]): void {
    const placeholders = values.map(() => "?").join(", ");
    this.database
      .prepare(`INSERT OR IGNORE INTO ${into} VALUES (?, ${placeholders})`)
      .run([this.environment, ...values]);
  }
}

// Written by `put`. Validating against the schema would take longer than reading.
function digestIn(row: unknown): QueryDigestWire {
  return jsonIn(row) as QueryDigestWire;
}

function pageOf(rows: readonly unknown[], limit: number): Page<QueryDigestWire> {
  return { data: rows.slice(0, limit).map(digestIn), hasMore: rows.length > limit };
}

function conditionsOf(environment: number, search: DigestSearch): Condition[] {
  const { from, until, isNew, hosts, pattern, tags } = search;
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  if (from !== undefined) add(isNew ? "first_seen >= ?" : "last_seen >= ?", from);
  if (until !== undefined) add("first_seen <= ?", until);
  if (hosts !== undefined) {
    const listed = "environment = ? AND host IN (SELECT value FROM json_each(?))";
    add(`id IN (SELECT digest FROM digest_host WHERE ${listed})`, environment, JSON.stringify(hosts));
  }
  if (pattern !== undefined) conditions.push(...patternConditions(pattern));
  for (const item of tags) conditions.push(tagCondition(environment, item));
  return conditions;
}

/** Necessary conditions for a text to match the pattern. They are not sufficient. */
function patternConditions({ isAtStart, isAtEnd, pieces }: TextPattern): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  const [first, last] = [pieces.at(0), pieces.at(-1)];
  if (isAtStart && first !== undefined) add("substr(digest, 1, length(?)) = ?", first, first);
  if (isAtEnd && last !== undefined) add("substr(digest, -length(?)) = ?", last, last);
  for (const piece of pieces.slice(0, maxPiecesInSql)) add("instr(digest, ?) > 0", piece);
  return conditions;
}

function tagCondition(environment: number, item: TagItem): Condition {
  const having = (sql: string) => `SELECT digest FROM digest_tag WHERE environment = ? AND ${sql}`;
  if ("key" in item) {
    return { sql: `id IN (${having("key = ? AND value = ?")})`, values: [environment, item.key, item.value] };
  }
  const { keyOrValue } = item;
  return {
    sql: `id IN (${having("key = ?")} UNION ALL ${having("value = ?")})`,
    values: [environment, keyOrValue, environment, keyOrValue],
  };
}
