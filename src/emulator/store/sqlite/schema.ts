/**
 * The tables. Objects are stored as JSON documents, which preserves unknown fields. Fields that queries filter by have
 * their own columns.
 */

/** SQLite application ID of data files ("dbmn"). The emulator does not write to files of other applications. */
export const applicationId = 0x64626d6e;

/** Tables of documents, with the key environment and id. */
const documentTables = [
  "alert",
  "alert_config",
  "integration",
  "alert_policy",
  "alert_duration",
  "destination",
  "host",
] as const;
export type DocumentTable = (typeof documentTables)[number];

/** With STRICT, SQLite refuses values that the emulator could not read, also those of other programs. */
const isJson = "CHECK (json_valid(document))";

const environments = `
  CREATE TABLE environment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    next_alert_id INTEGER NOT NULL DEFAULT 1
  ) STRICT;`;

const documents = (table: DocumentTable) => `
  CREATE TABLE ${table} (
    environment INTEGER NOT NULL REFERENCES environment (id),
    id INTEGER NOT NULL,
    name TEXT,
    document TEXT NOT NULL ${isJson},
    PRIMARY KEY (environment, id)
  ) WITHOUT ROWID, STRICT;`;

// Not unique, because the option uniqueNames can be off.
const alertNames = "CREATE INDEX alert_by_name ON alert (environment, name);";

// Each write of an alert or configuration, with the state after it (null: deleted) and the time it takes effect.
// The column noun contains the table name of the object.
const changes = `
  CREATE TABLE change (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL REFERENCES environment (id),
    noun TEXT NOT NULL,
    id INTEGER NOT NULL,
    effective_at INTEGER NOT NULL,
    document TEXT ${isJson}
  ) STRICT;
  CREATE INDEX change_by_object ON change (environment, noun, id, sequence);
  CREATE INDEX change_by_time ON change (environment, effective_at);`;

// IDs are 16 hexadecimal digits, so their text order equals the order of the unsigned 64-bit numbers.
const digests = `
  CREATE TABLE digest (
    environment INTEGER NOT NULL REFERENCES environment (id),
    id TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    digest TEXT NOT NULL,
    document TEXT NOT NULL ${isJson},
    PRIMARY KEY (environment, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE digest_host (
    environment INTEGER NOT NULL,
    digest TEXT NOT NULL,
    host INTEGER NOT NULL,
    PRIMARY KEY (environment, digest, host)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX digest_by_host ON digest_host (environment, host, digest);
  CREATE TABLE digest_tag (
    environment INTEGER NOT NULL,
    digest TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (environment, digest, key, value)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX digest_by_tag ON digest_tag (environment, key, value, digest);
  CREATE INDEX digest_by_tag_value ON digest_tag (environment, value, digest);
  CREATE TABLE sample (
    sequence INTEGER PRIMARY KEY,
    environment INTEGER NOT NULL REFERENCES environment (id),
    query TEXT NOT NULL,
    host INTEGER NOT NULL,
    ts INTEGER NOT NULL,
    document TEXT NOT NULL ${isJson}
  ) STRICT;
  CREATE INDEX sample_by_query ON sample (environment, query, ts, sequence);`;

const events = `
  CREATE TABLE event (
    sequence INTEGER PRIMARY KEY,
    environment INTEGER NOT NULL REFERENCES environment (id),
    host INTEGER,
    start INTEGER NOT NULL,
    document TEXT NOT NULL ${isJson}
  ) STRICT;
  CREATE INDEX event_by_start ON event (environment, start, sequence, host);`;

const firing = `
  CREATE TABLE metric (
    environment INTEGER NOT NULL REFERENCES environment (id),
    metric TEXT NOT NULL,
    host INTEGER NOT NULL,
    value REAL NOT NULL,
    ts REAL NOT NULL,
    PRIMARY KEY (environment, metric, host)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE watch (
    environment INTEGER NOT NULL REFERENCES environment (id),
    alert INTEGER NOT NULL,
    host INTEGER NOT NULL,
    due_at REAL,
    document TEXT NOT NULL ${isJson},
    PRIMARY KEY (environment, alert, host)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX watch_by_due ON watch (environment, due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE firing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL REFERENCES environment (id),
    resolved_at REAL,
    document TEXT NOT NULL ${isJson}
  ) STRICT;
  CREATE INDEX firing_by_environment ON firing (environment, id);
  CREATE TABLE notification (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    environment INTEGER NOT NULL REFERENCES environment (id),
    status TEXT NOT NULL,
    reason TEXT,
    document TEXT NOT NULL ${isJson}
  ) STRICT;
  CREATE INDEX notification_by_environment ON notification (environment, id);
  CREATE INDEX notification_queued ON notification (environment, id) WHERE status = 'queued';`;

/** The version of the tables below. Files of another version are refused. */
export const databaseVersion = 3;

export const createTables = [
  environments,
  ...documentTables.map(documents),
  alertNames,
  changes,
  digests,
  events,
  firing,
].join("\n");

/** With their indexes. */
export const tableCount = createTables.split(/\bCREATE (?:TABLE|INDEX)\b/).length - 1;
