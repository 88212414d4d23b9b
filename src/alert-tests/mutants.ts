/** Mutants: alerts with one changed field. A mutant that no test notices shows behavior that no test proves. */
import {
  type ConfiguredAlert,
  describeDifference,
  type DifferenceContext,
  differenceOf,
  formatNumber,
  valueAbove,
  valueBelow,
} from "../alerting";
import { getOrAdd } from "../diagnostics";
import { type AlertDefinition, type Reference } from "../reconcile";
import { alertLevels, formatTimeSpan, type ThresholdCondition } from "../service";
import { type AlertTestFile } from "./load-tests";
import { mutantDuration, mutate, type Mutation, NoticingTests } from "./noticing-tests";
import { type AlertTestResult, definitionKey } from "./run-test";
import { type TestEnvironment } from "./test-environment";

export interface UnnoticedMutant {
  readonly alert: AlertDefinition;
  readonly change: string;
  /** A situation in which the mutant behaves differently. */
  readonly sentence: string;
}

/** Without the mutants that behave like their alerts. */
export interface MutationScore {
  readonly mutants: number;
  readonly noticed: number;
  readonly unnoticed: readonly UnnoticedMutant[];
}

interface Subject {
  readonly definition: AlertDefinition;
  readonly alert: ConfiguredAlert;
  readonly environment: TestEnvironment;
  /** Those that no test noticed so far. */
  mutations: readonly Mutation[];
}

/**
 * Runs the tests that passed with mutants of the alerts that they expect something of.
 *
 * @param files with the results of their tests. Files that test the same definitions share the mutants
 */
export function findMutants(
  files: readonly { readonly file: AlertTestFile; readonly results: readonly AlertTestResult[] }[],
): MutationScore {
  const subjects = new Map<string, Subject>();
  let noticed = 0;
  for (const { file, results } of files) {
    const { environment } = file;
    if (environment === undefined) continue;
    const passed = results.filter(({ failures }) => failures.length === 0);
    const tests = new NoticingTests(
      environment.alerts,
      passed.map(({ test }) => test),
    );
    for (const [index, alert] of environment.alerts.entries()) {
      const definition = environment.definitions[index];
      if (definition === undefined) continue;
      const subject = getOrAdd(subjects, definitionKey(definition), (): Subject => {
        const mutations = mutationsOf(definition, alert, environment);
        return { definition, alert, environment, mutations };
      });
      const unnoticed = tests.unnoticed(alert, subject.mutations);
      noticed += subject.mutations.length - unnoticed.length;
      subject.mutations = unnoticed;
    }
  }
  const unnoticed = [...subjects.values()].flatMap((subject) =>
    subject.mutations.flatMap((mutation) => describeMutant(subject, mutation)),
  );
  return { mutants: noticed + unnoticed.length, noticed, unnoticed };
}

function mutationsOf(
  definition: AlertDefinition,
  { disabled, destinations, config }: ConfiguredAlert,
  environment: TestEnvironment,
): Mutation[] {
  const { hosts, host_types: types, condition } = config;
  const names = environment.names();
  const [host, type, items] = [hosts.at(-1), types.at(-1), hosts.length + types.length];
  const mutations: Mutation[] = [
    { change: `disabled: ${disabled} -> ${!disabled}`, values: () => ({ disabled: !disabled }) },
    ...destinations.map((id, index) => ({
      change: `destinations: - ${names.destination(id)}`,
      values: (alert: ConfiguredAlert) => ({ destinations: without(alert.destinations, index) }),
    })),
  ];
  if (items > 0)
    mutations.push({ change: "hosts, host_types: all hosts", values: () => ({ hosts: [], host_types: [] }) });
  if (items > 1 && host !== undefined)
    mutations.push({
      change: `hosts: - ${names.host(host)}`,
      values: ({ config: { hosts } }) => ({ hosts: hosts.slice(0, -1) }),
    });
  if (items > 1 && type !== undefined)
    mutations.push({ change: `host_types: - ${type}`, values: () => ({ host_types: types.slice(0, -1) }) });
  if (condition.kind === "threshold")
    return [...mutations, ...thresholdMutations(condition, environment.lengthOf(durationOf(definition)))];
  const { categories } = condition;
  // Without its only category, an alert behaves as if it were disabled.
  if (categories.length < 2) return mutations;
  return [
    ...mutations,
    ...categories.map((category, index) => ({
      change: `categories: - ${category}`,
      values: () => ({ categories: without(categories, index) }),
    })),
  ];
}

function thresholdMutations(
  { trigger, alert_level: level }: ThresholdCondition,
  durationMs: number | undefined,
): Mutation[] {
  const otherLevel = alertLevels[(alertLevels.indexOf(level) + 1) % alertLevels.length];
  const triggers = [valueAbove(trigger), valueBelow(trigger)].flatMap((value) => value ?? []);
  const durations = durationMs === undefined ? [] : neighborsOf(durationMs);
  return [
    ...triggers.map((value) => ({
      change: `trigger: ${formatNumber(trigger)} -> ${formatNumber(value)}`,
      values: () => ({ trigger: value }),
    })),
    ...durations.map((ms) => ({
      change: `duration: ${formatTimeSpan(durationMs ?? 0)} -> ${formatTimeSpan(ms)}`,
      values: () => ({ duration: mutantDuration }),
      durationMs: ms,
    })),
    { change: `alert_level: ${level} -> ${otherLevel}`, values: () => ({ alert_level: otherLevel }) },
  ];
}

/** Twice the duration and half of it, in whole seconds. */
function neighborsOf(durationMs: number): number[] {
  if (durationMs === 0) return [60_000];
  return [durationMs * 2, Math.floor(durationMs / 2000) * 1000];
}

function durationOf({ condition }: AlertDefinition): Reference {
  return condition.kind === "threshold" ? condition.duration : 0;
}

function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, position) => position !== index);
}

/** Empty if the mutant behaves like the alert. */
function describeMutant({ definition, alert, environment }: Subject, mutation: Mutation): UnnoticedMutant[] {
  const { objects } = environment.simulation([], []);
  const names = environment.names();
  const mutant = mutate(alert, mutation);
  const context: DifferenceContext = {
    ...objects,
    before: alert,
    after: mutant,
    durationMs: (id) => (id === mutantDuration ? mutation.durationMs : objects.durationMs(id)),
    nameObject: (kind, id) => {
      if (kind === "host") return names.host(id);
      return kind === "destination" ? names.destination(id) : `${kind} ${durationOf(definition)}`;
    },
  };
  const difference = differenceOf(alert, mutant, context);
  if (difference === undefined) return [];
  const { sentence } = describeDifference(difference, context);
  return [{ alert: definition, change: mutation.change, sentence }];
}
