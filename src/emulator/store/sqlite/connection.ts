/** The part of SQLite's interface that the emulator uses. libsql provides it, and `bun:sqlite` in the self-contained executable. */

export interface SqlStatement {
  /** @returns undefined if there is no row */
  get(values: readonly unknown[]): unknown;
  all(values: readonly unknown[]): unknown[];
  run(values: readonly unknown[]): { readonly lastInsertRowid: number | bigint; readonly changes: number };
}

export interface SqlConnection {
  prepare(sql: string): SqlStatement;
  /** Runs one or more statements without results. */
  exec(sql: string): unknown;
  transaction<T>(work: () => T): { immediate(): T };
  close(): void;
}

/** @param path path of the file, or `:memory:` */
export type SqlConnectionClass = new (path: string) => SqlConnection;
