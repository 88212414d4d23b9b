/** The alerts in effect at one time, by metric and category. The time moves forward, change by change. */
import { getOrAdd } from "../diagnostics";
import { TextMap } from "../service";
import { type EffectiveAlert } from "./alert";
import { type AlertHistory } from "./evaluator-state";

export class AlertsInEffect {
  readonly #byId = new Map<number, EffectiveAlert>();
  readonly #idsByMetric = new TextMap<Set<number>>();
  readonly #idsByCategory = new TextMap<Set<number>>();

  constructor(
    private readonly history: AlertHistory,
    private time: number,
  ) {
    for (const alert of history.listInEffect(time)) this.#add(alert);
  }

  get(id: number): EffectiveAlert | undefined {
    return this.#byId.get(id);
  }

  ids(): Iterable<number> {
    return this.#byId.keys();
  }

  ofMetric(metric: string): readonly EffectiveAlert[] {
    return this.#alerts(this.#idsByMetric.get(metric));
  }

  ofCategory(category: string): readonly EffectiveAlert[] {
    return this.#alerts(this.#idsByCategory.get(category));
  }

  /** When the next change takes effect. */
  nextChange(): number | undefined {
    return this.history.nextChange(this.time);
  }

  /** Applies the changes that took effect by `time`. @returns the IDs of the changed alerts */
  moveTo(time: number): readonly number[] {
    if (time < this.time) return [];
    // Includes the current time: without a propagation window, a change takes effect at the time of the last move.
    const changed = this.history.changedAlerts(this.time, time);
    this.time = time;
    for (const id of changed) {
      this.#remove(id);
      const alert = this.history.getInEffect(id, time);
      if (alert !== undefined) this.#add(alert);
    }
    return changed;
  }

  #add(alert: EffectiveAlert): void {
    this.#byId.set(alert.id, alert);
    for (const [index, key] of this.#indexKeys(alert))
      getOrAdd(index, key, () => new Set<number>()).add(alert.id);
  }

  #remove(id: number): void {
    const alert = this.#byId.get(id);
    if (alert === undefined) return;
    this.#byId.delete(id);
    for (const [index, key] of this.#indexKeys(alert)) index.get(key)?.delete(id);
  }

  #indexKeys({ config: { condition } }: EffectiveAlert): [TextMap<Set<number>>, string][] {
    return condition.kind === "threshold"
      ? [[this.#idsByMetric, condition.metric]]
      : condition.categories.map((category) => [this.#idsByCategory, category]);
  }

  #alerts(ids: ReadonlySet<number> = new Set()): EffectiveAlert[] {
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }
}
