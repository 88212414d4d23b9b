/** Listed alerts, indexed by id and by name. */
import { type ListedAlert, TextMap } from "../../service";

export class AlertTable {
  readonly #byId = new Map<number, ListedAlert>();
  readonly #idsByName = new TextMap<Set<number>>();

  constructor(alerts: readonly ListedAlert[]) {
    for (const alert of alerts) this.put(alert);
  }

  all(): readonly ListedAlert[] {
    return [...this.#byId.values()];
  }

  get(id: number): ListedAlert | undefined {
    return this.#byId.get(id);
  }

  /** All alerts with the name: more than one if the service does not enforce unique names. */
  named(name: string): readonly ListedAlert[] {
    const ids = this.#idsByName.get(name) ?? new Set();
    return [...ids].map((id) => this.#byId.get(id)).filter((alert) => alert !== undefined);
  }

  put(alert: ListedAlert): void {
    this.#removeName(alert.id);
    this.#byId.set(alert.id, alert);
    const ids = this.#idsByName.get(alert.name) ?? new Set();
    this.#idsByName.set(alert.name, ids.add(alert.id));
  }

  remove(id: number): void {
    this.#removeName(id);
    this.#byId.delete(id);
  }

  #removeName(id: number): void {
    const previous = this.#byId.get(id);
    if (previous !== undefined) this.#idsByName.get(previous.name)?.delete(id);
  }
}
