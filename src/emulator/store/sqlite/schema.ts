/**
 * The tables. Objects whose full list of fields the specification does not show are kept as JSON documents, so that
 * unknown fields survive; what is looked up by has a column of its own.
 */

/** Marks a file as the emulator's ("dbmn"), so that no other program's SQLite file is written to. */
export const applicationId = 0x64626d6e;

/** Version of the tables; a file with a greater one comes from a newer emulator. */
export const schemaVersion = 1;

/** Nouns that are one table of documents each, by environment and id. */
export const documentTables = [
  "alert",
  "alert_config",
  "integration",
  "alert_policy",
  "alert_duration",
  "destination",
  "host",
] as const;
export type DocumentTable = (typeof documentTables)[number];

const environments = `
  CREATE TABLE environment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    next_alert_id INTEGER NOT NULL DEFAULT 1
  );`;

const documents = (table: DocumentTable) => `
  CREATE TABLE ${table} (
    environment INTEGER NOT NULL REFERENCES environment (id),
    id INTEGER NOT NULL,
    name TEXT,
    document TEXT NOT NULL,
    PRIMARY KEY (environment, id)
  ) WITHOUT ROWID;`;

// Not unique: an environment may be told to allow equal names.
const alertNames = "CREATE INDEX alert_by_name ON alert (environment, name);";

// What each write of an alert or a configuration left (null: nothing), for who must see it later than it happened.
const changes = `
  CREATE TABLE change (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL REFERENCES environment (id),
    noun TEXT NOT NULL,
    id INTEGER NOT NULL,
    effective_at INTEGER NOT NULL,
    document TEXT
  );
  CREATE INDEX change_by_object ON change (environment, noun, id, sequence);`;

export const schemaSql = [environments, ...documentTables.map(documents), alertNames, changes].join("\n");
