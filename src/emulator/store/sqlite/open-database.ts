/** Opens the database. A file that does not belong to the emulator is refused before anything is written to it. */
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { ProblemError } from "../../../diagnostics";
import { type SqlConnectionClass } from "./connection";
import { Database } from "./database";
import { applicationId, schemaVersion, upgradeSql } from "./schema";

/**
 * @param file path of the data file; undefined keeps all data in memory
 * @throws ProblemError if the file cannot be opened, is in use, or does not belong to the emulator
 */
export function openDatabase(DatabaseClass: SqlConnectionClass, file: string | undefined): Database {
  if (file === undefined) return withSchema(new Database(new DatabaseClass(":memory:")));
  let database: Database | undefined;
  try {
    createPrivateFile(file);
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

// Destination settings contain secrets, so only the owner can read a new file.
function createPrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

function checkOwner(database: Database, file: string): void {
  const application = numberOf(database, "SELECT application_id AS value FROM pragma_application_id");
  const version = versionOf(database);
  const tables = numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  if (tables > 0 && application !== applicationId) {
    throw ProblemError.of("The data file belongs to another program.", {
      where: { file },
      remedy: otherFile,
    });
  }
  if (version > schemaVersion) {
    throw ProblemError.of(
      `The data file has schema version ${version}, which is newer than the supported version ${schemaVersion}.`,
      { where: { file }, remedy: "Update dbmon-iac, or use another path." },
    );
  }
}

function withSchema(database: Database): Database {
  database.inTransaction(() => {
    const version = versionOf(database);
    if (version === schemaVersion) return;
    database.exec(upgradeSql(version));
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
  return database;
}

const otherFile = "Use another path. The emulator creates a missing file.";

const numberRow = z.object({ value: z.number() });

function numberOf(database: Database, sql: string): number {
  return numberRow.parse(database.prepare(sql).get([])).value;
}

function versionOf(database: Database): number {
  return numberOf(database, "SELECT user_version AS value FROM pragma_user_version");
}

function problemOf(cause: unknown, file: string): ProblemError {
  const where = { file };
  switch (codeOf(cause)) {
    case "SQLITE_NOTADB":
      return ProblemError.of(
        "The data file is not a SQLite database.",
        { where, remedy: otherFile },
        { cause },
      );
    case "SQLITE_BUSY":
      return ProblemError.of(
        "The data file is in use by another process.",
        { where, remedy: "Stop the other process, or use another path." },
        { cause },
      );
    default: {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return ProblemError.of(
        `Cannot open the data file: ${reason}.`,
        { where, remedy: "Use a path in a writable directory." },
        { cause },
      );
    }
  }
}

function codeOf(cause: unknown): string {
  return z.object({ code: z.string() }).safeParse(cause).data?.code ?? "";
}
