/** SQLite store of query digests, with their hosts and tags, and of query samples. */
import * as z from "zod";
import {
  type QueryDigestWire,
  querySampleWire,
  type QuerySampleWire,
  type QueryTagWire,
} from "../../../service";
import { type DigestSearch, type Page, type SampleSearch, type StoredDigest, type TagItem } from "../records";
import { matchesPattern, type TextPattern } from "../text-pattern";
import { type Bound, type EnvironmentDatabase } from "./database";
import { documentRow } from "./documents";

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const digestRow = z.object({ id: z.string(), digest: z.string(), document: z.string() });
const tagRow = z.object({ key: z.string(), value: z.string() });

/** Pieces of a pattern that are checked in SQL. SQLite limits the number of conditions. */
const maxPiecesInSql = 20;
/** Minimum rows per query of a search with a pattern, because most rows may not match. */
const minBatchSize = 2000;

export class SqliteDigests {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** Ordered by ID, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire> {
    const { pattern, limit } = search;
    const conditions = conditionsOf(search);
    if (pattern === undefined) {
      const rows = this.select(documentRow, "document", search.after ?? "", conditions, limit + 1);
      return pageOf(rows, limit);
    }
    const found: { readonly document: string }[] = [];
    const batchSize = Math.max(limit + 1, minBatchSize);
    for (let after = search.after ?? "", isMore = true; isMore && found.length <= limit;) {
      const rows = this.select(digestRow, "id, digest, document", after, conditions, batchSize);
      isMore = rows.length === batchSize;
      after = rows.at(-1)?.id ?? after;
      // SQL only checks that the text contains the pieces, not their order and position.
      for (const row of rows) if (matchesPattern(pattern, row.digest)) found.push(row);
    }
    return pageOf(found, limit);
  }

  get(id: string): QueryDigestWire | undefined {
    const sql = "SELECT document FROM digest WHERE environment = ? AND id = ?";
    const row = this.database.get(documentRow, sql, id);
    return row && digestIn(row);
  }

  tagsOf(id: string): QueryTagWire[] {
    const sql = "SELECT key, value FROM digest_tag WHERE environment = ? AND digest = ? ORDER BY key, value";
    const values = new Map<string, string[]>();
    for (const { key, value } of this.database.all(tagRow, sql, id))
      values.set(key, [...(values.get(key) ?? []), value]);
    return [...values].map(([key, keyValues]) => ({ key, values: keyValues }));
  }

  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
  put({ tags = [], hosts = [], ...digest }: StoredDigest): void {
    const { id, firstSeen, lastSeen } = digest;
    for (const table of ["digest", "digest_host", "digest_tag"]) {
      const column = table === "digest" ? "id" : "digest";
      this.database.run(`DELETE FROM ${table} WHERE environment = ? AND ${column} = ?`, id);
    }
    const row = [id, firstSeen, lastSeen, digest.digest, JSON.stringify(digest)];
    this.insert("digest (environment, id, first_seen, last_seen, digest, document)", row);
    for (const host of new Set(hosts)) this.insert("digest_host (environment, digest, host)", [id, host]);
    for (const { key, values } of tags) {
      for (const value of values)
        this.insert("digest_tag (environment, digest, key, value)", [id, key, value]);
    }
  }

  private select<Row>(
    row: z.ZodType<Row>,
    columns: string,
    after: string,
    conditions: readonly Condition[],
    limit: number,
  ): Row[] {
    const where = ["environment = ?1 AND id > ?2", ...conditions.map(({ sql }) => sql)].join(" AND ");
    const sql = `SELECT ${columns} FROM digest WHERE ${where} ORDER BY id LIMIT ?`;
    return this.database.all(row, sql, after, ...conditions.flatMap(({ values }) => values), limit);
  }

  /** Ignores a row that exists, because a digest can list a tag twice. */
  private insert(into: string, values: readonly Bound[]): void {
    this.database.run(
      `INSERT OR IGNORE INTO ${into} VALUES (?, ${values.map(() => "?").join(", ")})`,
      ...values,
    );
  }
}

/** Written by `put`. Validating against the schema would take longer than reading. */
function digestIn({ document }: { readonly document: string }): QueryDigestWire {
  return JSON.parse(document) as QueryDigestWire;
}

function pageOf(rows: readonly { readonly document: string }[], limit: number): Page<QueryDigestWire> {
  return { data: rows.slice(0, limit).map(digestIn), hasMore: rows.length > limit };
}

function conditionsOf(search: DigestSearch): Condition[] {
  const { from, until, isNew, hosts, pattern, tags } = search;
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  if (from !== undefined) add(isNew ? "first_seen >= ?" : "last_seen >= ?", from);
  if (until !== undefined) add("first_seen <= ?", until);
  if (hosts !== undefined) {
    const listed = "environment = ?1 AND host IN (SELECT value FROM json_each(?))";
    add(`id IN (SELECT digest FROM digest_host WHERE ${listed})`, JSON.stringify(hosts));
  }
  if (pattern !== undefined) conditions.push(...patternConditions(pattern));
  for (const item of tags) conditions.push(tagCondition(item));
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

function tagCondition(item: TagItem): Condition {
  const having = (sql: string) => `SELECT digest FROM digest_tag WHERE environment = ?1 AND ${sql}`;
  if ("key" in item)
    return { sql: `id IN (${having("key = ? AND value = ?")})`, values: [item.key, item.value] };
  const { keyOrValue } = item;
  return {
    sql: `id IN (${having("key = ?")} UNION ALL ${having("value = ?")})`,
    values: [keyOrValue, keyOrValue],
  };
}

export class SqliteSamples {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** Newest first. */
  find({ query, host, from, until, limit }: SampleSearch): QuerySampleWire[] {
    const sql = `SELECT document FROM sample
       WHERE environment = ?1 AND query = ?2 AND ts >= ?3 AND ts <= ?4 AND (?5 IS NULL OR host = ?5)
       ORDER BY ts DESC, sequence DESC LIMIT ?6`;
    const last = until ?? Number.MAX_SAFE_INTEGER;
    return this.database
      .all(documentRow, sql, query, from ?? 0, last, host ?? null, limit)
      .map(({ document }) => querySampleWire.parse(JSON.parse(document)));
  }

  add(sample: QuerySampleWire): void {
    const sql = "INSERT INTO sample (environment, query, host, ts, document) VALUES (?, ?, ?, ?, ?)";
    this.database.run(sql, sample.query, sample.host, sample.ts, JSON.stringify(sample));
  }
}
