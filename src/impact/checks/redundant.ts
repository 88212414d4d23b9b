/** Reports alerts that add nothing to others, and pairs that notify a destination at the same instant. */
import {
  describeSituation,
  type DifferenceContext,
  findOverlap,
  findRedundant,
  type Overlap,
} from "../../alerting";
import { getOrAdd, joinFirst, quote, quoteIfEscaped, toNfc } from "../../diagnostics";
import {
  type ActiveAlert,
  type AuditCheck,
  type CheckedFinding,
  findingOf,
  type ResolvedAlerts,
} from "./audit-check";
import { defineCheck } from "./check";

const maxNamed = 3;

export const redundantLive: AuditCheck = {
  name: "redundant",
  check: (facts) =>
    describeRedundant(facts).map(({ alert, others, what }) =>
      findingOf(alert, {
        severity: "warning",
        what,
        evidence: others.map((other) => `${quote(other.name)} (id ${other.id}) notifies at the same instant`),
        remedy: "Delete the alert.",
      }),
    ),
};

export const redundant = defineCheck({
  name: "redundant",
  needs: ["resolved"],
  check: ({ resolved }) =>
    describeRedundant(resolved).map(({ alert, what }) => ({
      severity: "warning",
      what: `The alert ${what}`,
      where: { subject: alert.name },
      remedy: "Remove one of the definitions.",
    })),
});

function describeRedundant({ active, known, nameOf }: ResolvedAlerts) {
  const byId = new Map(active.map((alert) => [alert.id, alert]));
  return [...findRedundant(active, known)].flatMap(([id, others]) => {
    const alert = byId.get(id);
    if (alert === undefined) return [];
    const names = joinFirst(others, maxNamed, ({ name }) => quote(name));
    const destinations = alert.destinations.map((one) => quoteIfEscaped(nameOf("destination", one)));
    const what = `adds nothing to ${names}: in every situation ${listOf(destinations)} ${destinations.length === 1 ? "is" : "are"} notified already.`;
    return { alert, others, what };
  });
}

/** In large groups of similar alerts, almost every pair overlaps. */
const maxPairs = 20_000;
const maxOverlaps = 1000;

export const overlap: AuditCheck = {
  name: "overlap",
  isAdditional: true,
  check: findOverlaps,
};

/** @param skipped IDs of alerts that are not compared */
export function findOverlaps(facts: ResolvedAlerts, skipped: ReadonlySet<number>): CheckedFinding[] {
  const findings: CheckedFinding[] = [];
  for (const [first, second] of comparablePairs(facts.active.filter(({ id }) => !skipped.has(id)))) {
    const found = findOverlap(first, second, facts.known);
    if (found === undefined) continue;
    const destinations = found.destinations.map((id) => quoteIfEscaped(facts.nameOf("destination", id)));
    findings.push(
      findingOf(first, {
        severity: "info",
        what: `and ${quote(second.name)} notify ${listOf(destinations)} at the same instant.`,
        together: "pairs of alerts notify a destination at the same instant",
        evidence: [situationOf(found, first, second, facts)],
        remedy: "Change the hosts or the destinations of one of them, if one notification is enough.",
      }),
    );
    if (findings.length === maxOverlaps) break;
  }
  return findings;
}

/** Each pair once, by the IDs of both. */
function* comparablePairs(alerts: readonly ActiveAlert[]): Generator<[ActiveAlert, ActiveAlert]> {
  const groups = new Map<string, ActiveAlert[]>();
  for (const alert of alerts)
    for (const input of inputsOf(alert))
      for (const destination of alert.destinations)
        getOrAdd(groups, `${destination} ${input}`, () => []).push(alert);
  const seen = new Set<string>();
  for (const group of groups.values())
    for (const [index, second] of group.entries())
      for (const first of group.slice(0, index)) {
        const key = `${first.id} ${second.id}`;
        if (seen.has(key)) continue;
        if (seen.size === maxPairs) return;
        seen.add(key);
        yield [first, second];
      }
}

function inputsOf({ config: { condition } }: ActiveAlert): string[] {
  return condition.kind === "threshold"
    ? [`metric ${toNfc(condition.metric)}`]
    : [...new Set(condition.categories.map((category) => `category ${toNfc(category)}`))];
}

function situationOf(found: Overlap, before: ActiveAlert, after: ActiveAlert, facts: ResolvedAlerts): string {
  const context: DifferenceContext = {
    ...facts.known,
    before,
    after,
    nameObject: (kind, id) => quoteIfEscaped(facts.nameOf(kind, id)),
  };
  return describeSituation({ ...found, before: [found.firings[0]], isAssumed: false }, context);
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}
