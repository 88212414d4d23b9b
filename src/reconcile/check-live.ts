/** Checks definitions against the list of live alerts. Needs no configurations. */
import { didYouMean, nearNames, type Problem, quote } from "../diagnostics";
import { includesText, indexByName, isSupported, isUnsupported, type ListedAlert } from "../service";
import { type AlertDefinition, withPlaces } from "./alert-definition";
import { match, type Pair } from "./match";
import { type NamedLive } from "./name-table";
import { findUnsupportedMatches } from "./unsupported-alerts";

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
  // Duplicate definitions are reported when the sources are read.
  const unique = [...indexByName(definitions).values()];
  const matching = match(
    unique,
    live.filter(isSupported).map((alert) => ({ alert })),
  );
  const { pairs, warnings } = matching.pair(() => true);
  const names = live.map(({ name }) => name);
  const problems = [
    ...matching.problems,
    ...warnings,
    ...findUnsupportedMatches(matching, live.filter(isUnsupported)),
    ...pairs.flatMap(warnOfReplacement),
    ...pairs.flatMap((pair) => warnOfMissingSource(pair, names)),
  ];
  return withPlaces(problems, definitions);
}

function warnOfReplacement({
  definition,
  live,
}: Pair<AlertDefinition, { readonly alert: { readonly id: number; readonly kind: string } }>): Problem[] {
  const { kind } = definition.condition;
  if (live === undefined || live.alert.kind === kind) return [];
  return [
    {
      severity: "warning",
      what: `An apply would delete the live alert (id ${live.alert.id}) of kind ${live.alert.kind} and create one of kind ${kind}.`,
      where: { subject: definition.name, field: [kind] },
      remedy: "If this is not intended, change the definition to the live kind.",
    },
  ];
}

function warnOfMissingSource(
  { definition, live }: Pair<AlertDefinition, NamedLive>,
  names: readonly string[],
): Problem[] {
  const { name, renamedFrom } = definition;
  if (live !== undefined || renamedFrom === undefined) return [];
  if (includesText(names, renamedFrom)) return [];
  const near = nearNames(renamedFrom, names);
  return [
    {
      severity: "warning",
      what: `No live alert is named ${quote(renamedFrom)}, so an apply would create this alert instead of renaming one.`,
      where: { subject: name, field: ["renamed_from"] },
      remedy: near.length > 0 ? didYouMean(near) : "If the alert is new, remove renamed_from.",
    },
  ];
}
