/** Events in SQLite. A listing reads along an index, so that a million of them cost no more than the page given. */
import { type EventWire } from "../../../service";
import { type EventSearch, type EventStore } from "../event-store";
import { type Page } from "../query-stores";
import { type Database } from "./database";
import { jsonIn } from "./documents";

/** Hosts, the one of global events included, whose events are put together; SQLite has a limit of 500. */
const hostsInOrder = 50;

interface Selection {
  /** Selects start, sequence and document; the first four values are environment, from, until and limit. */
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

// Written above, and never changed. To hold each against its schema would take as long as reading it.
function eventIn(row: unknown): EventWire {
  return jsonIn(row) as EventWire;
}

/** @param hosts ids; undefined for all. Global events are among what is selected. */
function selectionOf(hosts: readonly number[] | undefined): Selection {
  const inInterval = "environment = ?1 AND start >= ?2 AND start <= ?3";
  const inOrder = "ORDER BY start, sequence LIMIT ?4";
  if (hosts === undefined)
    return { sql: `SELECT document FROM event WHERE ${inInterval} ${inOrder}`, hosts: [] };

  const those = [null, ...new Set(hosts)];
  if (those.length > hostsInOrder) {
    const sql = `
      SELECT document FROM event WHERE sequence IN (
        SELECT sequence FROM event INDEXED BY event_by_start
        WHERE ${inInterval} AND (host IS NULL OR host IN (SELECT value FROM json_each(?5))) ${inOrder})
      ORDER BY start, sequence`;
    return { sql, hosts: [JSON.stringify(hosts)] };
  }
  // Each host's are in order already: SQLite merges them, and stops at the limit.
  const each = those.map((_, index) => {
    const ofHost = `${inInterval} AND host IS ?${index + 5}`;
    return `SELECT document, start, sequence FROM event INDEXED BY event_by_host WHERE ${ofHost}`;
  });
  return { sql: `SELECT document FROM (${each.join(" UNION ALL ")} ${inOrder})`, hosts: those };
}
