/**
 * The kinds of change that a run can make. Each case has alerts that exist before the run, definitions, and the alerts expected
 * afterwards. A scenario combines cases, and adds unmanaged alerts.
 */
import { type AlertDefinition } from "../../src/reconcile";
import { definition, type AlertOptions, apiAlert, type ApiAlert } from "./api-alerts";

/** An alert that must exist after the last run. */
export interface Expected extends ApiAlert {
  /** Former name of the seeded alert that must have kept its id. Undefined if the alert may be a new one. */
  readonly was?: string;
}

export interface ChangeCase {
  readonly seed: readonly ApiAlert[];
  readonly definitions: readonly AlertDefinition[];
  readonly expected: readonly Expected[];
}

const extra = { team: "dba", notes: { since: 2019, tags: ["a", null] } };
/** A run deletes alerts that have this prefix and no definition. */
const prunedPrefix = "old/";

/** An update of an existing alert. */
function updated(name: string, before: AlertOptions, after: AlertOptions): ChangeCase {
  return {
    seed: [apiAlert(name, { ...before, extra })],
    definitions: [definition(name, after)],
    expected: [{ ...apiAlert(name, { ...after, extra }), was: name }],
  };
}

function created(name: string, look: AlertOptions): ChangeCase {
  return { seed: [], definitions: [definition(name, look)], expected: [apiAlert(name, look)] };
}

const renamed = { ...definition("new name"), renamedFrom: "old name" };
const nightShift = { ...definition("on call (night)"), renamedFrom: "on call" };

function swapped(a: string, b: string, annotations: string, sameAlerts: boolean): ChangeCase {
  // The trigger identifies each alert, whatever its name is.
  const one = { trigger: 1, extra };
  const two = { trigger: 2, extra };
  const now = (name: string, look: AlertOptions, was: string): Expected => ({
    ...apiAlert(name, { ...look, annotations }),
    ...(sameAlerts ? { was } : {}),
  });
  return {
    seed: [apiAlert(a, one), apiAlert(b, two)],
    definitions: [
      definition(a, { trigger: 2, annotations, renamedFrom: b }),
      definition(b, { trigger: 1, annotations, renamedFrom: a }),
    ],
    expected: [now(a, two, b), now(b, one, a)],
  };
}

export const changeCases = {
  "create a threshold alert": created("CPU high", { trigger: 0.5 }),
  "create an event alert": created("Deployed", { kind: "event", categories: ["deploy", "load test"] }),
  "update settings": updated("settings", {}, { policy: 3, annotations: "see the wiki" }),
  "update configuration": updated("configuration", { trigger: 0.2 }, { trigger: 0.3 }),
  "update both": updated("both", { kind: "event" }, { kind: "event", policy: 1, categories: ["restart"] }),
  rename: {
    seed: [apiAlert("old name", { extra })],
    definitions: [renamed],
    expected: [{ ...apiAlert("new name", { extra }), was: "old name" }],
  },
  "rename and take the old name": {
    seed: [apiAlert("on call", { extra })],
    definitions: [nightShift, definition("on call", { annotations: "by day" })],
    expected: [
      { ...apiAlert("on call (night)", { extra }), was: "on call" },
      apiAlert("on call", { annotations: "by day" }),
    ],
  },
  swap: swapped("left", "right", "", true),
  "swap and change": {
    ...swapped("east", "west", "both changed", false),
    // An interrupted swap may be reversed. Only the fields identify the alerts.
    seed: swapped("east", "west", "", false).seed,
  },
  replace: {
    seed: [apiAlert("kind", { kind: "event", extra })],
    definitions: [definition("kind", { trigger: 7 })],
    expected: [apiAlert("kind", { trigger: 7 })],
  },
  complete: {
    seed: [{ ...apiAlert("incomplete"), config: null }],
    definitions: [definition("incomplete")],
    expected: [{ ...apiAlert("incomplete"), was: "incomplete" }],
  },
  delete: { seed: [apiAlert(`${prunedPrefix}one`, { extra })], definitions: [], expected: [] },
  unchanged: updated("same", { policy: 4 }, { policy: 4 }),
} as const satisfies Record<string, ChangeCase>;

export type CaseName = keyof typeof changeCases;
export const caseNames = Object.keys(changeCases) as readonly CaseName[];

/** Alerts without a definition: with unknown fields, without a configuration, and of both kinds. */
export const unmanaged: readonly ApiAlert[] = [
  apiAlert("manual", { extra, policy: 1 }),
  { ...apiAlert("manual, incomplete", { extra }), config: null },
  apiAlert("manual, event", { kind: "event", extra }),
];

export interface Scenario {
  readonly seed: readonly ApiAlert[];
  readonly definitions: readonly AlertDefinition[];
  readonly expected: readonly Expected[];
}

export function scenarioOf(names: readonly CaseName[]): Scenario {
  const chosen = names.map((name): ChangeCase => changeCases[name]);
  return {
    seed: [...unmanaged, ...chosen.flatMap(({ seed }) => seed)],
    definitions: chosen.flatMap(({ definitions }) => definitions),
    expected: [
      ...unmanaged.map((one) => ({ ...one, was: one.settings.name })),
      ...chosen.flatMap(({ expected }) => expected),
    ],
  };
}

export const isPruned = (name: string) => name.startsWith(prunedPrefix);
