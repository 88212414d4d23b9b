/**
 * The proof that `findRedundant` is never wrong, and misses only alerts that others replace together on one host: random small worlds, whose
 * alerts the naive simulator runs at the same time in all reachable states. `npm run test:difference` searches 100,000 worlds.
 */
import { type ConfiguredAlert, findRedundant, type KnownObjects } from "../../../src/alerting";
import { alertLevels } from "../../../src/service";
import { createRandom } from "../../support/random";
import { automatonOf, type NaiveHost, type NaiveInput } from "./naive-simulator";
import { asNaive } from "./random-alerts";

const worldCount = Math.min(Number(process.env["DBMON_DIFFERENCE_PAIRS"] ?? 600), 100_000);

/** Hosts 1 to 3 exist. The others stand for hosts that may come. */
const hosts: readonly NaiveHost[] = [
  { id: 1, type: "mysql", isDeleted: false },
  { id: 2, type: "pgsql", isDeleted: false },
  { id: 3, type: "mysql", isDeleted: true },
  { id: 11, type: "mysql", isDeleted: false },
  { id: 12, type: "pgsql", isDeleted: false },
  { id: 13, type: "os", isDeleted: false },
];
/** The ID of a policy or duration is its length in seconds. */
const known: KnownObjects = {
  host: (id) => hosts.find((host) => host.id === id),
  policyIntervalMs: (seconds) => seconds * 1000,
  durationMs: (seconds) => seconds * 1000,
};

/** Between the triggers and the resets. */
const valueInputs = [-1, 1, 3, 5, 7].map((value) => ({ values: [{ metric: "lag", value }], events: [] }));
const eventInputs = ["deploy", "backup"].map((type) => ({ values: [], events: [{ type }] }));
const nothing: NaiveInput = { values: [], events: [] };

interface WorldSize {
  readonly maxAlerts: number;
  /** Lengths of durations and intervals, in these seconds. */
  readonly unit: number;
}

class SmallWorlds {
  constructor(
    private readonly random: () => number,
    private readonly size: WorldSize,
  ) {}

  /** Mostly alerts that differ from the first one in a few settings. */
  alerts(): ConfiguredAlert[] {
    const isEvent = this.random() < 0.4;
    const first = isEvent ? this.#eventAlert() : this.#thresholdAlert();
    const count = 2 + Math.floor(this.random() * (this.size.maxAlerts - 1));
    const others = Array.from({ length: count - 1 }, () => {
      const other = this.random() < 0.1 ? this.#thresholdAlert() : first;
      return this.random() < 0.15 ? other : this.#change(this.random() < 0.4 ? this.#change(other) : other);
    });
    const all = [first, ...others];
    return all.map((alert, index) => ({ ...alert, id: 1 + ((index + Math.floor(count / 2)) % count) }));
  }

  #pick<const T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.random() * items.length)] ?? items[0];
  }

  #scope() {
    return this.#pick([
      { hosts: [], host_types: [] },
      { hosts: [], host_types: [] },
      { hosts: [1], host_types: [] },
      { hosts: [1, 2], host_types: [] },
      { hosts: [3], host_types: [] },
      { hosts: [], host_types: ["mysql"] },
      { hosts: [2], host_types: ["mysql"] },
      { hosts: [], host_types: ["mysql", "pgsql"] },
    ]);
  }

  #settings() {
    return {
      id: 1,
      policy: this.size.unit * this.#pick([0, 0, 1, 2, 3, 4]),
      disabled: this.random() < 0.05,
      destinations: this.#pick([[7], [7], [7, 8], [8], []]),
    };
  }

  #thresholdAlert(): ConfiguredAlert {
    const condition = {
      kind: "threshold" as const,
      metric: "lag",
      trigger: this.#pick([2, 2, 4]),
      reset: this.#pick([2, 0, 4, 6]),
      duration: this.size.unit * this.#pick([0, 1, 2]),
      alert_level: this.#pick(["warn", "warn", "crit"]),
    };
    return { ...this.#settings(), config: { ...this.#scope(), condition } };
  }

  #eventAlert(): ConfiguredAlert {
    const categories = this.#pick<readonly string[]>([["deploy"], ["backup"], ["deploy", "backup"]]);
    return { ...this.#settings(), config: { ...this.#scope(), condition: { kind: "event", categories } } };
  }

  /** Changes one or two settings. */
  #change(alert: ConfiguredAlert): ConfiguredAlert {
    const other = alert.config.condition.kind === "event" ? this.#eventAlert() : this.#thresholdAlert();
    const setting = this.#pick(["policy", "destinations", "scope", "condition", "condition"]);
    if (setting === "scope") return { ...alert, config: { ...alert.config, ...this.#scope() } };
    if (setting !== "condition") return { ...alert, [setting]: other[setting] };
    const field = this.#pick(["trigger", "reset", "duration", "alert_level", "categories"]);
    const values = Object.entries(other.config.condition).filter(([name]) => name === field);
    const condition = { ...alert.config.condition, ...Object.fromEntries(values) };
    return { ...alert, config: { ...alert.config, condition } };
  }
}

