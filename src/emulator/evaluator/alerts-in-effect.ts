/**
 * A cache of the alerts that are in effect, which lags behind the writes (PROP-1).
 * It is loaded when it is first needed and then updated change by change.
 */
import { type AlertConfig, type AlertWire, kindOfType, readAlertConfig } from "../../service";
import { type EnvironmentStore } from "../store/store";

export interface AlertInEffect {
  readonly alert: AlertWire;
  readonly config: AlertConfig;
  /** When the latest change took effect; milliseconds since the Unix epoch. */
  readonly since: number;
}

type Stores = Pick<EnvironmentStore, "alerts" | "alertConfigs" | "changes">;

export class AlertsInEffect {
  private readonly byId = new Map<number, AlertInEffect>();
  private readonly idsByMetric = new Map<string, Set<number>>();
  private readonly idsByCategory = new Map<string, Set<number>>();

  /** @param time milliseconds since the Unix epoch */
  constructor(
    private readonly store: Stores,
    private time: number,
  ) {
    for (const alert of store.alerts.listInEffect(time)) this.load(alert);
  }

  get(id: number): AlertInEffect | undefined {
    return this.byId.get(id);
  }

  ids(): number[] {
    return [...this.byId.keys()];
  }

  ofMetric(metric: string): AlertInEffect[] {
    return this.alertsOf(this.idsByMetric.get(metric));
  }

  ofCategory(category: string): AlertInEffect[] {
    return this.alertsOf(this.idsByCategory.get(category));
  }

  /** When the next change takes effect; milliseconds. */
  nextChange(): number | undefined {
    return this.store.changes.nextAfter(this.time);
  }

  /** Applies the changes that took effect by `time`. @returns the ids of the affected alerts */
  moveTo(time: number): number[] {
    if (time < this.time) return [];
    // Includes the current time: without propagation, a write takes effect in the millisecond of the last update.
    const changed = this.store.changes.alertsChanged(this.time, time);
    this.time = time;
    for (const id of changed) {
      this.unload(id);
      const alert = this.store.alerts.getInEffect(id, time);
      if (alert !== undefined) this.load(alert);
    }
    return changed;
  }

  private load(alert: AlertWire): void {
    const wire = this.store.alertConfigs.getInEffect(alert.id, this.time);
    const config = wire && readAlertConfig(wire, kindOfType(alert.type));
    if (config === undefined) return;
    const since = this.store.changes.inEffectSince(alert.id, this.time);
    this.byId.set(alert.id, { alert, config, since });
    for (const [index, key] of this.indexKeysOf(config)) {
      const ids = index.get(key) ?? new Set();
      index.set(key, ids.add(alert.id));
    }
  }

  private unload(id: number): void {
    const loaded = this.byId.get(id);
    if (loaded === undefined) return;
    this.byId.delete(id);
    for (const [index, key] of this.indexKeysOf(loaded.config)) index.get(key)?.delete(id);
  }

  private indexKeysOf({ condition }: AlertConfig): [Map<string, Set<number>>, string][] {
    return condition.kind === "threshold"
      ? [[this.idsByMetric, condition.metric]]
      : condition.categories.map((category) => [this.idsByCategory, category]);
  }

  private alertsOf(ids: ReadonlySet<number> = new Set()): AlertInEffect[] {
    return [...ids].map((id) => this.byId.get(id)).filter((alert) => alert !== undefined);
  }
}
