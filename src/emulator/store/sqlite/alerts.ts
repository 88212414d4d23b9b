/** SQLite store of alerts and configurations: the current state, and the state in effect. */
import * as z from "zod";
import { alertConfigWire, type AlertConfigWire, alertWire, type AlertWire } from "../../../service";
import { type AlertConfigStore, type AlertStore, type WriteTime } from "../store";
import { Changes } from "./changes";
import { type Database } from "./database";
import { Documents } from "./documents";

const idRow = z.object({ id: z.number() });

export class SqliteAlerts implements AlertStore {
  private readonly current: Documents<AlertWire>;
  private readonly changes: Changes<AlertWire>;

  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {
    this.current = new Documents(database, environment, "alert", alertWire);
    this.changes = new Changes(database, environment, "alert", alertWire);
  }

  list(): AlertWire[] {
    return this.current.list();
  }

  get(id: number): AlertWire | undefined {
    return this.current.get(id);
  }

  listInEffect(at: number): AlertWire[] {
    return this.changes.listInEffect(at);
  }

  getInEffect(id: number, at: number): AlertWire | undefined {
    return this.changes.getInEffect(id, at);
  }

  idsNamed(name: string): number[] {
    const rows = this.database
      .prepare("SELECT id FROM alert WHERE environment = ? AND name = ? ORDER BY id")
      .all([this.environment, name]);
    return rows.map((row) => idRow.parse(row).id);
  }

  nextId(): number {
    const row: unknown = this.database
      .prepare("SELECT next_alert_id AS id FROM environment WHERE id = ?")
      .get([this.environment]);
    this.database
      .prepare("UPDATE environment SET next_alert_id = next_alert_id + 1 WHERE id = ?")
      .run([this.environment]);
    return idRow.parse(row).id;
  }

  put(alert: AlertWire, time: WriteTime): void {
    this.current.put(alert.id, alert);
    this.changes.add(alert.id, alert, time);
  }

  remove(id: number, time: WriteTime): void {
    this.current.remove(id);
    this.changes.add(id, undefined, time);
  }
}

export class SqliteAlertConfigs implements AlertConfigStore {
  private readonly current: Documents<AlertConfigWire>;
  private readonly changes: Changes<AlertConfigWire>;

  constructor(database: Database, environment: number) {
    this.current = new Documents(database, environment, "alert_config", alertConfigWire);
    this.changes = new Changes(database, environment, "alert_config", alertConfigWire);
  }

  get(alertId: number): AlertConfigWire | undefined {
    return this.current.get(alertId);
  }

  getInEffect(alertId: number, at: number): AlertConfigWire | undefined {
    return this.changes.getInEffect(alertId, at);
  }

  put(alertId: number, config: AlertConfigWire, time: WriteTime): void {
    this.current.put(alertId, config);
    this.changes.add(alertId, config, time);
  }

  remove(alertId: number, time: WriteTime): void {
    this.current.remove(alertId);
    this.changes.add(alertId, undefined, time);
  }
}