type Automaton = ReturnType<typeof automatonOf>;

/** Calls `test` for each host and destination of the alert, with the automata of the alert and of the others that notify the destination. */
function everyNotification(
  alert: ConfiguredAlert,
  others: readonly ConfiguredAlert[],
  test: (automaton: Automaton, others: readonly Automaton[]) => boolean,
): boolean {
  const isEvent = alert.config.condition.kind === "event";
  const inputs = [...(isEvent ? eventInputs : valueInputs), nothing];
  return hosts.every((host) => {
    const automaton = automatonOf(asNaive(alert, known), host, inputs);
    const automata = others
      .filter((other) => isEvent || levelOf(other) >= levelOf(alert))
      .map((other) => ({ ...other, automaton: automatonOf(asNaive(other, known), host, inputs) }));
    return alert.destinations.every((destination) => {
      const notifying = automata.filter(({ destinations }) => destinations.includes(destination));
      return test(
        automaton,
        notifying.map((other) => other.automaton),
      );
    });
  });
}

/** Whether the alert notifies a destination in no reachable state in which none of the others does. */
function addsNothing(alert: ConfiguredAlert, others: readonly ConfiguredAlert[]): boolean {
  return everyNotification(
    alert,
    others,
    (automaton, notifying) => !notifiesAlone([automaton, ...notifying]),
  );
}

/** Whether only several threshold alerts together replace the alert on one host. */
function needsSeveral(alert: ConfiguredAlert, others: readonly ConfiguredAlert[]): boolean {
  if (alert.config.condition.kind === "event") return false;
  return !everyNotification(alert, others, (automaton, notifying) =>
    [[], ...notifying.map((other) => [other])].some((some) => !notifiesAlone([automaton, ...some])),
  );
}

function levelOf({ config: { condition } }: ConfiguredAlert): number {
  return condition.kind === "event" ? -1 : alertLevels.indexOf(condition.alert_level);
}

/** Searches all reachable combinations of states for an input after which only the first automaton notifies. */
function notifiesAlone(automata: readonly Automaton[]): boolean {
  const [first = []] = automata;
  if (!first.some((transitions) => transitions.some(({ notifications }) => notifications > 0))) return false;
  const start = automata.map(() => 0);
  const seen = new Set([start.join()]);
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const states = next;
    for (const input of (first[0] ?? []).keys()) {
      const steps = automata.map((automaton, index) => automaton[states[index] ?? 0]?.[input]);
      const [notified = false, ...others] = steps.map((step) => step !== undefined && step.notifications > 0);
      if (notified && !others.includes(true)) return true;
      const reached = steps.map((step) => step?.next ?? 0);
      if (seen.has(reached.join())) continue;
      seen.add(reached.join());
      open.push(reached);
    }
  }
  return false;
}

function canNotify(alert: ConfiguredAlert): boolean {
  return !addsNothing(alert, []);
}

interface Redundant {
  readonly id: number;
  readonly needsSeveral: boolean;
}

/** The redundant alerts, by exhaustive simulation. Of equal copies, that with the lowest ID is not redundant. */
function redundantNaively(alerts: readonly ConfiguredAlert[]): Redundant[] {
  const active = alerts.filter(canNotify);
  return active.flatMap((alert) => {
    const others = active.filter(
      (other) =>
        other !== alert &&
        (other.id < alert.id || !addsNothing(alert, [other]) || !addsNothing(other, [alert])),
    );
    return addsNothing(alert, others) ? { id: alert.id, needsSeveral: needsSeveral(alert, others) } : [];
  });
}

/**
 * With short lengths, or a reset above the trigger, several alerts can replace one together, because values come at whole seconds. In larger
 * worlds of one second, they often do.
 */
const sizes: readonly WorldSize[] = [
  { maxAlerts: 2, unit: 1 },
  { maxAlerts: 4, unit: 2 },
];

it.each(sizes)(
  `finds the redundant alerts of ${worldCount} worlds of $maxAlerts alerts with lengths of $unit s`,
  (size) => {
    const worlds = new SmallWorlds(createRandom(20261127), size);
    const mistakes: unknown[] = [];
    let [redundant, unions] = [0, 0];
    for (let index = 0; index < worldCount && mistakes.length < 3; index++) {
      const alerts = worlds.alerts();
      const found = findRedundant(alerts, known);
      const expected = redundantNaively(alerts);
      const isWrong = [...found.keys()].some((id) => !expected.some((one) => one.id === id));
      if (isWrong || expected.some((one) => !found.has(one.id) && !one.needsSeveral))
        mistakes.push({ alerts, found: [...found.keys()], expected });
      redundant += expected.length;
      unions += [...found.values()].filter((others) => others.length > 1).length;
    }
    expect(mistakes).toEqual([]);
    expect(redundant).toBeGreaterThan(worldCount / 5);
    if (size.maxAlerts > 2) expect(unions).toBeGreaterThan(worldCount / 200);
  },
  Math.max(60_000, worldCount * 40),
);
