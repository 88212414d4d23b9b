/** What the changes of a plan mean: situations in which the live and the desired alert behave differently. */
import {
  type TestedDifference,
  type TestedObjects,
  type TestFileContentInput,
  writeDifferenceTests,
} from "../../../alert-tests";
import {
  type AlertDifference,
  describeAlert,
  describeDifference,
  type DifferenceContext,
  differenceOf,
  differencesOf,
  type DifferenceText,
  type NameObject,
  notifiesLess,
  sentenceText,
} from "../../../alerting";
import { groupBy } from "../../../diagnostics";
import {
  type ChangeDocument,
  type DescribedPlan,
  type PlanDocument,
  type PlanOrigin,
  writePlan,
} from "../../../plan-document";
import {
  type AlertVersion,
  type Change,
  type ChangeVersions,
  normalizeConfig,
  versionsOfChange,
} from "../../../reconcile";
import { type RuleChange } from "../../../rules";
import { conditionOf, formatTimeSpan, readAlert, readAlertConfig, scopeOf } from "../../../service";

/** The objects of a plan. */
type PlanObjects = Pick<PlanDocument, "names" | "facts">;

/** A longer list is not repeated in the test of each change. */
const maxSharedHosts = 50;

/** Writes a plan with the shortest difference of each change. */
export function describePlan(plan: DescribedPlan, origin: PlanOrigin): PlanDocument {
  const document = writePlan(plan, origin);
  const shared = testedObjects(document.changes, document);
  return {
    ...document,
    changes: document.changes.map((change) => {
      if (change.action === "unchanged") return { ...change, difference: null };
      const context = contextOf(versionsOf(change), document);
      const difference = differenceOf(context.before, context.after, context);
      if (difference === undefined) return { ...change, difference: null };
      const objects = shared.hosts.length > maxSharedHosts ? testedObjects([change], document) : shared;
      const text = describeDifference(difference, context);
      const tested = testedDifference(change, difference, text);
      const test = tested === undefined ? null : writeDifferenceTests([tested], objects);
      const { sentence } = text;
      return { ...change, difference: { kind: difference.kind, sentence, test: test && { ...test } } };
    }),
  };
}

/** The tests of all differences, each situation once, in the environment of the plan. Undefined if tests can express none of them. */
export function testsOfPlan(document: PlanDocument): TestFileContentInput | undefined {
  const tested = document.changes.flatMap((change) =>
    explainChange(change, document).flatMap(
      ({ difference, ...text }) => testedDifference(change, difference, text) ?? [],
    ),
  );
  if (tested.length === 0) return undefined;
  const { tests, ...objects } = writeDifferenceTests(tested, testedObjects(document.changes, document));
  const { environment } = document;
  const distinct = groupBy(tests, (test) => JSON.stringify({ ...test, name: "" }));
  return {
    ...objects,
    tests: [...distinct.values()].flatMap(([test]) =>
      test === undefined
        ? []
        : { ...test, ...(environment === undefined ? {} : { environments: [environment] }) },
    ),
  };
}

export interface ExplainedDifference extends DifferenceText {
  readonly difference: AlertDifference;
}

/** What rules read of a change, computed when a rule reads it. */
export function describeForRules(change: Change, objects: PlanObjects): RuleChange {
  const { action } = change;
  const isUnchanged = action === "unchanged";
  const { before, after, ...known } = contextOf(versionsOfChange(change), objects);
  return {
    action,
    get silences() {
      return !isUnchanged && notifiesLess(before, after, known);
    },
    get behavesTheSame() {
      return isUnchanged || differenceOf(before, after, known) === undefined;
    },
  };
}

/** All differences of a change, the shortest first. */
export function explainChange(change: ChangeDocument, objects: PlanObjects): ExplainedDifference[] {
  if (change.action === "unchanged") return [];
  const context = contextOf(versionsOf(change), objects);
  return differencesOf(context.before, context.after, context).map((difference) => ({
    difference,
    ...describeDifference(difference, context),
  }));
}

