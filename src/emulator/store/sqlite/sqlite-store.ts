/** The SQLite store: all environments in one database. */
import { type HostWatch } from "../../../alerting";
import { type EventWire, type QuerySampleWire } from "../../../service";
import {
  type EmulatorStore,
  type EnvironmentStore,
  type EventStore,
  type MetricRecord,
  type MetricStore,
  type Notification,
  type ObjectStore,
  type OutboxStore,
  type WatchStore,
} from "../store";
import { type Database, openDatabase } from "./database";
import { digestStore, pageOf } from "./digests";
import { Documents, ofKind } from "./documents";
import { type SqlDriver } from "./driver";
import { alertStore, changeStore, versionStore } from "./versions";

/** @param file path of the data file; undefined keeps all data in memory @throws ProblemError if the file is not usable */
export function openSqliteStore(Driver: SqlDriver, file: string | undefined): EmulatorStore {
  const database = openDatabase(Driver, file);
  return {
    environment: (name, fill) => {
      const environment = environmentStore(database, name);
      const environments = new Documents(database, name, "environment");
      environment.inTransaction(() => {
        if (environments.get(0) !== undefined) return;
        environments.put({ name }, { id: 0 });
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
  const of = <T>(kind: string) => new Documents<T>(database, name, kind);
  return {
    name,
    inTransaction: (work) => database.inTransaction(work),
    alerts: alertStore(of("alert")),
    alertConfigs: versionStore(of("config")),
    changes: changeStore(of("alert")),
    integrations: objectStore(of("integration")),
    policies: objectStore(of("policy")),
    durations: objectStore(of("duration")),
    destinations: objectStore(of("destination")),
    hosts: objectStore(of("host")),
    digests: digestStore(of("digest"), of("tags")),
    samples: {
      find: ({ query, host, from = 0, until = latest, limit }) => {
        const rest =
          "AND time BETWEEN ?3 AND ?4 AND (?5 IS NULL OR part = ?5) ORDER BY time DESC, id DESC LIMIT ?6";
        return of<QuerySampleWire>(`sample ${query}`).find(rest, from, until, host ?? null, limit);
      },
      add: (sample) => {
        const documents = of<QuerySampleWire>(`sample ${sample.query}`);
        documents.put(sample, { id: documents.nextId(), part: sample.host, time: sample.ts });
      },
    },
    events: eventStore(of("event")),
    metrics: metricStore(of("metric")),
    watches: watchStore(of("watch")),
    firings: objectStore(of("firing")),
    outbox: outboxStore(of("notification")),
  };
}

const latest = Number.MAX_SAFE_INTEGER;

function objectStore<T extends { readonly id: number }>(documents: Documents<T>): ObjectStore<T> {
  return {
    list: () => documents.find("ORDER BY id"),
    newest: (limit) => documents.find("ORDER BY id DESC LIMIT ?3", limit),
    get: (id) => documents.get(id),
    nextId: () => documents.nextId(),
    put: (object) => {
      documents.put(object, object);
    },
    remove: (id) => documents.remove(id),
  };
}

function outboxStore(documents: Documents<Notification>): OutboxStore {
  return {
    ...objectStore(documents),
    // Only a queued notification has a time.
    put: (notification) => {
      const { id, status, at } = notification;
      documents.put(notification, { id, time: status === "queued" ? at : undefined });
    },
    queued: (limit) => documents.find("AND time IS NOT NULL ORDER BY time, id LIMIT ?3", limit),
  };
}

function eventStore(documents: Documents<EventWire>): EventStore {
  return {
    find: ({ from = 0, until = latest, hosts, limit }) => {
      // The index includes the host, so that only the rows of the page are read from the table.
      const sql = `SELECT document FROM (
          SELECT environment, kind, time, id, part FROM document
          ${ofKind} AND time BETWEEN ?3 AND ?4 AND (?5 IS NULL OR part = 0 OR part IN (SELECT value FROM json_each(?5)))
          ORDER BY time, id LIMIT ?6) AS page
        CROSS JOIN document USING (environment, kind, id, part) ORDER BY page.time, id`;
      const listed = hosts === undefined ? null : JSON.stringify(hosts);
      return pageOf(documents.read(sql, from, until, listed, limit + 1), limit);
    },
    newest: (limit) => documents.find("AND time IS NOT NULL ORDER BY time DESC, id DESC LIMIT ?3", limit),
    add: (event) => {
      documents.put(event, { id: documents.nextId(), part: event.host, time: event.start });
    },
  };
}

function metricStore(documents: Documents<MetricRecord>): MetricStore {
  return {
    get: (host, metric) => documents.find("AND id = ?3 AND part = ?4", metric, host)[0],
    ofMetric: (metric) => documents.find("AND id = ?3 ORDER BY part", metric),
    list: () => documents.find("ORDER BY id, part"),
    hasAny: () => documents.find("LIMIT 1").length > 0,
    put: (value) => {
      documents.put(value, { id: value.metric, part: value.host });
    },
  };
}

/** The time of a watch is when the alert fires. */
function watchStore(documents: Documents<HostWatch>): WatchStore {
  return {
    get: (alert, host) => documents.find("AND id = ?3 AND part = ?4", alert, host)[0]?.watch ?? {},
    ofAlert: (alert) => documents.find("AND id = ?3 ORDER BY part", alert),
    list: () => documents.find("ORDER BY id, part"),
    alerts: () => {
      const rows = documents.rows(`SELECT DISTINCT id FROM document ${ofKind}`);
      return (rows as { readonly id: number }[]).map(({ id }) => id);
    },
    due: (until) => documents.find("AND time <= ?3 ORDER BY time, id, part", until),
    nextDue: () => {
      const rows = documents.rows(`SELECT min(time) AS time FROM document ${ofKind} AND time IS NOT NULL`);
      return (rows as { readonly time: number | null }[])[0]?.time ?? undefined;
    },
    put: (state, dueAt) => {
      documents.put(state, { id: state.alert, part: state.host, time: dueAt });
    },
    removeAlert: (alert) => {
      documents.remove(alert);
    },
  };
}
