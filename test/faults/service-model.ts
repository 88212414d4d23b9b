/**
 * A model of the service's alerts, computed from the requests that took effect. It checks the rules that must hold after every
 * write, not only after the last run.
 */
import { isDeepStrictEqual } from "node:util";
import { type ApiAlert, type Fields } from "./api-alerts";

export interface ModelAlert {
  readonly id: number;
  readonly settings: Fields & { readonly name: string };
  readonly config: Fields | null;
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const alertPath = /^\/api\/v2\/config\/alerts(?:\/(\d+)(\/config)?)?\/?$/;

export class ServiceModel {
  /** One sentence for each broken rule. */
  readonly violations: string[] = [];
  /** The writes of all runs that took effect: the method with the alert's name for a POST, else with the path. */
  readonly writes: string[] = [];
  readonly #alerts = new Map<number, ModelAlert>();
  readonly #unmanaged: ReadonlySet<number>;
  /** Number of POSTs of this run that took effect, by name. */
  readonly #posted = new Map<string, number>();
  #lastId = 0;

  /** @param unmanagedCount how many of the first seeded alerts are unmanaged */
  constructor(seed: readonly ApiAlert[], unmanagedCount: number) {
    for (const { settings, config } of seed) {
      const id = ++this.#lastId;
      this.#alerts.set(id, { id, settings, config });
    }
    this.#unmanaged = new Set(Array.from({ length: unmanagedCount }, (_, index) => index + 1));
  }

  alerts(): readonly ModelAlert[] {
    return [...this.#alerts.values()];
  }

  named(name: string): readonly ModelAlert[] {
    return this.alerts().filter(({ settings }) => settings.name === name);
  }

  beginRun(): void {
    this.#posted.clear();
  }

  /** Records a write that took effect. */
  commit({ method, path, body }: Write): void {
    const [, idText, config] = alertPath.exec(path) ?? [];
    const fields = body === "" ? undefined : (JSON.parse(body) as Fields & { name: string });
    this.writes.push(`${method} ${idText === undefined ? (fields?.name ?? "") : path}`);
    if (idText === undefined) this.#post(fields);
    else this.#change(Number(idText), method, config !== undefined, fields);
    this.#checkNames(`${method} ${path}`);
  }

  #post(fields: (Fields & { readonly name: string }) | undefined): void {
    if (fields === undefined) throw new Error("a POST without a body was accepted");
    const id = ++this.#lastId;
    this.#alerts.set(id, { id, settings: fields, config: null });
    const count = (this.#posted.get(fields.name) ?? 0) + 1;
    this.#posted.set(fields.name, count);
    if (count > 1) this.violations.push(`${count} POSTs of ${fields.name} took effect in one run`);
  }

  #change(id: number, method: string, isConfig: boolean, fields: (Fields & { name: string }) | undefined) {
    const alert = this.#alerts.get(id);
    if (alert === undefined) throw new Error(`a write to the unknown alert ${id} took effect`);
    if (this.#unmanaged.has(id)) this.violations.push(`${method} touched the unmanaged alert ${id}`);
    if (fields === undefined) this.#alerts.delete(id);
    else if (isConfig) this.#alerts.set(id, { ...alert, config: fields });
    else {
      const { id: _, ...settings } = fields;
      this.#alerts.set(id, { ...alert, settings });
    }
  }

  #checkNames(after: string): void {
    const names = this.alerts().map(({ settings }) => settings.name);
    const duplicates = names.filter((name, index) => names.indexOf(name) !== index);
    if (duplicates.length > 0)
      this.violations.push(`after ${after} several alerts are named ${duplicates.join(", ")}`);
  }

  /** @param found the alerts of the service */
  checkAgainst(found: readonly ModelAlert[]): void {
    const order = (alerts: readonly ModelAlert[]) => [...alerts].sort((a, b) => a.id - b.id);
    if (isDeepStrictEqual(order(found), order(this.alerts()))) return;
    this.violations.push(
      `the service has ${JSON.stringify(found)}, but its requests imply ${JSON.stringify(this.alerts())}`,
    );
  }
}
