/**
 * The alerts as they are in effect, which lags behind the writes (PROP-1), kept at hand by what makes them fire. Read
 * when it is first needed, and from then on moved from change to change.
 */
import { type AlertConfig, type AlertWire, kindOfType, readAlertConfig } from "../../service";
import { type EnvironmentStore } from "../store/store";

export interface AlertInEffect {
  readonly alert: AlertWire;
  readonly config: AlertConfig;
  /** Since when it is as it is; milliseconds since the Unix epoch. */
  readonly since: number;
}

type Parts = Pick<EnvironmentStore, "alerts" | "alertConfigs" | "changes">;

export class AlertsInEffect {
  private readonly all = new Map<number, AlertInEffect>();
  /** IDs by metric, and by category. */
  private readonly byMetric = new Map<string, Set<number>>();
  private readonly byCategory = new Map<string, Set<number>>();

  /** @param time milliseconds since the Unix epoch */
  constructor(
    private readonly store: Parts,
    private time: number,
  ) {
    for (const alert of store.alerts.listInEffect(time)) this.load(alert);
  }

  get(id: number): AlertInEffect | undefined {
    return this.all.get(id);
  }

  ids(): number[] {
    return [...this.all.keys()];
  }

  ofMetric(metric: string): AlertInEffect[] {
    return this.those(this.byMetric.get(metric));
  }

  ofCategory(category: string): AlertInEffect[] {
    return this.those(this.byCategory.get(category));
  }

  /** When the next change takes effect; milliseconds. */
  nextChange(): number | undefined {
    return this.store.changes.nextAfter(this.time);
  }

  /** Takes up what has taken effect until then. @returns the ids of the alerts that may be other than before */
  moveTo(time: number): number[] {
    if (time < this.time) return [];
    // From the time it stands at on: a write without propagation takes effect in the millisecond that was just read.
    const changed = this.store.changes.alertsChanged(this.time, time);
    this.time = time;
    for (const id of changed) {
      this.forget(id);
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
    this.all.set(alert.id, { alert, config, since });
    for (const [index, key] of this.keysOf(config)) {
      const ids = index.get(key) ?? new Set();
      index.set(key, ids.add(alert.id));
    }
  }

  private forget(id: number): void {
    const known = this.all.get(id);
    if (known === undefined) return;
    this.all.delete(id);
    for (const [index, key] of this.keysOf(known.config)) index.get(key)?.delete(id);
  }

  private keysOf({ condition }: AlertConfig): [Map<string, Set<number>>, string][] {
    return condition.kind === "threshold"
      ? [[this.byMetric, condition.metric]]
      : condition.categories.map((category) => [this.byCategory, category]);
  }

  private those(ids: ReadonlySet<number> = new Set()): AlertInEffect[] {
    return [...ids].map((id) => this.all.get(id)).filter((alert) => alert !== undefined);
  }
}
