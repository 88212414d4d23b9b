/**
 * A database connection that caches prepared statements. Most statements take longer to prepare than to run, and
 * libsql frees a prepared statement only on garbage collection.
 */
import { type SqlConnection, type SqlStatement } from "./connection";

/** Bounded, because searches generate SQL from their parameters. */
const maxStatements = 200;

export class Database {
  /** Number of rolled-back transactions. Data read in such a transaction is invalid. */
  rollbacks = 0;
  private readonly statements = new Map<string, SqlStatement>();

  constructor(private readonly connection: SqlConnection) {}

  /** Returns the cached statement for this SQL, which must contain no values. */
  prepare(sql: string): SqlStatement {
    const cached = this.statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.connection.prepare(sql);
    const [oldest = sql] = this.statements.keys();
    if (this.statements.size >= maxStatements) this.statements.delete(oldest);
    this.statements.set(sql, statement);
    return statement;
  }

  /** Runs one or more statements without results. */
  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  inTransaction<T>(work: () => T): T {
    try {
      return this.connection.transaction(work).immediate();
    } catch (error) {
      this.rollbacks += 1;
      throw error;
    }
  }

  close(): void {
    this.statements.clear();
    this.connection.close();
  }
}
