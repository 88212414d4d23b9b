/**
 * What is in the service after each write that took effect, from the requests alone. Beside it stand rules that must hold at
 * every moment, and not only in the end.
 */
import { isDeepStrictEqual } from "node:util";
import { type Fields, type WireAlert } from "./wire";

export interface LedgerAlert {
  readonly id: number;
  readonly settings: Fields & { readonly name: string };
  readonly config: Fields | null;
}

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const alertPath = /^\/api\/v2\/config\/alerts(?:\/(\d+)(\/config)?)?\/?$/;

export class Ledger {
  /** What broke a rule. */
  readonly violations: string[] = [];
  /** Every write of all runs that took effect: its method, and the alert's name (a POST's) or path. */
  readonly writes: string[] = [];
  readonly #alerts = new Map<number, LedgerAlert>();
  readonly #foreign: ReadonlySet<number>;
  /** Committed POSTs of this run, by name. */
  readonly #posted = new Map<string, number>();
  #lastId = 0;

  /** @param foreignCount how many of the first seeded alerts nobody may touch */
  constructor(seed: readonly WireAlert[], foreignCount: number) {
    for (const { settings, config } of seed) {
      const id = ++this.#lastId;
      this.#alerts.set(id, { id, settings, config });
    }
    this.#foreign = new Set(Array.from({ length: foreignCount }, (_, index) => index + 1));
  }

  alerts(): readonly LedgerAlert[] {
    return [...this.#alerts.values()];
  }

  named(name: string): readonly LedgerAlert[] {
    return this.alerts().filter(({ settings }) => settings.name === name);
  }

  beginRun(): void {
    this.#posted.clear();
  }

  /** A write that took effect. */
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
    if (count > 1) this.violations.push(`one run made ${count} POSTs of ${fields.name} that took effect`);
  }

  #change(id: number, method: string, isConfig: boolean, fields: (Fields & { name: string }) | undefined) {
    const known = this.#alerts.get(id);
    if (known === undefined) throw new Error(`a write to ${id} took effect, which the ledger does not hold`);
    if (this.#foreign.has(id)) this.violations.push(`${method} touched the foreign alert ${id}`);
    if (fields === undefined) this.#alerts.delete(id);
    else if (isConfig) this.#alerts.set(id, { ...known, config: fields });
    else {
      const { id: _, ...settings } = fields;
      this.#alerts.set(id, { ...known, settings });
    }
  }

  #checkNames(after: string): void {
    const names = this.alerts().map(({ settings }) => settings.name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) this.violations.push(`after ${after} several alerts are named ${twice.join(", ")}`);
  }

  /** @param found what the service itself holds */
  checkAgainst(found: readonly LedgerAlert[]): void {
    const order = (alerts: readonly LedgerAlert[]) => [...alerts].sort((a, b) => a.id - b.id);
    if (isDeepStrictEqual(order(found), order(this.alerts()))) return;
    this.violations.push(
      `the service holds ${JSON.stringify(found)}, and by its requests ${JSON.stringify(this.alerts())}`,
    );
  }
}
