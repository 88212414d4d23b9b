/** What definitions would meet in an environment, as far as its list of alerts tells: asked before anybody plans. */
import { hintForName, nearNames, type Problem, quote } from "../diagnostics";
import { type ListedAlert } from "../service";
import { type AlertDefinition, placed, resolveReferences } from "./definition";
import { kindOf, type LiveAlert } from "./desired-alert";
import { match, type Pair } from "./match";
import { isKnown, isUnsupported, unsupportedAlertProblems } from "./unsupported-alerts";

/**
 * Errors where a plan would refuse: a name that two live alerts have, or one of an unknown kind. Warnings where it would do what
 * may not be meant: replace an alert of the other kind, or create one that was to be renamed.
 * @param live all alerts of the environment; their configurations are not asked for
 */
export function checkAgainstLive(
  definitions: readonly AlertDefinition[],
  live: readonly ListedAlert[],
): Problem[] {
  // That a name is defined twice is told without a service.
  const once = [...new Map(definitions.map((definition) => [definition.name, definition])).values()];
  const { desired } = resolveReferences(once, {});
  const known = live.filter(isKnown).map((alert): LiveAlert => ({ alert, config: undefined }));
  const { pairs, problems } = match(desired, known);
  const names = live.map(({ name }) => name);
  const found = [
    ...problems,
    ...unsupportedAlertProblems(desired, known, live.filter(isUnsupported)),
    ...pairs.flatMap(doubtKind),
    ...pairs.flatMap((pair) => doubtRename(pair, names)),
  ];
  return placed(found, definitions);
}

function doubtKind({ desired, live }: Pair): Problem[] {
  const kind = kindOf(desired);
  if (live === undefined || live.alert.kind === kind) return [];
  return [
    {
      severity: "warning",
      what: `The live alert (id ${live.alert.id}) is of the kind ${live.alert.kind}: it would be deleted, and one of the kind ${kind} created in its place.`,
      where: { subject: desired.name, field: [kind] },
      remedy: "Is that meant? Else give the definition the kind that the alert has.",
    },
  ];
}

function doubtRename({ desired, live }: Pair, names: readonly string[]): Problem[] {
  const { renamedFrom } = desired;
  if (live !== undefined || renamedFrom === undefined || names.includes(renamedFrom)) return [];
  const near = nearNames(renamedFrom, names);
  const remedy =
    near.length > 0 ? hintForName(renamedFrom, near) : "Remove renamed_from where it is a new one.";
  return [
    {
      severity: "warning",
      what: `No live alert is named ${quote(renamedFrom)}, nor as the definition is: it would be created, and none renamed.`,
      where: { subject: desired.name, field: ["renamed_from"] },
      remedy,
    },
  ];
}