function contextOf(versions: ChangeVersions, { names = {}, facts = {} }: PlanObjects): DifferenceContext {
  const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
  const policyMs = (id: number) => milliseconds(facts.policies?.[id]);
  const tables = {
    destination: names.destinations,
    host: names.hosts,
    policy: names.policies,
    duration: names.durations,
  };
  return {
    ...versions,
    policyIntervalMs: policyMs,
    durationMs: (id) => milliseconds(facts.durations?.[id]),
    host: (id) => {
      const type = facts.hosts?.[id];
      return type === undefined ? undefined : { id, type: type ?? "", isDeleted: type === null };
    },
    nameObject: (kind, id) => {
      const interval = kind === "policy" ? policyMs(id) : undefined;
      const name = tables[kind]?.[id];
      if (name !== undefined || interval === undefined) return name ?? `${kind} ${id}`;
      return interval === 0 ? "every time" : `at most once every ${formatTimeSpan(interval)}`;
    },
  };
}

/** Attributes that do not change when an alert fires and whom it notifies. */
const textAttributes: readonly string[] = ["annotations"];

/**
 * Undefined if a test cannot express the difference: a deleted alert is in no definition, tests ignore mutes, and the definition does not
 * have the values of ignored attributes.
 */
function testedDifference(
  change: ChangeDocument,
  difference: AlertDifference,
  { title }: DifferenceText,
): TestedDifference | undefined {
  if (change.action === "delete" || difference.isAssumed) return undefined;
  const { name, disabled, muted_until: muteEnd, ignore = [] } = change.desired;
  if (disabled && muteEnd !== undefined) return undefined;
  if (ignore.some((attribute) => !textAttributes.includes(attribute))) return undefined;
  return { alert: name, title, difference };
}

/** The objects that the desired alerts of the changes refer to. */
function testedObjects(
  changes: readonly ChangeDocument[],
  { names = {}, facts = {} }: PlanObjects,
): TestedObjects {
  const desired = changes.flatMap((change) => (change.action === "delete" ? [] : change.desired));
  const hosts = desired.flatMap((alert) => alert.hosts);
  const destinations = desired.flatMap((alert) => alert.destinations);
  const policies = desired.map(({ policy }) => policy);
  const durations = desired.flatMap(({ threshold }) => threshold?.duration ?? []);
  return {
    hosts: withNames(hosts, names.hosts).map((one) => ({ ...one, type: facts.hosts?.[one.id] ?? "os" })),
    destinations: withNames(destinations, names.destinations),
    policies: withNames(policies, names.policies).map((one) => ({
      ...one,
      seconds: facts.policies?.[one.id],
    })),
    durations: withNames(durations, names.durations).map((one) => ({
      ...one,
      seconds: facts.durations?.[one.id],
    })),
  };
}

/** Omits names that several objects have. */
function withNames(ids: readonly number[], names: Readonly<Record<string, string>> = {}) {
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  const byName = groupBy(unique, (id) => names[id]);
  return unique.map((id) => ({ id, name: byName.get(names[id])?.length === 1 ? names[id] : undefined }));
}

export function versionsOf(change: ChangeDocument): ChangeVersions {
  const versions: { before: ChangeVersions["before"]; after: ChangeVersions["after"] } = {
    before: undefined,
    after: undefined,
  };
  if (change.action !== "create") {
    const alert = readAlert(change.live.alert);
    versions.before = { ...alert, config: readAlertConfig(change.live.config, alert.kind) };
  }
  if (change.action !== "delete") {
    const { event, threshold, ...desired } = change.desired;
    const condition = conditionOf(event, threshold);
    versions.after = { ...desired, config: condition && { ...scopeOf(desired), condition } };
  }
  return versions;
}

/** What the alert does before and after the change, in plain words. */
export function describeVersions(
  { before, after }: ChangeVersions,
  names: PlanDocument["names"],
): { readonly before?: string; readonly after?: string } {
  return {
    ...(before === undefined ? {} : { before: describeVersion(before, names) }),
    ...(after === undefined ? {} : { after: describeVersion(after, names) }),
  };
}

/** What the alert does, in plain words: `crit when os.cpu.user_us is above 0.9 for 5 minutes on any host, ...`. */
function describeVersion(
  { config, policy, disabled }: AlertVersion,
  names: PlanDocument["names"] = {},
): string {
  if (config === undefined) return "Never fires, because it has no configuration.";
  // Sets have no order. The order of the service would show as a difference.
  const sorted = normalizeConfig(config);
  const tables = { host: names.hosts, policy: names.policies, duration: names.durations };
  const nameObject: NameObject = (kind, id) => tables[kind]?.[String(id)] ?? `${kind} ${id}`;
  const sentence = sentenceText(describeAlert(sorted, policy, nameObject));
  return disabled ? `Disabled: ${sentence}` : sentence;
}
