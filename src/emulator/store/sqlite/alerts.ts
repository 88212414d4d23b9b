import { type AlertConfigWire, type AlertWire } from "../../../service";
import { type AlertStore, type StoredVersion, type WriteTime } from "../store";
import { type Documents, ofCollection, withTerms } from "./documents";

/** @param versions their part is the number of the write, and their time is when it takes effect */
export function alertStore(
  alerts: Documents<AlertWire>,
  configs: Documents<AlertConfigWire>,
  versions: Documents<StoredVersion>,
): AlertStore {
  // With `+time`, SQLite reads the versions of the alert by their key. By time, it would read those of all alerts.
  const lastPart = `SELECT max(part) AS value FROM document ${ofCollection} AND id = ?3`;
  const partInEffect = `${lastPart} AND +time <= ?4`;
  const addVersion = (version: Omit<StoredVersion, "since">, { at, effectiveAt }: WriteTime) => {
    const { id } = version;
    const part = (versions.numbers(lastPart, id)[0] ?? 0) + 1;
    versions.put({ ...version, since: effectiveAt }, id, part, effectiveAt);
    // Versions before the one in effect are never read again.
    versions.run(`DELETE FROM document ${ofCollection} AND id = ?3 AND part < (${partInEffect})`, id, at);
  };
  return {
    list: () => alerts.list(),
    get: (id) => alerts.get(id),
    config: (id) => configs.get(id),
    // The last version of a deleted alert remains.
    nextId: () => versions.nextId(),
    idsNamed: (name) =>
      alerts.numbers(
        `SELECT id AS value FROM document ${withTerms("?3")} ORDER BY id`,
        JSON.stringify([name]),
      ),
    write: (alert, config, time) => {
      const { id, name } = alert;
      alerts.put(alert, id);
      alerts.putTerms(id, [name]);
      if (config !== undefined) configs.put(config, id);
      addVersion({ id, alert, config }, time);
    },
    remove: (id, time) => {
      alerts.remove(id);
      alerts.putTerms(id, []);
      configs.remove(id);
      addVersion({ id }, time);
    },
    // SQLite takes the document from the row of the maximum.
    listInEffect: (at) =>
      versions.read(
        `SELECT document AS value, max(part) FROM document ${ofCollection} AND +time <= ?3 GROUP BY id ORDER BY id`,
        at,
      ),
    getInEffect: (id, at) => versions.find(`AND id = ?3 AND part = (${partInEffect})`, id, at)[0],
    changes: (from, until) => versions.find("AND time BETWEEN ?3 AND ?4 ORDER BY time, part", from, until),
    nextChange: (time) => versions.nextTime(time),
  };
}
