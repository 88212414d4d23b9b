/** Query digests in SQLite, with the hosts and the tags that they are found by. */
import { z } from "zod";
import { queryDigestWire, type QueryDigestWire, type QueryTagWire } from "../../../service";
import { matchesPattern } from "../../rules/text-pattern";
import {
  type DigestSearch,
  type DigestStore,
  type Page,
  type StoredDigest,
  type TagItem,
} from "../query-stores";
import { documentIn, documentsIn } from "./documents";
import { type Database } from "./open-database";

type Bound = string | number;

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const tagRow = z.object({ key: z.string(), value: z.string() });

/** Pieces of a pattern that SQLite looks for; each is one more condition, and their number has a limit. */
const piecesInSql = 20;

export class SqliteDigests implements DigestStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  find(search: DigestSearch): Page<QueryDigestWire> {
    const { pattern, limit } = search;
    const conditions = conditionsOf(search);
    const found: QueryDigestWire[] = [];
    let after = search.after ?? "";
    let isExhausted = false;
    // SQLite finds what holds the pieces of a pattern; in which order and where is asked here.
    while (found.length <= limit && !isExhausted) {
      const chunk = this.readAfter(after, conditions, limit + 1);
      isExhausted = chunk.length <= limit;
      after = chunk.at(-1)?.id ?? after;
      const fitting = pattern ? chunk.filter(({ digest }) => matchesPattern(pattern, digest)) : chunk;
      for (const digest of fitting) found.push(digest);
    }
    return { data: found.slice(0, limit), hasMore: found.length > limit };
  }

  get(id: string): QueryDigestWire | undefined {
    const row: unknown = this.database
      .prepare("SELECT document FROM digest WHERE environment = ? AND id = ?")
      .get([this.environment, id]);
    return documentIn(queryDigestWire, row);
  }

  tagsOf(id: string): QueryTagWire[] {
    const rows = this.database
      .prepare("SELECT key, value FROM digest_tag WHERE environment = ? AND digest = ? ORDER BY key, value")
      .all([this.environment, id])
      .map((row) => tagRow.parse(row));
    const values = new Map<string, string[]>();
    for (const { key, value } of rows) values.set(key, [...(values.get(key) ?? []), value]);
    return [...values].map(([key, ofKey]) => ({ key, values: ofKey }));
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

  private readAfter(after: string, conditions: readonly Condition[], limit: number): QueryDigestWire[] {
    const all = [{ sql: "environment = ? AND id > ?", values: [this.environment, after] }, ...conditions];
    const rows = this.database
      .prepare(
        `SELECT document FROM digest WHERE ${all.map(({ sql }) => sql).join(" AND ")} ORDER BY id LIMIT ?`,
      )
      .all([...all.flatMap(({ values }) => values), limit]);
    return documentsIn(queryDigestWire, rows);
  }

  private add(into: string, values: readonly Bound[]): void {
    const places = values.map(() => "?").join(", ");
    this.database
      .prepare(`INSERT OR IGNORE INTO ${into} VALUES (?, ${places})`)
      .run([this.environment, ...values]);
  }
}

function conditionsOf({ from, until, isNew, hosts, pattern, tags }: DigestSearch): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  if (from !== undefined) add(isNew ? "first_seen >= ?" : "last_seen >= ?", from);
  if (until !== undefined) add("first_seen <= ?", until);
  if (hosts !== undefined) {
    const ofDigest = "h.environment = digest.environment AND h.digest = digest.id";
    const listed = "h.host IN (SELECT value FROM json_each(?))";
    add(`EXISTS (SELECT 1 FROM digest_host AS h WHERE ${ofDigest} AND ${listed})`, JSON.stringify(hosts));
  }
  for (const piece of (pattern?.pieces ?? []).slice(0, piecesInSql)) add("instr(digest, ?) > 0", piece);
  for (const item of tags) conditions.push(carries(item));
  return conditions;
}

function carries(item: TagItem): Condition {
  const ofDigest = "t.environment = digest.environment AND t.digest = digest.id";
  const exists = (sql: string) => `EXISTS (SELECT 1 FROM digest_tag AS t WHERE ${ofDigest} AND ${sql})`;
  if ("key" in item) return { sql: exists("t.key = ? AND t.value = ?"), values: [item.key, item.value] };
  return { sql: exists("(t.key = ? OR t.value = ?)"), values: [item.keyOrValue, item.keyOrValue] };
}
