/** The proof that an overlap is true, is the shortest and is not missed: exhaustive search over the states of two alerts in small worlds. */
import { type ConfiguredAlert, findOverlap, type KnownObjects } from "../../../src/alerting";
import { createRandom } from "../../support/random";
import { automatonOf, type NaiveHost, type NaiveInput, simulateNaively } from "./naive-simulator";
import { asNaive } from "./random-alerts";

const pairCount = 1500;

const os: NaiveHost = { id: -1, type: "os", isDeleted: false };
/** The ID of a policy or duration is its length in seconds. */
const known: KnownObjects = {
  host: () => undefined,
  policyIntervalMs: (seconds) => seconds * 1000,
  durationMs: (seconds) => seconds * 1000,
};
const valueInputs = [-1, 1, 3, 5, 7].map((value) => ({ values: [{ metric: "lag", value }], events: [] }));
const inputs: readonly NaiveInput[] = [{ values: [], events: [] }, ...valueInputs];

/** The least number of values, and then the least second, after which both alerts notify in one second. */
function shortestNaively(first: ConfiguredAlert, second: ConfiguredAlert): string | undefined {
  const automata = [first, second].map((alert) => automatonOf(asNaive(alert, known), os, inputs));
  const [one = [], other = []] = automata;
  const seen = new Set<string>();
  let open: { readonly states: readonly [number, number]; readonly seconds: number }[] = [
    { states: [0, 0], seconds: 0 },
  ];
  for (let valueCount = 0; valueCount < 6; valueCount++) {
    const next: typeof open = [];
    const found: number[] = [];
    // The list grows while it is read. Waiting needs no value.
    for (const { states, seconds } of open) {
      if (seen.has(states.join())) continue;
      seen.add(states.join());
      for (const input of inputs.keys()) {
        const [a, b] = [one[states[0]]?.[input], other[states[1]]?.[input]];
        if (a === undefined || b === undefined) throw new Error("The automaton has no such state.");
        const step = { states: [a.next, b.next] as const, seconds: seconds + 1 };
        if (a.notifications > 0 && b.notifications > 0) found.push(valueCount + (input > 0 ? 1 : 0));
        (input > 0 ? next : open).push(step);
      }
    }
    if (found.length > 0) return String(Math.min(...found));
    open = next;
  }
  return undefined;
}

it(`finds the shortest overlap of ${pairCount} pairs of alerts, and no other`, () => {
  const random = createRandom(20261127);
  const pick = <const T>(items: readonly [T, ...T[]]): T =>
    items[Math.floor(random() * items.length)] ?? items[0];
  const alert = (id: number): ConfiguredAlert => ({
    id,
    policy: pick([0, 0, 2, 4, 6, 8]),
    disabled: false,
    destinations: [7],
    config: {
      hosts: [],
      host_types: [],
      condition: {
        kind: "threshold",
        metric: "lag",
        trigger: pick([2, 4]),
        reset: pick([0, 2]),
        duration: pick([0, 2, 4]),
        alert_level: "warn",
      },
    },
  });
  const mistakes: unknown[] = [];
  let missing = 0;
  for (let index = 0; index < pairCount && mistakes.length < 3; index++) {
    const [first, second] = [alert(1), alert(2)];
    const overlap = findOverlap(first, second, known);
    const expected = shortestNaively(first, second);
    if (overlap === undefined) missing++;
    const count = overlap && String(overlap.values.length);
    if (count !== expected) mistakes.push({ first, second, count, expected, overlap });
    if (overlap === undefined) continue;
    const timeline = {
      host: os,
      values: overlap.values.map((value) => ({ ...value, at: value.at / 1000 })),
      events: [],
      until: overlap.until / 1000,
    };
    const firings = [first, second].map((one) => simulateNaively(asNaive(one, known), timeline));
    const seconds = firings.map((log) =>
      log.filter((entry) => entry.includes("fires")).map((entry) => entry.split(" ")[0]),
    );
    if (!seconds[0]?.some((second) => seconds[1]?.includes(second)))
      mistakes.push({ first, second, overlap });
  }
  expect(mistakes).toEqual([]);
  expect(missing).toBeGreaterThan(pairCount / 20);
});
