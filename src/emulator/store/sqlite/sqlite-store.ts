/**
 * The SQLite store: all environments in one database. All methods are synchronous, so each request is one transaction without concurrent
 * access.
 */
import * as z from "zod";
import {
  alertConfigWire,
  alertDurationWire,
  alertPolicyWire,
  destinationWire,
  hostWire,
  integrationWire,
} from "../../../service";
import { PropagatedDocuments, SqliteAlerts, SqliteChangeQueue } from "./alerts";
import {
  closeDatabase,
  type Database,
  EnvironmentDatabase,
  openDatabase,
  type SqlConnectionClass,
} from "./database";
import { Documents } from "./documents";
import { SqliteEvents } from "./events";
import { SqliteFirings, SqliteMetrics, SqliteOutbox, SqliteWatches } from "./firings";
import { SqliteDigests, SqliteSamples } from "./queries";

/** @param file path of the data file; undefined keeps all data in memory @throws ProblemError if the file is not usable */
export function openSqliteStore(DatabaseClass: SqlConnectionClass, file: string | undefined) {
  const database = openDatabase(DatabaseClass, file);
  // One store per environment, because it caches documents.
  const environments = new Map<string, EnvironmentStore>();
  return {
    /** Returns the environment with this name. Creates it and calls `fill` if it does not exist. */
    environment: (name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore => {
      const environment = environments.get(name) ?? openEnvironment(database, name, fill);
      environments.set(name, environment);
      return environment;
    },
    close: () => {
      closeDatabase(database);
    },
  };
}

export type Store = ReturnType<typeof openSqliteStore>;

const idRow = z.object({ id: z.number() });

function openEnvironment(
  database: Database,
  name: string,
  fill: (created: EnvironmentStore) => void,
): EnvironmentStore {
  return database.inTransaction(() => {
    const existing: unknown = database.prepare("SELECT id FROM environment WHERE name = ?").get([name]);
    if (existing !== undefined) return environmentStore(database, name, idRow.parse(existing).id);
    const created: unknown = database
      .prepare("INSERT INTO environment (name) VALUES (?) RETURNING id")
      .get([name]);
    const environment = environmentStore(database, name, idRow.parse(created).id);
    fill(environment);
    return environment;
  });
}

function environmentStore(database: Database, name: string, id: number) {
  const rows = new EnvironmentDatabase(database, id);
  return {
    name,
    /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
    inTransaction: <T>(work: () => T): T => database.inTransaction(work),
    alerts: new SqliteAlerts(rows),
    /** By ID of the alert. */
    alertConfigs: new PropagatedDocuments(rows, "alert_config", alertConfigWire),
    integrations: new Documents(rows, "integration", integrationWire),
    policies: new Documents(rows, "alert_policy", alertPolicyWire),
    durations: new Documents(rows, "alert_duration", alertDurationWire),
    destinations: new Documents(rows, "destination", destinationWire),
    hosts: new Documents(rows, "host", hostWire),
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
