/**
 * SQLite in the self-contained executable, which cannot embed libsql's native library. scripts/build-executables.ts replaces libsql by
 * this file.
 */
import { type SqlConnection, type SqlStatement } from "./database";

/** The part of `bun:sqlite` that is used. Its types come only with all types of Bun. */
interface BunDatabase {
  prepare(sql: string): BunStatement;
  run(sql: string): unknown;
  transaction<T>(work: () => T): { immediate(): T };
  close(throwOnError?: boolean): void;
}

interface BunStatement {
  all(...values: readonly unknown[]): unknown[];
  run(...values: readonly unknown[]): ReturnType<SqlStatement["run"]>;
}

class BunConnection implements SqlConnection {
  readonly #database: BunDatabase;

  constructor(path: string) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- only Bun has the module
    const { Database } = require("bun:sqlite") as { readonly Database: new (path: string) => BunDatabase };
    this.#database = new Database(path);
  }

  prepare(sql: string): SqlStatement {
    const statement = this.#database.prepare(sql);
    return {
      all: (values) => statement.all(...values),
      run: (values) => statement.run(...values),
    };
  }

  exec(sql: string): void {
    this.#database.run(sql);
  }

  transaction<T>(work: () => T): { immediate(): T } {
    return this.#database.transaction(work);
  }

  close(): void {
    this.#database.close();
  }
}

// As in libsql, require returns the class.
export = BunConnection;
