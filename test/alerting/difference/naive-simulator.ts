/**
 * Simulates one alert on one host second by second. It shares no code with src/alerting, so that it finds mistakes of the evaluator and
 * of what is built on it. All times are whole seconds.
 */

export interface NaiveAlert {
  readonly disabled: boolean;
  readonly destinations: readonly number[];
  readonly hosts: readonly number[];
  readonly types: readonly string[];
  /** Length of the policy's interval. */
  readonly interval: number;
  readonly threshold?: {
    readonly metric: string;
    readonly level: string;
    readonly trigger: number;
    readonly reset: number;
    readonly duration: number;
  };
  readonly categories?: readonly string[];
}

export interface NaiveTimeline {
  readonly host: { readonly id: number; readonly type: string };
  readonly values: readonly { readonly at: number; readonly metric: string; readonly value: number }[];
  readonly events: readonly { readonly at: number; readonly type: string }[];
  readonly until: number;
}

/** @returns one text for each firing and resolution, which starts with its second */
export function simulateNaively(alert: NaiveAlert, { host, values, events, until }: NaiveTimeline): string[] {
  const watchesAll = alert.hosts.length === 0 && alert.types.length === 0;
  const applies = watchesAll || alert.hosts.includes(host.id) || alert.types.includes(host.type);
  if (alert.disabled || !applies) return [];
  const log: string[] = [];
  const notified = [...new Set(alert.destinations)].sort().join("+");
  let lastFired: number | undefined;
  const fire = (now: number, level: string): boolean => {
    if (lastFired !== undefined && now - lastFired < alert.interval) return false;
    lastFired = now;
    log.push(`${now} fires ${level} ${notified}`);
    return true;
  };
  const state: { risen: number | undefined; isFired: boolean } = { risen: undefined, isFired: false };
  const { threshold, categories = [] } = alert;
  for (let now = 0; now <= until; now++) {
    if (threshold !== undefined) {
      const { metric, level, trigger, reset, duration } = threshold;
      const check = () => {
        if (!state.isFired && state.risen !== undefined && now - state.risen >= duration)
          state.isFired = fire(now, level);
      };
      // The previous value holds until this second.
      check();
      for (const { value } of values.filter(({ at, metric: name }) => at === now && name === metric)) {
        if (state.isFired && value < reset) {
          log.push(`${now} resolves`);
          state.isFired = false;
          state.risen = undefined;
        }
        if (state.isFired || value <= trigger) state.risen = undefined;
        else state.risen ??= now;
      }
      check();
    }
    for (const { type } of events.filter(({ at }) => at === now))
      if (categories.includes(type)) fire(now, "event");
  }
  return log;
}
