/** SQLite store of events. A search reads along an index, so its cost depends on the page and not on the table. */
import { type EventWire } from "../../../service";
import { type Page } from "../query-stores";
import { type EventSearch, type EventStore } from "../store";
import { type Database } from "./database";
import { jsonIn } from "./documents";

/** Maximum number of hosts whose events are merged with UNION ALL. SQLite's limit is 500. */
const maxMergedHosts = 50;

interface Selection {
  /** Parameters 1 to 4 are environment, from, until and limit. The hosts follow. */
  readonly sql: string;
  readonly hosts: readonly (string | number | null)[];
}

export class SqliteEvents implements EventStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  find({ from, until, hosts, limit }: EventSearch): Page<EventWire> {
    const selection = selectionOf(hosts);
    const rows = this.database
      .prepare(selection.sql)
      .all([this.environment, from ?? 0, until ?? Number.MAX_SAFE_INTEGER, limit + 1, ...selection.hosts]);
    return { data: rows.slice(0, limit).map(eventIn), hasMore: rows.length > limit };
  }

  newest(limit: number): EventWire[] {
    const rows = this.database
      .prepare("SELECT document FROM event WHERE environment = ? ORDER BY start DESC, sequence DESC LIMIT ?")
      .all([this.environment, limit]);
    return rows.map(eventIn);
  }

  add(event: EventWire): void {
    this.database
      .prepare("INSERT INTO event (environment, host, start, document) VALUES (?, ?, ?, ?)")
      .run([this.environment, event.host ?? null, event.start, JSON.stringify(event)]);
  }
}

// Written by `add` and never changed. Validating against the schema would take as long as reading.
function eventIn(row: unknown): EventWire {
  return jsonIn(row) as EventWire;
}

/** @param hosts ids; undefined selects all. Global events are always included. */
function selectionOf(hosts: readonly number[] | undefined): Selection {
  const inInterval = "environment = ?1 AND start >= ?2 AND start <= ?3";
  const inOrder = "ORDER BY start, sequence LIMIT ?4";
  if (hosts === undefined)
    return { sql: `SELECT document FROM event WHERE ${inInterval} ${inOrder}`, hosts: [] };

  const hostsAndGlobal = [null, ...new Set(hosts)];
  if (hostsAndGlobal.length > maxMergedHosts) {
    const sql = `
      SELECT document FROM event WHERE sequence IN (
        SELECT sequence FROM event INDEXED BY event_by_start
        WHERE ${inInterval} AND (host IS NULL OR host IN (SELECT value FROM json_each(?5))) ${inOrder})
      ORDER BY start, sequence`;
    return { sql, hosts: [JSON.stringify(hosts)] };
  }
  // The events of each host are ordered by the index, so SQLite merges them and stops at the limit.
  const selects = hostsAndGlobal.map((_, index) => {
    const ofHost = `${inInterval} AND host IS ?${index + 5}`;
    return `SELECT document, start, sequence FROM event INDEXED BY event_by_host WHERE ${ofHost}`;
  });
  return { sql: `SELECT document FROM (${selects.join(" UNION ALL ")} ${inOrder})`, hosts: hostsAndGlobal };
}
