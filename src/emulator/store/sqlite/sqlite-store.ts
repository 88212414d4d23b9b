/**
 * The SQLite store: all environments in one database. All methods are synchronous, so each request is one transaction without concurrent
 * access.
 */
import type * as z from "zod";
import {
  type AlertConfigWire,
  type alertDurationWire,
  type alertPolicyWire,
  type DestinationWire,
  type HostWire,
  type integrationWire,
} from "../../../service";
import {
  closeDatabase,
  type Database,
  EnvironmentDatabase,
  openDatabase,
  type SqlConnectionClass,
} from "./database";
import { Documents, PropagatedDocuments, SqliteAlerts, SqliteChangeQueue } from "./documents";
import { SqliteFirings, SqliteMetrics, SqliteOutbox, SqliteWatches } from "./firings";
import { SqliteDigests, SqliteEvents, SqliteSamples } from "./history";

/** @param file path of the data file; undefined keeps all data in memory @throws ProblemError if the file is not usable */
export function openSqliteStore(DatabaseClass: SqlConnectionClass, file: string | undefined) {
  const database = openDatabase(DatabaseClass, file);
  return {
    /** Opens the environment with this name. Creates it and calls `fill` if it does not exist. */
    environment: (name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore =>
      database.inTransaction(() => {
        const [row] = database.prepare("SELECT id FROM environment WHERE name = ?").all([name]);
        const existing = row as { readonly id: number } | undefined;
        if (existing !== undefined) return environmentStore(database, name, existing.id);
        const created = database.prepare("INSERT INTO environment (name) VALUES (?)").run([name]);
        const environment = environmentStore(database, name, Number(created.lastInsertRowid));
        fill(environment);
        return environment;
      }),
    close: () => {
      closeDatabase(database);
    },
  };
}

export type Store = ReturnType<typeof openSqliteStore>;

function environmentStore(database: Database, name: string, id: number) {
  const rows = new EnvironmentDatabase(database, id);
  return {
    name,
    /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
    inTransaction: <T>(work: () => T): T => database.inTransaction(work),
    alerts: new SqliteAlerts(rows, "alert"),
    /** By ID of the alert. */
    alertConfigs: new PropagatedDocuments<AlertConfigWire>(rows, "alert_config"),
    integrations: new Documents<z.output<typeof integrationWire>>(rows, "integration"),
    policies: new Documents<z.output<typeof alertPolicyWire>>(rows, "alert_policy"),
    durations: new Documents<z.output<typeof alertDurationWire>>(rows, "alert_duration"),
    destinations: new Documents<DestinationWire>(rows, "destination"),
    hosts: new Documents<HostWire>(rows, "host"),
    changes: new SqliteChangeQueue(rows),
    digests: new SqliteDigests(rows),
    samples: new SqliteSamples(rows),
    events: new SqliteEvents(rows),
    metrics: new SqliteMetrics(rows),
    watches: new SqliteWatches(rows),
    firings: new SqliteFirings(rows),
    outbox: new SqliteOutbox(rows),
  };
}

export type EnvironmentStore = ReturnType<typeof environmentStore>;
