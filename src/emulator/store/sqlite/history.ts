/** SQLite store of what agents report: events, query digests and query samples. */
import { groupBy } from "../../../diagnostics";
import {
  type EventWire,
  type QueryDigestWire,
  type QuerySampleWire,
  type QueryTagWire,
} from "../../../service";
import {
  type DigestSearch,
  type EventQuery,
  type Page,
  type SampleQuery,
  type StoredDigest,
  type TagItem,
} from "../records";
import { type Bound, type EnvironmentDatabase } from "./database";

/** Events are added and listed, and never changed (EVENT-4). */
export class SqliteEvents {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** Ordered by start. Global events are in the list of any hosts. */
  find({ from = 0, until = Number.MAX_SAFE_INTEGER, hosts, limit }: EventQuery): Page<EventWire> {
    // The index includes the host, so that only the rows of the page are read from the table.
    const sql = `SELECT document FROM event WHERE sequence IN (
         SELECT sequence FROM event INDEXED BY event_by_start
         WHERE environment = ?1 AND start >= ?2 AND start <= ?3
           AND (?4 IS NULL OR host IS NULL OR host IN (SELECT value FROM json_each(?4)))
         ORDER BY start, sequence LIMIT ?5)
       ORDER BY start, sequence`;
    const listed = hosts === undefined ? null : JSON.stringify(hosts);
    return pageOf(this.database.all(sql, from, until, listed, limit + 1) as EventWire[], limit);
  }

  /** Latest start first. */
  newest(limit: number): EventWire[] {
    const sql = "SELECT document FROM event WHERE environment = ? ORDER BY start DESC, sequence DESC LIMIT ?";
    return this.database.all(sql, limit) as EventWire[];
  }

  add(event: EventWire): void {
    const { host = null, start } = event;
    this.database.put("event", { host, start, document: JSON.stringify(event) });
  }
}

function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

export class SqliteDigests {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** Ordered by ID, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire> {
    const conditions = conditionsOf(search);
    const where = ["environment = ?1", ...conditions.map(({ sql }) => sql)].join(" AND ");
    const values = conditions.flatMap((condition) => condition.values);
    const sql = `SELECT document FROM digest WHERE ${where} ORDER BY id LIMIT ?`;
    return pageOf(this.database.all(sql, ...values, search.limit + 1) as QueryDigestWire[], search.limit);
  }

  get(id: string): QueryDigestWire | undefined {
    const sql = "SELECT document FROM digest WHERE environment = ? AND id = ?";
    return this.database.get(sql, id) as QueryDigestWire | undefined;
  }

  tagsOf(id: string): QueryTagWire[] {
    const sql = "SELECT key, value FROM digest_tag WHERE environment = ? AND digest = ? ORDER BY key, value";
    const rows = this.database.all(sql, id) as { readonly key: string; readonly value: string }[];
    const groups = groupBy(rows, ({ key }) => key);
    return [...groups].map(([key, group]) => ({ key, values: group.map(({ value }) => value) }));
  }

  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
  put({ tags = [], hosts = [], ...digest }: StoredDigest): void {
    const { id, firstSeen, lastSeen } = digest;
    for (const table of ["digest_host", "digest_tag"])
      this.database.run(`DELETE FROM ${table} WHERE environment = ? AND digest = ?`, id);
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
}

function conditionsOf({ from, until, isNew, after, hosts, filter, tags }: DigestSearch): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  if (after !== undefined) add("id > ?", after);
  if (from !== undefined) add(isNew ? "first_seen >= ?" : "last_seen >= ?", from);
  if (until !== undefined) add("first_seen <= ?", until);
  if (hosts !== undefined) {
    const listed = "environment = ?1 AND host IN (SELECT value FROM json_each(?))";
    add(`id IN (SELECT digest FROM digest_host WHERE ${listed})`, JSON.stringify(hosts));
  }
  if (filter !== undefined) add("digest GLOB ?", globOf(filter));
  for (const item of tags) conditions.push(tagCondition(item));
  return conditions;
}

/** The pattern of a filter (QUERY-9): `^` anchors at the start, `$` at the end, `*` matches any text. */
function globOf(filter: string): string {
  const isAtStart = filter.startsWith("^");
  const isAtEnd = filter.length > (isAtStart ? 1 : 0) && filter.endsWith("$");
  const text = filter.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined).replace(/[?[]/g, "[$&]");
  return `${isAtStart ? "" : "*"}${text}${isAtEnd ? "" : "*"}`;
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
  find({ query, host, from, until, limit }: SampleQuery): QuerySampleWire[] {
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
