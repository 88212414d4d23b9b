/** Events in SQLite. A listing reads along an index, so that a million of them cost no more than the page given. */
import { eventWire, type EventWire } from "../../../service";
import { type EventSearch, type EventStore } from "../event-store";
import { type Page } from "../query-stores";
import { documentsIn } from "./documents";
import { type Database } from "./open-database";

export class SqliteEvents implements EventStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  find({ from, until, hosts, limit }: EventSearch): Page<EventWire> {
    const wanted =
      hosts === undefined ? "" : "AND (host IS NULL OR host IN (SELECT value FROM json_each(?)))";
    const rows = this.database
      .prepare(
        `SELECT document FROM event WHERE environment = ? AND start >= ? AND start <= ? ${wanted}
         ORDER BY start, sequence LIMIT ?`,
      )
      .all([
        this.environment,
        from ?? 0,
        until ?? Number.MAX_SAFE_INTEGER,
        ...(hosts === undefined ? [] : [JSON.stringify(hosts)]),
        limit + 1,
      ]);
    return { data: documentsIn(eventWire, rows.slice(0, limit)), hasMore: rows.length > limit };
  }

  newest(limit: number): EventWire[] {
    const rows = this.database
      .prepare("SELECT document FROM event WHERE environment = ? ORDER BY start DESC, sequence DESC LIMIT ?")
      .all([this.environment, limit]);
    return documentsIn(eventWire, rows);
  }

  add(event: EventWire): void {
    this.database
      .prepare("INSERT INTO event (environment, host, start, document) VALUES (?, ?, ?, ?)")
      .run([this.environment, event.host ?? null, event.start, JSON.stringify(event)]);
  }
}
