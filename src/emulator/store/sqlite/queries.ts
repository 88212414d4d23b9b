/** SQLite store of query digests, with their hosts and tags, and of query samples. */
import { type QueryDigestWire, type QuerySampleWire, type QueryTagWire } from "../../../service";
import { type DigestSearch, type Page, type SampleSearch, type StoredDigest, type TagItem } from "../records";
import { matchesPattern, type TextPattern } from "../text-pattern";
import { type Bound, type EnvironmentDatabase } from "./database";

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

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
      return pageOf(this.select(search.after ?? "", conditions, limit + 1), limit);
    }
    const found: QueryDigestWire[] = [];
    const batchSize = Math.max(limit + 1, minBatchSize);
    for (let after = search.after ?? "", isMore = true; isMore && found.length <= limit;) {
      const rows = this.select(after, conditions, batchSize);
      isMore = rows.length === batchSize;
      after = rows.at(-1)?.id ?? after;
      // SQL only checks that the text contains the pieces, not their order and position.
      for (const row of rows) if (matchesPattern(pattern, row.digest)) found.push(row);
    }
    return pageOf(found, limit);
  }

  get(id: string): QueryDigestWire | undefined {
    const sql = "SELECT document FROM digest WHERE environment = ? AND id = ?";
    return this.database.get(sql, id) as QueryDigestWire | undefined;
  }

  tagsOf(id: string): QueryTagWire[] {
    const sql = "SELECT key, value FROM digest_tag WHERE environment = ? AND digest = ? ORDER BY key, value";
    const rows = this.database.all(sql, id) as { readonly key: string; readonly value: string }[];
    const values = new Map<string, string[]>();
    for (const { key, value } of rows) values.set(key, [...(values.get(key) ?? []), value]);
    return [...values].map(([key, keyValues]) => ({ key, values: keyValues }));
  }

  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
  put({ tags = [], hosts = [], ...digest }: StoredDigest): void {
    const { id, firstSeen, lastSeen } = digest;
    for (const table of ["digest", "digest_host", "digest_tag"]) {
      const column = table === "digest" ? "id" : "digest";
      this.database.run(`DELETE FROM ${table} WHERE environment = ? AND ${column} = ?`, id);
    }
    this.database.put("digest", {
      id,
      first_seen: firstSeen,
      last_seen: lastSeen,
      digest: digest.digest,
      document: JSON.stringify(digest),
    });
    for (const host of hosts) this.database.put("digest_host", { digest: id, host });
    for (const { key, values } of tags) {
      for (const value of values) this.database.put("digest_tag", { digest: id, key, value });
    }
  }

  private select(after: string, conditions: readonly Condition[], limit: number): QueryDigestWire[] {
    const where = ["environment = ?1 AND id > ?2", ...conditions.map(({ sql }) => sql)].join(" AND ");
    const sql = `SELECT document FROM digest WHERE ${where} ORDER BY id LIMIT ?`;
    const values = conditions.flatMap((condition) => condition.values);
    return this.database.all(sql, after, ...values, limit) as QueryDigestWire[];
  }
}

function pageOf(rows: readonly QueryDigestWire[], limit: number): Page<QueryDigestWire> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
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
    return this.database.all(sql, query, from ?? 0, last, host ?? null, limit) as QuerySampleWire[];
  }

  add(sample: QuerySampleWire): void {
    const { query, host, ts } = sample;
    this.database.put("sample", { query, host, ts, document: JSON.stringify(sample) });
  }
}
