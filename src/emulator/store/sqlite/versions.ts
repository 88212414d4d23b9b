import { type AlertWire } from "../../../service";
import { type AlertStore, type ChangeStore, type VersionStore } from "../store";
import { type Documents, ofKind } from "./documents";

/**
 * Part 0 is the latest state. Each write adds a version, with the time at which it takes effect. A deletion writes `null`. With `+time`, SQLite
 * uses the key of the object, and not the index of times.
 */
export function versionStore<T>(documents: Documents<T | null>): VersionStore<T> {
  const ofObject = `FROM document ${ofKind} AND id = ?3`;
  return {
    list: (at) => {
      // SQLite takes the document from the row of the maximum.
      const inEffect = `SELECT document, max(part) FROM document ${ofKind} AND +time <= ?3 GROUP BY id ORDER BY id`;
      const states =
        at === undefined
          ? documents.find("AND part = 0 ORDER BY id")
          : documents.read(`SELECT document FROM (${inEffect})`, at);
      return states.filter((state) => state !== null);
    },
    get: (id, at) => {
      if (at === undefined) return documents.get(id) ?? undefined;
      return documents.find("AND id = ?3 AND +time <= ?4 ORDER BY part DESC LIMIT 1", id, at)[0] ?? undefined;
    },
    write: (id, state, { at, effectiveAt }) => {
      const document = state ?? null;
      documents.put(document, { id });
      const [last] = documents.rows(`SELECT max(part) AS part ${ofObject}`, id) as {
        readonly part: number;
      }[];
      documents.put(document, { id, part: (last?.part ?? 0) + 1, time: effectiveAt });
      // Versions before the latest one in effect are never read again.
      const inEffect = `SELECT max(part) ${ofObject} AND +time <= ?4`;
      documents.run(`DELETE ${ofObject} AND part > 0 AND part < (${inEffect})`, id, at);
    },
  };
}

interface IdRow {
  readonly id: number;
}
interface TimeRow {
  readonly time: number | null;
}

export function alertStore(documents: Documents<AlertWire | null>): AlertStore {
  const versions = versionStore(documents);
  return {
    ...versions,
    // A deleted alert keeps its last version.
    nextId: () => documents.nextId(),
    idsNamed: (name) => {
      const sql = `SELECT id FROM term ${ofKind} AND term = ?3 ORDER BY id`;
      return (documents.rows(sql, name) as IdRow[]).map(({ id }) => id);
    },
    write: (id, alert, time) => {
      versions.write(id, alert, time);
      documents.putTerms(id, alert === undefined ? [] : [alert.name]);
    },
  };
}

export function changeStore(documents: Documents<unknown>): ChangeStore {
  const ofAlerts = "FROM document WHERE environment = ?1 AND kind IN ('alert', 'config')";
  const timeOf = (sql: string, ...values: readonly number[]) =>
    (documents.rows(sql, ...values)[0] as TimeRow).time ?? undefined;
  return {
    alertsChanged: (from, until) => {
      const sql = `SELECT DISTINCT id ${ofAlerts} AND time BETWEEN ?3 AND ?4 ORDER BY id`;
      return (documents.rows(sql, from, until) as IdRow[]).map(({ id }) => id);
    },
    nextAfter: (time) => timeOf(`SELECT min(time) AS time ${ofAlerts} AND time > ?3`, time),
    pending: (time) => {
      const sql = `SELECT id, max(time) AS time ${ofAlerts} AND time > ?3 GROUP BY id`;
      const rows = documents.rows(sql, time) as (IdRow & { readonly time: number })[];
      return new Map(rows.map((row) => [row.id, row.time]));
    },
    inEffectSince: (alert, at) =>
      timeOf(`SELECT max(+time) AS time ${ofAlerts} AND id = ?3 AND +time <= ?4`, alert, at) ?? 0,
  };
}
