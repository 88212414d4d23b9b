/** SQLite: libsql in Node, and `bun:sqlite` in the self-contained executable, which cannot embed libsql's native library. */

export type SqlValue = string | number | null;

export interface SqlStatement {
  all(...values: readonly SqlValue[]): { readonly value?: unknown }[];
}

/** What the emulator uses of both. */
export interface SqlConnection {
  prepare(sql: string): SqlStatement;
  transaction<T>(work: () => T): { immediate(): T };
  close(): void;
}

/** @param path absolute path of the file, or `:memory:` */
export type SqlDriver = new (path: string) => SqlConnection;

/** scripts/executables/bundle.ts defines the version of Bun, so that the executable does not contain libsql. */
export function loadDriver(): SqlDriver {
  /* eslint-disable @typescript-eslint/no-require-imports */
  if (process.versions.bun === undefined) return require("libsql") as SqlDriver;
  return (require("bun:sqlite") as { readonly Database: SqlDriver }).Database;
  /* eslint-enable */
}
