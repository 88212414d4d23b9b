/**
 * The kinds of change that a run can make. Each case has alerts that exist before the run, definitions, and the alerts expected
 * after it. A scenario combines cases, and adds unmanaged alerts.
 */
import { type AlertDefinition } from "../../../src/reconcile";
import { type AlertOptions, type ApiAlert, apiAlert, definition } from "../api-alerts";

/** An alert that must exist after the last run. */
export interface Expected extends ApiAlert {
  /** Name of the seeded alert that must have the same ID after the run. Undefined if the alert may be a new one. */
  readonly formerName?: string;
}

export interface ChangeCase {
  readonly seed: readonly ApiAlert[];
  readonly definitions: readonly AlertDefinition[];
  readonly expected: readonly Expected[];
}

const extra = { team: "dba", notes: { since: 2019, tags: ["a", null] } };
/** A run deletes unmanaged alerts with this prefix. */
const prunedPrefix = "old/";

/** An update of an existing alert. */
function updated(name: string, before: AlertOptions, after: AlertOptions): ChangeCase {
  return {
    seed: [apiAlert(name, { ...before, extra })],
    definitions: [definition(name, after)],
    expected: [{ ...apiAlert(name, { ...after, extra }), formerName: name }],
  };
}

function created(name: string, options: AlertOptions): ChangeCase {
  return { seed: [], definitions: [definition(name, options)], expected: [apiAlert(name, options)] };
}

const renamed = { ...definition("new name"), renamedFrom: "old name" };
const nightShift = { ...definition("on call (night)"), renamedFrom: "on call" };

export const changeCases = {
  "create a threshold alert": created("CPU high", { trigger: 0.5 }),
  "create an event alert": created("Deployed", { kind: "event", categories: ["deploy", "load test"] }),
  "update settings": updated("settings", {}, { policy: 3, annotations: "see the wiki" }),
  "update configuration": updated("configuration", { trigger: 0.2 }, { trigger: 0.3 }),
  "update both": updated("both", { kind: "event" }, { kind: "event", policy: 1, categories: ["restart"] }),
  rename: {
    seed: [apiAlert("old name", { extra })],
    definitions: [renamed],
    expected: [{ ...apiAlert("new name", { extra }), formerName: "old name" }],
  },
  "rename and take the old name": {
    seed: [apiAlert("on call", { extra })],
    definitions: [nightShift, definition("on call", { annotations: "by day" })],
    expected: [
      { ...apiAlert("on call (night)", { extra }), formerName: "on call" },
      apiAlert("on call", { annotations: "by day" }),
    ],
  },
  "chain of renames": {
    seed: [apiAlert("first", { trigger: 1, extra }), apiAlert("second", { trigger: 2, extra })],
    definitions: [
      { ...definition("second", { trigger: 1, annotations: "changed" }), renamedFrom: "first" },
      { ...definition("third", { trigger: 2 }), renamedFrom: "second" },
    ],
    expected: [
      { ...apiAlert("second", { trigger: 1, annotations: "changed", extra }), formerName: "first" },
      { ...apiAlert("third", { trigger: 2, extra }), formerName: "second" },
    ],
  },
  replace: {
    seed: [apiAlert("kind", { kind: "event", extra })],
    definitions: [definition("kind", { trigger: 7 })],
    expected: [apiAlert("kind", { trigger: 7 })],
  },
  complete: {
    seed: [{ ...apiAlert("incomplete"), config: null }],
    definitions: [definition("incomplete")],
    expected: [{ ...apiAlert("incomplete"), formerName: "incomplete" }],
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
  const cases = names.map((name): ChangeCase => changeCases[name]);
  return {
    seed: [...unmanaged, ...cases.flatMap(({ seed }) => seed)],
    definitions: cases.flatMap(({ definitions }) => definitions),
    expected: [
      ...unmanaged.map((alert) => ({ ...alert, formerName: alert.settings.name })),
      ...cases.flatMap(({ expected }) => expected),
    ],
  };
}

export const isPruned = (name: string) => name.startsWith(prunedPrefix);
