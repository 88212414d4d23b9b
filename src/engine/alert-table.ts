/** The alerts of a list, found by id and by name, and kept up with what is written after the list was read. */
import { type ListedAlert } from "../service";

export class AlertTable {
  readonly #byId = new Map<number, ListedAlert>();
  readonly #idsByName = new Map<string, Set<number>>();

  constructor(alerts: readonly ListedAlert[]) {
    for (const alert of alerts) this.put(alert);
  }

  all(): readonly ListedAlert[] {
    return [...this.#byId.values()];
  }

  get(id: number): ListedAlert | undefined {
    return this.#byId.get(id);
  }

  named(name: string): readonly ListedAlert[] {
    const ids = this.#idsByName.get(name) ?? new Set();
    return [...ids].map((id) => this.#byId.get(id)).filter((alert) => alert !== undefined);
  }

  put(alert: ListedAlert): void {
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
