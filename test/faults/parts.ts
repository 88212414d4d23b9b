/**
 * What a run has to do, in parts that can be put together: each is alerts that exist, definitions, and what must be in the
 * service in the end. Beside them stand alerts that nobody defines, which no run may touch.
 */
import { type AlertDefinition } from "../../src/reconcile";
import { definition, type Look, wireAlert, type WireAlert } from "./wire";

/** An alert that must exist in the end. */
export interface Expected extends WireAlert {
  /** Name of the seeded alert that it must still be; left out where it may be a new one. */
  readonly was?: string;
}

export interface Part {
  readonly seed: readonly WireAlert[];
  readonly definitions: readonly AlertDefinition[];
  readonly expected: readonly Expected[];
}

const extra = { team: "dba", notes: { since: 2019, tags: ["a", null] } };
/** Whatever has this prefix and no definition is deleted. */
const prunedPrefix = "old/";

/** An alert that exists and is to become another. */
function becomes(name: string, before: Look, after: Look): Part {
  return {
    seed: [wireAlert(name, { ...before, extra })],
    definitions: [definition(name, after)],
    expected: [{ ...wireAlert(name, { ...after, extra }), was: name }],
  };
}

function created(name: string, look: Look): Part {
  return { seed: [], definitions: [definition(name, look)], expected: [wireAlert(name, look)] };
}

const renamed = { ...definition("new name"), renamedFrom: "old name" };
const nightShift = { ...definition("on call (night)"), renamedFrom: "on call" };

function swapped(a: string, b: string, annotations: string, sameAlerts: boolean): Part {
  // Each is told from the other by its trigger, which moves with it.
  const one = { trigger: 1, extra };
  const two = { trigger: 2, extra };
  const now = (name: string, look: Look, was: string): Expected => ({
    ...wireAlert(name, { ...look, annotations }),
    ...(sameAlerts ? { was } : {}),
  });
  return {
    seed: [wireAlert(a, one), wireAlert(b, two)],
    definitions: [
      definition(a, { trigger: 2, annotations, renamedFrom: b }),
      definition(b, { trigger: 1, annotations, renamedFrom: a }),
    ],
    expected: [now(a, two, b), now(b, one, a)],
  };
}

export const parts = {
  "create a threshold alert": created("CPU high", { trigger: 0.5 }),
  "create an event alert": created("Deployed", { kind: "event", categories: ["deploy", "load test"] }),
  "update settings": becomes("settings", {}, { policy: 3, annotations: "see the wiki" }),
  "update configuration": becomes("configuration", { trigger: 0.2 }, { trigger: 0.3 }),
  "update both": becomes("both", { kind: "event" }, { kind: "event", policy: 1, categories: ["restart"] }),
  rename: {
    seed: [wireAlert("old name", { extra })],
    definitions: [renamed],
    expected: [{ ...wireAlert("new name", { extra }), was: "old name" }],
  },
  "rename and take the old name": {
    seed: [wireAlert("on call", { extra })],
    definitions: [nightShift, definition("on call", { annotations: "by day" })],
    expected: [
      { ...wireAlert("on call (night)", { extra }), was: "on call" },
      wireAlert("on call", { annotations: "by day" }),
    ],
  },
  swap: swapped("left", "right", "", true),
  "swap and change": {
    ...swapped("east", "west", "both changed", false),
    // Cut off in the middle, the circle may be turned back: which alert was which, only the fields can tell.
    seed: swapped("east", "west", "", false).seed,
  },
  replace: {
    seed: [wireAlert("kind", { kind: "event", extra })],
    definitions: [definition("kind", { trigger: 7 })],
    expected: [wireAlert("kind", { trigger: 7 })],
  },
  complete: {
    seed: [{ ...wireAlert("half"), config: null }],
    definitions: [definition("half")],
    expected: [{ ...wireAlert("half"), was: "half" }],
  },
  delete: { seed: [wireAlert(`${prunedPrefix}one`, { extra })], definitions: [], expected: [] },
  unchanged: becomes("same", { policy: 4 }, { policy: 4 }),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as readonly PartName[];

/** Alerts that nobody defines: with fields that nobody knows, without a configuration, and of either kind. */
export const foreign: readonly WireAlert[] = [
  wireAlert("by hand", { extra, policy: 1 }),
  { ...wireAlert("by hand, half made", { extra }), config: null },
  wireAlert("by hand, events", { kind: "event", extra }),
];

export interface Scenario {
  readonly seed: readonly WireAlert[];
  readonly definitions: readonly AlertDefinition[];
  readonly expected: readonly Expected[];
}

export function scenarioOf(names: readonly PartName[]): Scenario {
  const chosen = names.map((name): Part => parts[name]);
  return {
    seed: [...foreign, ...chosen.flatMap(({ seed }) => seed)],
    definitions: chosen.flatMap(({ definitions }) => definitions),
    expected: [
      ...foreign.map((one) => ({ ...one, was: one.settings.name })),
      ...chosen.flatMap(({ expected }) => expected),
    ],
  };
}

export const isPruned = (name: string) => name.startsWith(prunedPrefix);
