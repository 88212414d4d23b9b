/** The database. A file that does not belong to the emulator is refused before anything is written to it. */
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, errorMessage, ProblemError } from "../../../diagnostics";
import { type SqlConnection, type SqlDriver, type SqlStatement, type SqlValue } from "./driver";

/** SQLite application ID of data files ("dbmn"). The emulator does not write to files of other applications. */
const applicationId = 0x64626d6e;

/** The version of the tables. Files of another version are refused. */
const databaseVersion = 4;

/**
 * All objects are JSON documents, which preserves unknown fields. `part` distinguishes documents with one ID, and `time` is for searches.
 * STRICT refuses values that the emulator could not read, also those of other programs.
 */
const createTable = [
  `CREATE TABLE document (
    environment TEXT NOT NULL,
    collection TEXT NOT NULL,
    id ANY NOT NULL,
    part INTEGER NOT NULL,
    time REAL,
    document TEXT NOT NULL CHECK (json_valid(document)),
    PRIMARY KEY (environment, collection, id, part)
  ) WITHOUT ROWID, STRICT`,
  "CREATE INDEX document_by_time ON document (environment, collection, time, id, part) WHERE time IS NOT NULL",
  `PRAGMA application_id = ${applicationId}`,
  `PRAGMA user_version = ${databaseVersion}`,
];

const countObjects = "SELECT count(*) AS value FROM sqlite_schema";

/**
 * A connection that caches prepared statements. Most statements take longer to prepare than to run, and libsql frees a prepared statement
 * only on garbage collection.
 */
export class Database {
  /** Documents by key. A metric value that thousands of alerts watch reads its host as often. */
  readonly cache = new Map<string, unknown>();
  readonly #connection: SqlConnection;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(connection: SqlConnection) {
    this.#connection = connection;
  }

  /** Runs a statement. @returns the column `value` of its rows, which only the store writes */
  run(sql: string, ...values: readonly SqlValue[]): unknown[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      // Bounded, because searches generate SQL from their parameters.
      if (this.#statements.size >= 200) this.#statements.clear();
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...values).map(({ value }) => value);
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
      this.run("PRAGMA journal_mode = DELETE");
      this.run("PRAGMA locking_mode = NORMAL");
      // SQLite releases the lock at the first read in the new mode.
      numberOf(this, countObjects);
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
export function openDatabase(Driver: SqlDriver, file = ":memory:"): Database {
  const isInMemory = file === ":memory:";
  let connection: SqlConnection | undefined;
  try {
    // Destination settings contain secrets, so only the owner can read a new file.
    if (!isInMemory) closeSync(openSync(file, "a", 0o600));
    // An absolute path, because libsql interprets some strings as the URL of a remote database.
    connection = new Driver(isInMemory ? file : resolve(file));
    const database = new Database(connection);
    checkOwner(database, file);
    // Only one process can open the file. The operating system releases the lock when the process exits.
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    // The write-ahead log is flushed at every commit, so acknowledged writes are durable.
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = FULL");
    database.inTransaction(() => {
      if (numberOf(database, countObjects) > 0) return;
      for (const sql of createTable) database.run(sql);
    });
    return database;
  } catch (cause) {
    connection?.close();
    throw cause instanceof ProblemError ? cause : problemOf(cause, file);
  }
}

const otherFile = "Use another path. The emulator creates a missing file.";

function checkOwner(database: Database, file: string): void {
  if (numberOf(database, countObjects) === 0) return;
  const refuse = (what: string, remedy = otherFile) =>
    ProblemError.of("emulator-failed", what, { where: { file }, remedy });
  const application = numberOf(database, "SELECT application_id AS value FROM pragma_application_id");
  if (application !== applicationId) throw refuse("The data file belongs to another program.");
  const version = numberOf(database, "SELECT user_version AS value FROM pragma_user_version");
  if (version !== databaseVersion) {
    const remedy = "Use the version of dbmon-iac that wrote the file, or another path.";
    throw refuse(`The data file has schema version ${version}. Supported: ${databaseVersion}.`, remedy);
  }
}

function numberOf(database: Database, sql: string): number {
  return database.run(sql)[0] as number;
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
    `Cannot open the data file: ${errorMessage(cause)}.`,
    "Use a path in a writable directory.",
  ];
  return ProblemError.of("emulator-failed", what, { where: { file }, remedy }, { cause });
}
