/** SQLite: libsql in Node, and `bun:sqlite` in the self-contained executable, which cannot embed libsql's native library. */

/** The common part of both interfaces that the emulator uses. */
export interface SqlConnection {
  prepare(sql: string): SqlStatement;
  /** Runs one or more statements without results. */
  exec(sql: string): unknown;
  transaction<T>(work: () => T): { immediate(): T };
  close(): void;
}

export interface SqlStatement {
  all(...values: readonly SqlValue[]): unknown[];
  run(...values: readonly SqlValue[]): { readonly changes: number };
}

export type SqlValue = string | number | null;

/** @param path absolute path of the file, or `:memory:` */
export type SqlDriver = new (path: string) => SqlConnection;

/** scripts/executables/bundle.ts defines the version, so that the executable does not contain libsql. */
export function loadDriver(): SqlDriver {
  /* eslint-disable @typescript-eslint/no-require-imports */
  return process.versions.bun === undefined
    ? (require("libsql") as SqlDriver)
    : (require("bun:sqlite") as { readonly Database: SqlDriver }).Database;
  /* eslint-enable */
}
