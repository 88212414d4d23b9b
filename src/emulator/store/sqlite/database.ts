/** The database. A file that does not belong to the emulator is refused before anything is written to it. */
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, ProblemError } from "../../../diagnostics";
import { type SqlConnection, type SqlDriver, type SqlStatement, type SqlValue } from "./driver";

/** SQLite application ID of data files ("dbmn"). The emulator does not write to files of other applications. */
const applicationId = 0x64626d6e;

/** The version of the tables. Files of another version are refused. */
const databaseVersion = 4;

/**
 * Objects are JSON documents, which preserves unknown fields. `part` is the host of a metric value, of a watch or of an event, or the number of
 * a version, and otherwise 0. STRICT refuses values that the emulator could not read, also those of other programs.
 */
const createTables = `
  CREATE TABLE document (
    environment TEXT NOT NULL,
    kind TEXT NOT NULL,
    id ANY NOT NULL,
    part INTEGER NOT NULL,
    time REAL,
    document TEXT NOT NULL CHECK (json_valid(document)),
    PRIMARY KEY (environment, kind, id, part)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX document_by_time ON document (environment, kind, time, id, part) WHERE time IS NOT NULL;
  CREATE TABLE term (
    environment TEXT NOT NULL,
    kind TEXT NOT NULL,
    term TEXT NOT NULL,
    id ANY NOT NULL,
    PRIMARY KEY (environment, kind, term, id)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX term_by_id ON term (environment, kind, id);`;

/** With their indexes. */
const tableCount = createTables.split(/\bCREATE (?:TABLE|INDEX)\b/).length - 1;

/** Bounded, because searches generate SQL from their parameters. */
const maxStatements = 200;

/**
 * A connection that caches prepared statements. Most statements take longer to prepare than to run, and libsql frees a prepared statement
 * only on garbage collection. Rows are not validated, because only the store writes them.
 */
export class Database {
  /** Documents that were read by key. A metric value that thousands of alerts watch reads its host as often. */
  readonly cache = new Map<string, unknown>();
  readonly #connection: SqlConnection;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(connection: SqlConnection) {
    this.#connection = connection;
  }

  /** @param sql SQL without values, which is cached */
  all(sql: string, ...values: readonly SqlValue[]): unknown[] {
    return this.#prepare(sql).all(...values);
  }

  /** @returns the number of changed rows */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  #prepare(sql: string): SqlStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs one or more statements without results. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  inTransaction<T>(work: () => T): T {
    try {
      return this.#connection.transaction(work).immediate();
    } catch (error) {
      this.cache.clear();
      throw error;
    }
  }

  /**
   * Merges the write-ahead log into the file. libsql keeps the file locked until its statements are garbage-collected, so the lock is released
   * explicitly.
   */
  close(): void {
    try {
      this.exec("PRAGMA journal_mode = DELETE");
      this.exec("PRAGMA locking_mode = NORMAL");
      // SQLite releases the lock at the first read in the new mode.
      numberOf(this, countTables);
    } finally {
      this.#statements.clear();
      this.#connection.close();
    }
  }
}

/**
 * @param file path of the data file; undefined keeps all data in memory
 * @throws ProblemError if the file cannot be opened, is in use, or does not belong to the emulator
 */
export function openDatabase(Driver: SqlDriver, file: string | undefined): Database {
  if (file === undefined) return withSchema(new Database(new Driver(":memory:")));
  let connection: SqlConnection | undefined;
  try {
    // Destination settings contain secrets, so only the owner can read a new file.
    closeSync(openSync(file, "a", 0o600));
    // An absolute path, because libsql interprets some strings as the URL of a remote database.
    connection = new Driver(resolve(file));
    const database = new Database(connection);
    checkOwner(database, file);
    // Only one process can open the file. The operating system releases the lock when the process exits.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    // The write-ahead log is flushed at every commit, so acknowledged writes are durable.
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    return withSchema(database);
  } catch (cause) {
    connection?.close();
    throw cause instanceof ProblemError ? cause : problemOf(cause, file);
  }
}

function checkOwner(database: Database, file: string): void {
  const tables = numberOf(database, countTables);
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

const countTables = "SELECT count(*) AS value FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'";

function numberOf(database: Database, sql: string): number {
  return (database.all(sql)[0] as { readonly value: number }).value;
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
