/**
 * The connection, with each statement prepared once: preparing takes longer than most statements run, and libsql frees
 * what it prepared only when the garbage collector comes.
 */
import type Libsql from "libsql";

export type Statement = Libsql.Statement;

/** A search makes its SQL from what is asked, so their number is bounded. */
const statementsKept = 200;

export class Database {
  /** How often a transaction was taken back: what was read in one of them may never have been. */
  timesUndone = 0;
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly connection: Libsql.Database) {}

  /** Values are to be bound: the text is kept. */
  prepare(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.connection.prepare(sql);
    const [oldest = sql] = this.statements.keys();
    if (this.statements.size >= statementsKept) this.statements.delete(oldest);
    this.statements.set(sql, statement);
    return statement;
  }

  /** Several statements, which answer nothing. */
  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** All of the work, or, when it throws, none of it. Not to be nested. */
  inTransaction<T>(work: () => T): T {
    try {
      return this.connection.transaction(work).immediate();
    } catch (error) {
      this.timesUndone += 1;
      throw error;
    }
  }

  close(): void {
    this.statements.clear();
    this.connection.close();
  }
}
