/** Checks definitions against the list of live alerts. Needs no configurations. */
import { isError, type Problem, warningOf } from "../diagnostics";
import { type Alert, indexByName, isSupported, isUnsupported, type ListedAlert } from "../service";
import { type AlertDefinition, withPlaces } from "./alert-definition";
import { type DesiredAlert } from "./desired-alert";
import { match, type Pair } from "./match";
import { findMissingSources, findUnsupportedMatches } from "./unsupported-alerts";

/**
 * Reports an error for each definition that a plan would refuse: two live alerts have its name, or its live alert has an
 * unsupported kind. Reports a warning for each change that may be unintended: the replacement of an alert of the other
 * kind, or the creation of an alert that `renamed_from` should have renamed.
 * @param live all alerts of the environment
 */
export function checkAgainstLive(
  definitions: readonly AlertDefinition[],
  live: readonly ListedAlert[],
): Problem[] {
  const matching = matchListed(definitions, live);
  const unsupportedAlerts = live.filter(isUnsupported);
  const problems = [
    ...matching.problems,
    ...findUnsupportedMatches(matching, unsupportedAlerts),
    ...matching.pairs.flatMap(checkReplacement),
    ...findMissingSources(matching, unsupportedAlerts),
  ];
  return withPlaces(problems, definitions);
}

/** Duplicate definitions and cycles of renames are reported when the sources are read. */
function matchListed<D extends DesiredAlert | AlertDefinition>(
  definitions: readonly D[],
  live: readonly ListedAlert[],
) {
  const unique = [...indexByName(definitions).values()];
  return match(
    unique,
    live.filter(isSupported).map((alert) => ({ alert })),
  );
}

/** The desired alerts that an apply would create, and the live alerts that match none. Both are empty if a plan would be refused. */
export function findNewAlerts(
  desired: readonly DesiredAlert[],
  live: readonly ListedAlert[],
): { readonly created: DesiredAlert[]; readonly unmanaged: Alert[] } {
  const { pairs, unmanaged, problems } = matchListed(desired, live);
  if (problems.some(isError)) return { created: [], unmanaged: [] };
  return {
    created: pairs.flatMap(({ definition, live: paired }) => (paired === undefined ? [definition] : [])),
    unmanaged: unmanaged.map(({ alert }) => alert),
  };
}

function checkReplacement({
  definition,
  live,
}: Pair<AlertDefinition, { readonly alert: { readonly id: number; readonly kind: string } }>): Problem[] {
  const { kind } = definition.condition;
  if (live === undefined || live.alert.kind === kind) return [];
  return [
    warningOf(
      "name-taken",
      `An apply would delete the live alert (id ${live.alert.id}) of kind ${live.alert.kind} and create one of kind ${kind}.`,
      {
        where: { subject: definition.name, field: [kind] },
        remedy: "If this is not intended, change the definition to the live kind.",
      },
    ),
  ];
}
