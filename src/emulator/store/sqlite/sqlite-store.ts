/** The SQLite store: all environments in one database. */
import * as z from "zod";
import {
  alertDurationWire,
  alertPolicyWire,
  destinationWire,
  hostWire,
  integrationWire,
} from "../../../service";
import { type EnvironmentStore, type Store } from "../store";
import { SqliteAlertConfigs, SqliteAlerts } from "./alerts";
import { SqliteChangeQueue } from "./changes";
import { type Database } from "./database";
import { SqliteDigests } from "./digests";
import { Documents } from "./documents";
import { SqliteEvents } from "./events";
import { SqliteFirings, SqliteOutbox } from "./firings";
import { SqliteMetrics } from "./metrics";
import { type SqlConnectionClass } from "./connection";
import { closeDatabase, openDatabase } from "./open-database";
import { SqliteSamples } from "./samples";
import { SqliteWatches } from "./watches";

/** @param file path of the data file; undefined keeps all data in memory @throws ProblemError if the file is not usable */
export function openSqliteStore(DatabaseClass: SqlConnectionClass, file: string | undefined): Store {
  const database = openDatabase(DatabaseClass, file);
  // One store per environment, because it caches documents.
  const environments = new Map<string, EnvironmentStore>();
  return {
    environment: (name, fill) => {
      const environment = environments.get(name) ?? openEnvironment(database, name, fill);
      environments.set(name, environment);
      return environment;
    },
    close: () => {
      closeDatabase(database);
    },
  };
}

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

function environmentStore(database: Database, name: string, environment: number) {
  return {
    name,
    inTransaction: <T>(work: () => T): T => database.inTransaction(work),
    alerts: new SqliteAlerts(database, environment),
    alertConfigs: new SqliteAlertConfigs(database, environment),
    integrations: new Documents(database, environment, "integration", integrationWire),
    policies: new Documents(database, environment, "alert_policy", alertPolicyWire),
    durations: new Documents(database, environment, "alert_duration", alertDurationWire),
    destinations: new Documents(database, environment, "destination", destinationWire),
    hosts: new Documents(database, environment, "host", hostWire),
    changes: new SqliteChangeQueue(database, environment),
    digests: new SqliteDigests(database, environment),
    samples: new SqliteSamples(database, environment),
    events: new SqliteEvents(database, environment),
    metrics: new SqliteMetrics(database, environment),
    watches: new SqliteWatches(database, environment),
    firings: new SqliteFirings(database, environment),
    outbox: new SqliteOutbox(database, environment),
  } satisfies EnvironmentStore;
}
