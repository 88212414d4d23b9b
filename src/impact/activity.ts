/** What happened in a period: how often each live alert fired on each day, and which events nobody noticed. Memory does not grow with events. */
import { type ConfiguredAlert, EventReplay, type KnownObjects } from "../alerting";
import { getOrAdd, toNfc } from "../diagnostics";
import { isInScope, type ServiceEvent, TextMap } from "../service";
import { type FiringHistory } from "./history/firing-history";
import { hostOrUnlisted } from "./known-objects";

export const dayMs = 86_400_000;
/** Hosts and categories of events nobody noticed. The events of further ones are not counted. */
const maxUnnoticed = 10_000;

/** Firings of an alert, by the start of their day in Unix milliseconds (UTC). */
export interface AlertFirings {
  readonly count: number;
  readonly days: ReadonlyMap<number, number>;
}

/** Equal events for which no alert notified anybody. */
export interface UnnoticedEvents {
  readonly type: string;
  readonly level: string;
  /** ID of the host. Undefined for global events. */
  readonly host: number | undefined;
  count: number;
  /** Unix seconds. */
  readonly first: number;
  last: number;
}

export interface ActivityInput {
  /** The live alerts with a configuration. Their destinations exist. */
  readonly alerts: readonly ConfiguredAlert[];
  readonly known: KnownObjects;
  /** Type of the events of threshold alerts. */
  readonly firingType: string;
  readonly history: Pick<FiringHistory, "attribute">;
}

interface CategoryAlerts {
  /** Whether an active alert with a destination matches. */
  readonly isNoticed: boolean;
  /** Whether an alert names the category, active or not. */
  readonly isNamed: boolean;
}

export class FiringActivity {
  /** Alerts whose firings cannot be counted: another alert can have caused them, or an older definition. */
  readonly uncertain = new Set<number>();
  readonly #days = new Map<number, Map<number, number>>();
  readonly #unnoticed = new Map<string, UnnoticedEvents>();
  readonly #byId: ReadonlyMap<number, ConfiguredAlert>;
  readonly #byCategory = new TextMap<ConfiguredAlert[]>();
  readonly #matching = new Map<string, CategoryAlerts>();
  readonly #replay: EventReplay;
  readonly #firingType: string;

  constructor(private readonly input: ActivityInput) {
    const { alerts, known, firingType } = input;
    this.#firingType = toNfc(firingType);
    this.#byId = new Map(alerts.map((alert) => [alert.id, alert]));
    for (const alert of alerts) {
      const { condition } = alert.config;
      if (condition.kind === "event")
        for (const category of new Set(condition.categories.map(toNfc)))
          getOrAdd(this.#byCategory, category, () => []).push(alert);
    }
    this.#replay = new EventReplay(alerts, known, ({ id }) => ({
      onMatch: (at, isFiring) => {
        if (isFiring) this.#count(id, at);
      },
    }));
  }

  /** @param event not before the previous one */
  add(event: ServiceEvent): void {
    const at = event.start * 1000;
    this.#replay.raise(event, at);
    const isFiring = toNfc(event.type) === this.#firingType;
    if (isFiring ? this.#isUnnoticedFiring(event, at) : this.#isUnnoticed(event)) this.#addUnnoticed(event);
  }

  firingsOf(id: number): AlertFirings {
    const days = this.#days.get(id) ?? new Map<number, number>();
    return { count: [...days.values()].reduce((sum, count) => sum + count, 0), days };
  }

  get unnoticed(): readonly UnnoticedEvents[] {
    return [...this.#unnoticed.values()];
  }

  #count(id: number, at: number): void {
    const days = getOrAdd(this.#days, id, () => new Map<number, number>());
    const day = startOfDay(at);
    days.set(day, (days.get(day) ?? 0) + 1);
  }

  /** A recorded firing was noticed, unless the only alert that can have caused it has no destination. */
  #isUnnoticedFiring(event: ServiceEvent, at: number): boolean {
    const { kind, alerts } = this.input.history.attribute(event);
    const [first, ...others] = alerts;
    if (first === undefined) return false;
    if (kind === "proven") this.#count(first.id, at);
    else for (const { id } of [first, ...others]) this.uncertain.add(id);
    return others.length === 0 && this.#byId.get(first.id)?.destinations.length === 0 && isSevere(event);
  }

  #isUnnoticed(event: ServiceEvent): boolean {
    const { isNoticed, isNamed } = this.#alertsFor(event);
    return !isNoticed && (isNamed || isSevere(event));
  }

  #alertsFor({ type, host: id }: ServiceEvent): CategoryAlerts {
    return getOrAdd(this.#matching, `${id} ${type}`, () => {
      const host = id === undefined ? undefined : hostOrUnlisted(this.input.known, id);
      const alerts = this.#byCategory.get(type) ?? [];
      const matching = alerts.filter(({ config }) => isInScope(config, host));
      const isNoticed = matching.some(({ disabled, destinations }) => !disabled && destinations.length > 0);
      return { isNoticed, isNamed: matching.length > 0 };
    });
  }

  #addUnnoticed({ type, level, host, start }: ServiceEvent): void {
    const key = JSON.stringify([type, level, host]);
    const known = this.#unnoticed.get(key);
    if (known === undefined) {
      if (this.#unnoticed.size < maxUnnoticed)
        this.#unnoticed.set(key, { type, level, host, count: 1, first: start, last: start });
      return;
    }
    known.count++;
    known.last = start;
  }
}

/** In UTC. */
export function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

function isSevere({ level }: ServiceEvent): boolean {
  return level === "warn" || level === "crit";
}
