/** The store in SQLite: environments side by side in one database. */
import { z } from "zod";
import {
  alertDurationWire,
  alertPolicyWire,
  destinationWire,
  hostWire,
  integrationWire,
} from "../../../service";
import { type EnvironmentSeed, type EnvironmentStore, type Store } from "../store";
import { SqliteAlertConfigs, SqliteAlerts } from "./alerts";
import { Documents } from "./documents";
import { closeDatabase, type Database, type DatabaseConstructor, openDatabase } from "./open-database";

/** @throws ProblemError for a data file that cannot be used */
export function openSqliteStore(DatabaseClass: DatabaseConstructor, file: string | undefined): Store {
  const database = openDatabase(DatabaseClass, file);
  return {
    environment: (name, fill) => environmentIn(database, name, fill),
    close: () => {
      closeDatabase(database);
    },
  };
}

const idRow = z.object({ id: z.number() });

function environmentIn(database: Database, name: string, fill: () => EnvironmentSeed): EnvironmentStore {
  const open = database.transaction(() => {
    const known: unknown = database.prepare("SELECT id FROM environment WHERE name = ?").get([name]);
    if (known !== undefined) return environmentStore(database, idRow.parse(known).id);
    const made: unknown = database
      .prepare("INSERT INTO environment (name) VALUES (?) RETURNING id")
      .get([name]);
    const environment = environmentStore(database, idRow.parse(made).id);
    fillEnvironment(environment, fill());
    return environment;
  });
  return open.immediate();
}

function environmentStore(database: Database, environment: number) {
  return {
    inTransaction: <T>(work: () => T): T => database.transaction(work).immediate(),
    alerts: new SqliteAlerts(database, environment),
    alertConfigs: new SqliteAlertConfigs(database, environment),
    integrations: new Documents(database, environment, "integration", integrationWire),
    policies: new Documents(database, environment, "alert_policy", alertPolicyWire),
    durations: new Documents(database, environment, "alert_duration", alertDurationWire),
    destinations: new Documents(database, environment, "destination", destinationWire),
    hosts: new Documents(database, environment, "host", hostWire),
  } satisfies EnvironmentStore;
}

function fillEnvironment(environment: ReturnType<typeof environmentStore>, seed: EnvironmentSeed): void {
  fillTable(environment.integrations, seed.integrations);
  fillTable(environment.policies, seed.policies);
  fillTable(environment.durations, seed.durations);
  fillTable(environment.destinations, seed.destinations);
  fillTable(environment.hosts, seed.hosts);
}

function fillTable<T extends { readonly id: number }>(table: Documents<T>, documents: readonly T[]): void {
  for (const document of documents) table.put(document.id, document);
}
