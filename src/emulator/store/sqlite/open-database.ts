/** Opens the database, and refuses, before anything is written, a file that is not the emulator's own. */
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type Libsql from "libsql";
import * as z from "zod";
import { ProblemError } from "../../../diagnostics";
import { Database } from "./database";
import { applicationId, schemaVersion, upgradeSql } from "./schema";

/** The class that libsql exports, which is loaded only when an emulator starts. */
export type DatabaseConstructor = new (path: string) => Libsql.Database;

/**
 * @param file path of the data file; undefined keeps everything in memory
 * @throws ProblemError for a file that cannot be opened, is in use, or is not the emulator's
 */
export function openDatabase(DatabaseClass: DatabaseConstructor, file: string | undefined): Database {
  if (file === undefined) return withSchema(new Database(new DatabaseClass(":memory:")));
  let database: Database | undefined;
  try {
    createPrivately(file);
    // An absolute path, because libsql takes some texts for the address of a remote database.
    database = new Database(new DatabaseClass(resolve(file)));
    checkOwner(database, file);
    // Held by one process at a time; released by the operating system whatever way that process ends.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    // Each acknowledged write is on the disk: the write-ahead log is flushed at every commit.
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    return withSchema(database);
  } catch (cause) {
    database?.close();
    throw cause instanceof ProblemError ? cause : problemOf(cause, file);
  }
}

/**
 * Closes the database, in one file again. libsql keeps a closed file open, and locked, until its statements have been
 * garbage-collected, so the lock is given up by hand.
 */
export function closeDatabase(database: Database): void {
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA locking_mode = NORMAL");
    // The lock goes with the first read in the new mode.
    numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  } finally {
    database.close();
  }
}

// Destination settings are secrets: a new file is its owner's alone.
function createPrivately(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

function checkOwner(database: Database, file: string): void {
  const application = numberOf(database, "SELECT application_id AS value FROM pragma_application_id");
  const version = versionOf(database);
  const tables = numberOf(database, "SELECT count(*) AS value FROM sqlite_schema");
  if (tables > 0 && application !== applicationId) {
    throw ProblemError.of("The data file belongs to another program.", {
      where: { file },
      remedy: "Give the path of another file; a new one is created.",
    });
  }
  if (version > schemaVersion) {
    throw ProblemError.of(
      `The data file was written by a newer version (format ${version}; this version knows ${schemaVersion}).`,
      { where: { file }, remedy: "Update dbmon-iac, or give the path of another file." },
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
        { where, remedy: "Give the path of another file; a new one is created." },
        { cause },
      );
    case "SQLITE_BUSY":
      return ProblemError.of(
        "The data file is in use by another process.",
        { where, remedy: "Stop the other emulator, or give the path of another file." },
        { cause },
      );
    default: {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return ProblemError.of(
        `The data file cannot be opened: ${reason}.`,
        { where, remedy: "Give the path of a file in a folder that you may write to." },
        { cause },
      );
    }
  }
}

function codeOf(cause: unknown): string {
  return z.object({ code: z.string() }).safeParse(cause).data?.code ?? "";
}
