/** The alerts of a list, found by id and by name, and kept up with what is written after the list was read. */
import { type Alert } from "../service";

export class AlertTable {
  readonly #byId = new Map<number, Alert>();
  readonly #idsByName = new Map<string, Set<number>>();

  constructor(alerts: readonly Alert[]) {
    for (const alert of alerts) this.put(alert);
  }

  all(): readonly Alert[] {
    return [...this.#byId.values()];
  }

  get(id: number): Alert | undefined {
    return this.#byId.get(id);
  }

  named(name: string): readonly Alert[] {
    const ids = this.#idsByName.get(name) ?? new Set();
    return [...ids].map((id) => this.#byId.get(id)).filter((alert) => alert !== undefined);
  }

  put(alert: Alert): void {
    this.#forgetName(alert.id);
    this.#byId.set(alert.id, alert);
    const ids = this.#idsByName.get(alert.name) ?? new Set();
    this.#idsByName.set(alert.name, ids.add(alert.id));
  }

  remove(id: number): void {
    this.#forgetName(id);
    this.#byId.delete(id);
  }

  #forgetName(id: number): void {
    const known = this.#byId.get(id);
    if (known !== undefined) this.#idsByName.get(known.name)?.delete(id);
  }
}
