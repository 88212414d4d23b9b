/** SQLite store of events. A search reads along an index, so its cost depends on the page and not on the table. */
import { type EventWire } from "../../../service";
import { type EventSearch, type Page } from "../records";
import { type Bound, type EnvironmentDatabase } from "./database";

/** Maximum number of hosts whose events are merged with UNION ALL. SQLite's limit is 500. */
const maxMergedHosts = 50;

interface Selection {
  /** Parameters 1 to 4 are environment, from, until and limit. The hosts follow. */
  readonly sql: string;
  readonly hosts: readonly Bound[];
}

/** Events are added and listed, and never changed (EVENT-4). */
export class SqliteEvents {
  constructor(private readonly database: EnvironmentDatabase) {}

  /** Ordered by start. */
  find({ from, until, hosts, limit }: EventSearch): Page<EventWire> {
    const { sql, hosts: bound } = selectionOf(hosts);
    const last = until ?? Number.MAX_SAFE_INTEGER;
    const rows = this.database.all(sql, from ?? 0, last, limit + 1, ...bound) as EventWire[];
    return { data: rows.slice(0, limit), hasMore: rows.length > limit };
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

/** @param hosts IDs; undefined selects all. Global events are always included. */
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
