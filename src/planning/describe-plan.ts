/** Writes plans with the differences that their changes make, and a test of each. */
import { type TestedDifference, type TestedObjects, writeDifferenceTest } from "../alert-tests";
import { type AlertDifference, describeDifference, differenceOf, type DifferenceText } from "../alerting";
import { groupBy } from "../diagnostics";
import { differenceContextOf, type PlanObjects, restartsDuration, versionsOf } from "../impact";
import {
  type ChangeDocument,
  type DescribedPlan,
  type PlanDocument,
  type PlanOrigin,
  writePlan,
} from "../plan-document";
import { tagSeparators } from "../reconcile";
import { readMute } from "../service";

/** A longer list is not repeated in the test of each change. */
const maxSharedHosts = 50;

/** Writes a plan with the shortest difference of each change. */
export function describePlan(plan: DescribedPlan, origin: PlanOrigin): PlanDocument {
  const document = writePlan(plan, origin);
  const shared = testedObjects(document.changes, document);
  return {
    ...document,
    changes: document.changes.map((written, index) => {
      if (written.action === "unchanged") return { ...written, difference: null };
      const versions = versionsOf(written);
      const change = restartsDuration(versions) ? { ...written, restarts: true as const } : written;
      const context = differenceContextOf(versions, document);
      const difference = differenceOf(context.before, context.after, context);
      if (difference === undefined) return { ...change, difference: null };
      const objects = shared.hosts.length > maxSharedHosts ? testedObjects([change], document) : shared;
      const text = describeDifference(difference, context);
      const tested = testedDifference(change, difference, text);
      const planned = plan.changes[index];
      const selects = planned?.action !== "delete" && planned?.desired.selection !== undefined;
      // The host of the test could match a pattern.
      const isOther = selects && difference.host.kind !== "named";
      const test = tested === undefined || isOther ? null : writeDifferenceTest(tested, objects);
      const { sentence } = text;
      return { ...change, difference: { kind: difference.kind, sentence, test: test && { ...test } } };
    }),
  };
}

/** Attributes that do not change when an alert fires and whom it notifies. */
const textAttributes: readonly string[] = ["annotations"];

/**
 * Undefined if a test cannot express the difference: a deleted alert is in no definition, and the definition does not have the
 * values of ignored attributes.
 */
function testedDifference(
  change: ChangeDocument,
  difference: AlertDifference,
  { title }: DifferenceText,
): TestedDifference | undefined {
  if (change.action === "delete" || difference.isAssumed) return undefined;
  const { name, disabled, muted, ignore = [] } = change.desired;
  if (ignore.some((attribute) => !textAttributes.includes(attribute))) return undefined;
  return { alert: name, title, difference, mute: disabled ? readMute(muted) : undefined };
}

/** The objects that the desired alerts of the changes refer to. */
function testedObjects(
  changes: readonly ChangeDocument[],
  { names = {}, facts = {} }: PlanObjects,
): TestedObjects {
  const desired = changes.flatMap((change) => (change.action === "delete" ? [] : change.desired));
  const hosts = desired.flatMap((alert) => alert.hosts);
  const tags = groupBy(
    desired.flatMap((alert) =>
      Object.entries(alert.host_tags ?? {}).flatMap(([key, [value = ""]]) =>
        alert.hosts.map((id) => ({ id, tag: `${key}${tagSeparators[0]}${value}` })),
      ),
    ),
    ({ id }) => id,
  );
  const destinations = desired.flatMap((alert) => alert.destinations);
  const policies = desired.map(({ policy }) => policy);
  const durations = desired.flatMap(({ threshold }) => threshold?.duration ?? []);
  return {
    hosts: withNames(hosts, names.hosts).map((one) => {
      const ownTags = tags.get(one.id)?.map(({ tag }) => tag);
      return { ...one, type: facts.hosts?.[one.id] ?? "os", ...(ownTags && { tags: [...new Set(ownTags)] }) };
    }),
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
