/** SQLite store of query samples. */
import { querySampleWire, type QuerySampleWire } from "../../../service";
import { type SampleSearch, type SampleStore } from "../query-stores";
import { documentsIn } from "./documents";
import { type Database } from "./database";

export class SqliteSamples implements SampleStore {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  find({ query, host, from, until, limit }: SampleSearch): QuerySampleWire[] {
    const rows = this.database
      .prepare(
        `SELECT document FROM sample
         WHERE environment = ?1 AND query = ?2 AND ts >= ?3 AND ts <= ?4 AND (?5 IS NULL OR host = ?5)
         ORDER BY ts DESC, sequence DESC LIMIT ?6`,
      )
      .all([this.environment, query, from ?? 0, until ?? Number.MAX_SAFE_INTEGER, host ?? null, limit]);
    return documentsIn(querySampleWire, rows);
  }

  add(sample: QuerySampleWire): void {
    this.database
      .prepare("INSERT INTO sample (environment, query, host, ts, document) VALUES (?, ?, ?, ?, ?)")
      .run([this.environment, sample.query, sample.host, sample.ts, JSON.stringify(sample)]);
  }
}
