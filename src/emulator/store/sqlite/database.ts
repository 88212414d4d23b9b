/** The database. A file that does not belong to the emulator is refused before anything is written to it. */
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, ProblemError } from "../../../diagnostics";
import { applicationId, createTables, databaseVersion, tableCount } from "./schema";

/** The part of SQLite's interface that the emulator uses. libsql provides it, and `bun:sqlite` in the self-contained executable. */
export interface SqlStatement {
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

/** Bounded, because searches generate SQL from their parameters. */
const maxStatements = 200;

/**
 * A connection that caches prepared statements. Most statements take longer to prepare than to run, and libsql frees a prepared statement
 * only on garbage collection.
 */
export class Database {
  /** Number of rolled-back transactions. */
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

/** A value that a statement binds. */
export type Bound = string | number | null;

/**
 * The statements of one environment, whose ID is the first value of each statement. Table and column names come from fixed lists. Rows
 * are not validated, because only the store writes them.
 */
export class EnvironmentDatabase {
  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {}

  /** Number of rolled-back transactions. Data read in such a transaction is invalid. */
  get rollbacks(): number {
    return this.database.rollbacks;
  }

  /** The rows with the members of their JSON documents. */
  all(sql: string, ...values: readonly Bound[]): unknown[] {
    return this.database
      .prepare(sql)
      .all([this.environment, ...values])
      .map(withMembers);
  }

  /** The first of these rows. */
  get(sql: string, ...values: readonly Bound[]): unknown {
    return this.all(sql, ...values)[0];
  }

  run(sql: string, ...values: readonly Bound[]): void {
    this.database.prepare(sql).run([this.environment, ...values]);
  }

  /** Adds a row, or replaces the row with its key. @returns the ID of the row, if the table assigns it */
  put(table: string, row: Readonly<Record<string, Bound>>): number {
    const columns = ["environment", ...Object.keys(row)];
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`;
    return Number(this.database.prepare(sql).run([this.environment, ...Object.values(row)]).lastInsertRowid);
  }
}

function withMembers(row: unknown): unknown {
  const { document, ...columns } = row as { readonly document?: string | null };
  return typeof document === "string" ? { ...(JSON.parse(document) as object), ...columns } : columns;
}

/**
 * @param file path of the data file; undefined keeps all data in memory
 * @throws ProblemError if the file cannot be opened, is in use, or does not belong to the emulator
 */
export function openDatabase(DatabaseClass: SqlConnectionClass, file: string | undefined): Database {
  if (file === undefined) return withSchema(new Database(new DatabaseClass(":memory:")));
  let database: Database | undefined;
  try {
    // Destination settings contain secrets, so only the owner can read a new file.
    closeSync(openSync(file, "a", 0o600));
    // An absolute path, because libsql interprets some strings as the URL of a remote database.
    database = new Database(new DatabaseClass(resolve(file)));
    checkOwner(database, file);
    // Only one process can open the file. The operating system releases the lock when the process exits.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    // The write-ahead log is flushed at every commit, so acknowledged writes are durable.
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    return withSchema(database);
  } catch (cause) {
    database?.close();
    throw cause instanceof ProblemError ? cause : problemOf(cause, file);
  }
}

/**
 * Closes the database and merges the write-ahead log into the file. libsql keeps the file locked until its statements
 * are garbage-collected, so the lock is released explicitly.
 */
export function closeDatabase(database: Database): void {
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA locking_mode = NORMAL");
    // SQLite releases the lock at the first read in the new mode.
    numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  } finally {
    database.close();
  }
}

function checkOwner(database: Database, file: string): void {
  const tables = numberOf(
    database,
    "SELECT count(*) AS value FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'",
  );
  if (tables === 0) return;
  const refuse = (what: string, remedy: string) => ProblemError.of(what, { where: { file }, remedy });
  const application = numberOf(database, "SELECT application_id AS value FROM pragma_application_id");
  if (application !== applicationId) throw refuse("The data file belongs to another program.", otherFile);
  const version = versionOf(database);
  if (version !== databaseVersion) {
    const remedy = "Use the version of dbmon-iac that wrote the file, or another path.";
    throw refuse(`The data file has schema version ${version}. Supported: ${databaseVersion}.`, remedy);
  }
  if (tables < tableCount)
    throw refuse(`The data file has only ${tables} of ${tableCount} tables and indexes.`, otherFile);
}

function withSchema(database: Database): Database {
  database.inTransaction(() => {
    if (versionOf(database) === databaseVersion) return;
    database.exec(createTables);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${databaseVersion}`);
  });
  return database;
}

const otherFile = "Use another path. The emulator creates a missing file.";

function numberOf(database: Database, sql: string): number {
  return (database.prepare(sql).all([])[0] as { readonly value: number }).value;
}

function versionOf(database: Database): number {
  return numberOf(database, "SELECT user_version AS value FROM pragma_user_version");
}

function problemOf(cause: unknown, file: string): ProblemError {
  const problems: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
    SQLITE_NOTADB: ["The data file is not a SQLite database.", otherFile],
    SQLITE_BUSY: [
      "The data file is in use by another process.",
      "Stop the other process, or use another path.",
    ],
  };
  const [what, remedy] = problems[errorCode(cause) ?? ""] ?? [
    `Cannot open the data file: ${cause instanceof Error ? cause.message : String(cause)}.`,
    "Use a path in a writable directory.",
  ];
  return ProblemError.of(what, { where: { file }, remedy }, { cause });
}
