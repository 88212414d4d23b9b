/** Finds alerts that can never fire, because their environment lacks the objects that they refer to. Skips disabled alerts. */
import { didYouMean, type FieldStep, hintForName, quote, quoteIfEscaped } from "../../diagnostics";
import { type AlertDefinition, placeOfField } from "../../reconcile";
import {
  type AlertScope,
  type Host,
  includesAllHosts,
  includesText,
  type QueryDigest,
  queryIdOfMetric,
} from "../../service";
import { formatPeriod } from "../backtest-sentence";
import { type AuditCheck, auditedHost, type AuditFacts, findingOf } from "./audit-check";
import { type CheckProblem, defineCheck, type SeenEvents } from "./check";

/** The facts about the environment that {@link neverFires} needs. An empty list needs no request. */
export function needsOfFiring(definitions: readonly AlertDefinition[]) {
  const checked = definitions.map(checkedValues);
  return {
    types: checked.flatMap(({ types }) => types),
    metrics: checked.flatMap(({ metric }) =>
      metric !== undefined && queryIdOfMetric(metric) !== undefined ? [metric] : [],
    ),
    categories: checked.flatMap(({ categories }) => categories),
  };
}

/** Warns of each host type without a live host, category without an event, and query that the service does not have. */
export const neverFires = defineCheck({
  name: "never-fires",
  needs: ["firing"],
  check: ({ firing: { definitions, hosts, queries, events, failures = [] } }) => {
    const types = hosts && typesOf(hosts);
    const problems = definitions.flatMap((definition) => [
      ...(types === undefined ? [] : checkHostTypes(definition, types)),
      ...(events === undefined ? [] : checkCategories(definition, events)),
      ...(queries === undefined ? [] : checkQuery(definition, queries)),
    ]);
    return [...problems, ...failures];
  },
});

/** An ignored attribute keeps its live value. */
function checkedValues({ disabled, ignore = [], host_types, condition }: AlertDefinition) {
  const isConditionChecked = !disabled && !ignore.includes(condition.kind);
  return {
    types: disabled || ignore.includes("host_types") ? [] : host_types,
    categories: isConditionChecked && condition.kind === "event" ? condition.categories : [],
    metric: isConditionChecked && condition.kind === "threshold" ? condition.metric : undefined,
  };
}

function typesOf(hosts: readonly Host[]): readonly string[] {
  return [...new Set(hosts.flatMap(({ isDeleted, type }) => (isDeleted ? [] : (type ?? []))))];
}

function checkHostTypes(definition: AlertDefinition, types: readonly string[]): CheckProblem[] {
  const { types: named } = checkedValues(definition);
  const listsHosts = definition.hosts.length > 0 || definition.hostTags !== undefined;
  const isNeverFiring = !listsHosts && !named.some((type) => includesText(types, type));
  const consequence = isNeverFiring ? ", so the alert never fires" : "";
  return named.flatMap((type, index) =>
    includesText(types, type)
      ? []
      : warning(
          definition,
          ["host_types", index],
          `No live host has the type ${quote(type)}${consequence}.`,
          hintForName(type, types),
        ),
  );
}

function checkCategories(
  definition: AlertDefinition,
  { categories: seen, periodSeconds, incomplete }: SeenEvents,
): CheckProblem[] {
  const { categories } = checkedValues(definition);
  const unseen = seen.findUnseen(categories);
  const consequence = unseen.length === categories.length ? ", so the alert would not have fired" : "";
  const doubt = incomplete === undefined ? "" : ` Not all events could be read: ${incomplete}.`;
  return unseen.flatMap(({ category, similar }) =>
    warning(
      definition,
      ["event", "categories", categories.indexOf(category)],
      `No event of the last ${formatPeriod(periodSeconds)} has the category ${quote(category)}${consequence}.${doubt}`,
      similar.length > 0 ? didYouMean(similar) : "To list the categories, run dbmon list events.",
    ),
  );
}

function checkQuery(
  definition: AlertDefinition,
  queries: ReadonlyMap<string, QueryDigest | undefined>,
): CheckProblem[] {
  const { metric = "" } = checkedValues(definition);
  const id = queryIdOfMetric(metric);
  if (id === undefined || !queries.has(id) || queries.get(id) !== undefined) return [];
  return warning(
    definition,
    ["threshold", "metric"],
    `The service has no query with the ID ${id}, so the alert never fires.`,
    "To find the ID, run dbmon list queries.",
  );
}

function warning(
  definition: AlertDefinition,
  field: readonly FieldStep[],
  what: string,
  remedy: string,
): [CheckProblem] {
  return [{ severity: "warning", what, where: placeOfField(definition, field), remedy }];
}

/** Reports active alerts for which no live host is in scope. */
export const neverFiresLive: AuditCheck = {
  name: "never-fires",
  check: (facts) => {
    const liveIds = new Set(facts.hosts.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
    const types = typesOf(facts.hosts);
    return facts.active.flatMap((alert) => {
      const { config } = alert;
      const isWatching =
        includesAllHosts(config) ||
        config.hosts.some((host) => liveIds.has(host)) ||
        config.host_types.some((type) => includesText(types, type));
      if (isWatching) return [];
      const what = `watches only ${missingHosts(config, facts)}.`;
      const remedy = "Select hosts that exist, or delete the alert.";
      return findingOf(alert, { severity: "error", what, remedy });
    });
  },
};

/** Why no live host is in scope, as a noun phrase. */
function missingHosts(scope: AlertScope, facts: AuditFacts): string {
  const hosts = scope.hosts.map((id) => quoteIfEscaped(auditedHost(facts, id).name));
  return [
    ...(hosts.length === 0 ? [] : [`hosts that are deleted (${hosts.join(", ")})`]),
    ...(scope.host_types.length === 0
      ? []
      : [`types without a live host (${scope.host_types.map(quoteIfEscaped).join(", ")})`]),
  ].join(" and ");
}
