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

export interface NaiveHost {
  readonly id: number;
  readonly type: string;
  readonly isDeleted: boolean;
}

/** What happens in one second. */
export interface NaiveInput {
  readonly values: readonly { readonly metric: string; readonly value: number }[];
  readonly events: readonly { readonly type: string }[];
}

interface NaiveTimeline {
  readonly host: NaiveHost;
  readonly values: readonly { readonly at: number; readonly metric: string; readonly value: number }[];
  readonly events: readonly { readonly at: number; readonly type: string }[];
  readonly until: number;
}

/** Seconds since the value rose above the trigger, and since the last firing. At most those that make a difference. */
interface NaiveState {
  readonly risen: number | undefined;
  readonly isFired: boolean;
  readonly lastFired: number | undefined;
}

const initialState: NaiveState = { risen: undefined, isFired: false, lastFired: undefined };

/** @returns the state at the start of the next second, and a text for each firing and resolution of this one */
function stepNaively(
  { disabled, destinations, hosts, types, interval, threshold, categories = [] }: NaiveAlert,
  host: NaiveHost,
  start: NaiveState,
  { values, events }: NaiveInput,
): { readonly state: NaiveState; readonly log: readonly string[] } {
  const watchesAll = hosts.length === 0 && types.length === 0;
  const applies = watchesAll || hosts.includes(host.id) || types.includes(host.type);
  if (disabled || !applies || (threshold !== undefined && host.isDeleted))
    return { state: initialState, log: [] };
  const log: string[] = [];
  let { risen, isFired, lastFired } = start;
  const fire = (level: string): boolean => {
    if (lastFired !== undefined && lastFired < interval) return false;
    lastFired = 0;
    log.push(`fires ${level} ${[...new Set(destinations)].sort().join("+")}`);
    return true;
  };
  if (threshold !== undefined) {
    const { metric, level, trigger, reset, duration } = threshold;
    const check = () => {
      if (!isFired && risen !== undefined && risen >= duration) isFired = fire(level);
    };
    // The previous value holds until this second.
    check();
    for (const { value } of values.filter((one) => one.metric === metric)) {
      if (isFired && value < reset) {
        log.push("resolves");
        isFired = false;
        risen = undefined;
      }
      if (isFired || value <= trigger) risen = undefined;
      else risen ??= 0;
    }
    check();
  }
  for (const { type } of events) if (categories.includes(type)) fire("event");
  const pass = (seconds: number | undefined, max: number) =>
    seconds === undefined ? undefined : Math.min(seconds + 1, max);
  const state = {
    isFired,
    risen: pass(risen, threshold?.duration ?? 0),
    lastFired: pass(lastFired, interval),
  };
  return { state, log };
}

/** @returns one text for each firing and resolution, which starts with its second */
export function simulateNaively(
  alert: NaiveAlert,
  { host, values, events, until }: NaiveTimeline,
): readonly string[] {
  const log: string[] = [];
  let state = initialState;
  for (let now = 0; now <= until; now++) {
    const isNow = ({ at }: { readonly at: number }) => at === now;
    const step = stepNaively(alert, host, state, {
      values: values.filter(isNow),
      events: events.filter(isNow),
    });
    state = step.state;
    log.push(...step.log.map((entry) => `${now} ${entry}`));
  }
  return log;
}

/** The reachable states of an alert. For each state and input: the next state, and the number of notifications. */
type Automaton = readonly (readonly { readonly next: number; readonly notifications: number }[])[];

export function automatonOf(alert: NaiveAlert, host: NaiveHost, inputs: readonly NaiveInput[]): Automaton {
  const states = [initialState];
  const keyOf = ({ risen, isFired, lastFired }: NaiveState) => `${risen} ${isFired} ${lastFired}`;
  const numbers = new Map([[keyOf(initialState), 0]]);
  // The list grows while it is read.
  return Array.from(states.values(), (start) =>
    inputs.map((input) => {
      const { state, log } = stepNaively(alert, host, start, input);
      const next = numbers.get(keyOf(state)) ?? states.push(state) - 1;
      numbers.set(keyOf(state), next);
      const firings = log.filter((entry) => entry.startsWith("fires")).length;
      return { next, notifications: alert.destinations.length === 0 ? 0 : firings };
    }),
  );
}

/** With the short lengths of the tests, an alert that can fall behind can do so without having been further ahead. */
const maxAhead = 3;

/**
 * Whether some timeline of any length has a time up to which the alert notified more often before than after. The search covers all
 * pairs of states in which the alert after is at most `maxAhead` notifications ahead.
 */
export function notifiesLessNaively(before: Automaton, after: Automaton): boolean {
  const open = [{ first: 0, second: 0, ahead: 0 }];
  const seen = new Set<number>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const [first = [], second = []] = [before[node.first], after[node.second]];
    for (const [input, one] of first.entries()) {
      const other = second[input] ?? { next: 0, notifications: 0 };
      const ahead = node.ahead + other.notifications - one.notifications;
      if (ahead < 0) return true;
      const key = (one.next * after.length + other.next) * (maxAhead + 1) + ahead;
      if (ahead > maxAhead || seen.has(key)) continue;
      seen.add(key);
      open.push({ first: one.next, second: other.next, ahead });
    }
  }
  return false;
}
