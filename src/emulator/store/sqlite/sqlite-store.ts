/** The SQLite store: all environments in one database. */
import { type HostWatch } from "../../../alerting";
import { toNfc } from "../../../diagnostics";
import { type EventWire, type QuerySampleWire } from "../../../service";
import { type MetricRecord, type Notification } from "../../evaluator/records";
import { type EmulatorStore, type EnvironmentStore, type OutboxStore, type Search } from "../store";
import { alertStore } from "./alerts";
import { type Database, openDatabase } from "./database";
import { digestStore } from "./digests";
import { Documents, Objects, ofCollection } from "./documents";
import { type SqlDriver } from "./driver";

/** @param file path of the data file; undefined keeps all data in memory @throws ProblemError if the file is not usable */
export function openSqliteStore(Driver: SqlDriver, file: string | undefined): EmulatorStore {
  const database = openDatabase(Driver, file);
  return {
    environment: (name, fill) => {
      const environment = environmentStore(database, name);
      const environments = new Documents(database, name, "environment");
      database.inTransaction(() => {
        if (environments.get(0) !== undefined) return;
        environments.put({ name }, 0);
        fill(environment);
      });
      return environment;
    },
    close: () => {
      database.close();
    },
  };
}

function environmentStore(database: Database, name: string): EnvironmentStore {
  const documents = <T>(collection: string) => new Documents<T>(database, name, collection);
  const objects = <T extends { readonly id: number }>(collection: string) =>
    new Objects<T>(database, name, collection);
  const samplesOf = (query: string) => documents<QuerySampleWire>(`sample of ${query}`);
  const events = documents<EventWire>("event");
  const metrics = documents<MetricRecord>("metric");
  // Values are never removed. Each request asks. True after a rollback only costs an evaluation.
  let hasMetrics: boolean | undefined;
  // The time of a watch is when the alert fires.
  const watches = documents<HostWatch>("watch");
  return {
    name,
    inTransaction: (work) => database.inTransaction(work),
    alerts: alertStore(documents("alert"), documents("config"), documents("version")),
    integrations: objects("integration"),
    policies: objects("policy"),
    durations: objects("duration"),
    destinations: objects("destination"),
    hosts: objects("host"),
    digests: digestStore(documents("digest"), documents("tags")),
    samples: {
      find: (query, search) =>
        samplesOf(query).find(`${inSearch} ORDER BY time DESC, id DESC LIMIT ?6`, ...valuesOf(search)),
      add: (sample) => {
        samplesOf(sample.query).put(sample, null, sample.host, sample.ts);
      },
    },
    events: {
      find: (search) => {
        // The index includes the host, so that only the found documents are read from the table.
        const sql = `SELECT document AS value FROM (
            SELECT environment, collection, time, id, part FROM document
            ${ofCollection} ${inSearch} ORDER BY time, id LIMIT ?6) AS found
          CROSS JOIN document USING (environment, collection, id, part) ORDER BY found.time, id`;
        return events.read(sql, ...valuesOf(search));
      },
      newest: (limit) => events.find("AND time IS NOT NULL ORDER BY time DESC, id DESC LIMIT ?3", limit),
      add: (event) => {
        events.put(event, null, event.host, event.start);
      },
    },
    metrics: {
      get: (host, metric) => metrics.find("AND id = ?3 AND part = ?4", toNfc(metric), host)[0],
      ofMetric: (metric) => metrics.find("AND id = ?3 ORDER BY part", toNfc(metric)),
      list: () => metrics.list(),
      hasAny: () => (hasMetrics ??= metrics.find("LIMIT 1").length > 0),
      put: (value) => {
        hasMetrics = true;
        metrics.put(value, toNfc(value.metric), value.host);
      },
    },
    watches: {
      get: (alert, host) => watches.find("AND id = ?3 AND part = ?4", alert, host)[0]?.watch ?? {},
      ofAlert: (alert) => watches.find("AND id = ?3 ORDER BY part", alert),
      list: () => watches.list(),
      alerts: () => watches.numbers(`SELECT DISTINCT id AS value FROM document ${ofCollection}`),
      due: (until) => watches.find("AND time <= ?3 ORDER BY time, id, part", until),
      nextDue: () => watches.nextTime(),
      dueTimes: () => {
        const sql = `SELECT json_array(id, min(time)) AS value FROM document ${ofCollection} AND time IS NOT NULL GROUP BY id`;
        return new Map((watches.run(sql) as string[]).map((text) => JSON.parse(text) as [number, number]));
      },
      put: (state, dueAt) => {
        watches.put(state, state.alert, state.host, dueAt);
      },
      removeAlert: (alert) => {
        watches.remove(alert);
      },
    },
    firings: objects("firing"),
    outbox: new Outbox(database, name, "notification"),
  };
}

/** The part of an event or sample is its host, and 0 for a global event. */
const inSearch =
  "AND time BETWEEN ?3 AND ?4 AND (?5 IS NULL OR part = 0 OR part IN (SELECT value FROM json_each(?5)))";

function valuesOf({ from = 0, until = Number.MAX_SAFE_INTEGER, hosts, limit }: Search) {
  return [from, until, hosts === undefined ? null : JSON.stringify(hosts), limit] as const;
}

class Outbox extends Objects<Notification> implements OutboxStore {
  /** Only a queued notification has a time. */
  override put(notification: Notification): void {
    const { id, status, at } = notification;
    super.put(notification, id, 0, status === "queued" ? at : undefined);
  }

  queued(limit: number): Notification[] {
    return this.find("AND time IS NOT NULL ORDER BY time, id LIMIT ?3", limit);
  }
}
