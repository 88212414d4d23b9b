/** Alerts and their configurations in SQLite: what is there now, and what has taken effect. */
import * as z from "zod";
import { alertConfigWire, type AlertConfigWire, alertWire, type AlertWire } from "../../../service";
import { type AlertConfigStore, type AlertStore, type WriteTime } from "../store";
import { Changes } from "./changes";
import { Documents } from "./documents";
import { type Database } from "./database";

const idRow = z.object({ id: z.number() });

export class SqliteAlerts implements AlertStore {
  private readonly present: Documents<AlertWire>;
  private readonly changes: Changes<AlertWire>;

  constructor(
    private readonly database: Database,
    private readonly environment: number,
  ) {
    this.present = new Documents(database, environment, "alert", alertWire);
    this.changes = new Changes(database, environment, "alert", alertWire);
  }

  list(): AlertWire[] {
    return this.present.list();
  }

  get(id: number): AlertWire | undefined {
    return this.present.get(id);
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
    this.present.put(alert.id, alert);
    this.changes.add(alert.id, alert, time);
  }

  remove(id: number, time: WriteTime): void {
    this.present.remove(id);
    this.changes.add(id, undefined, time);
  }
}

export class SqliteAlertConfigs implements AlertConfigStore {
  private readonly present: Documents<AlertConfigWire>;
  private readonly changes: Changes<AlertConfigWire>;

  constructor(database: Database, environment: number) {
    this.present = new Documents(database, environment, "alert_config", alertConfigWire);
    this.changes = new Changes(database, environment, "alert_config", alertConfigWire);
  }

  get(alertId: number): AlertConfigWire | undefined {
    return this.present.get(alertId);
  }

  getInEffect(alertId: number, at: number): AlertConfigWire | undefined {
    return this.changes.getInEffect(alertId, at);
  }

  put(alertId: number, config: AlertConfigWire, time: WriteTime): void {
    this.present.put(alertId, config);
    this.changes.add(alertId, config, time);
  }

  remove(alertId: number, time: WriteTime): void {
    this.present.remove(alertId);
    this.changes.add(alertId, undefined, time);
  }
}
