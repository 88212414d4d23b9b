/** Changes a definition during a test. */
import { parseAlert, type Places } from "../definitions";
import { isMapping, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { scopeOf, attributesOf } from "../service";

/**
 * Returns the definition with other values. A block, `event` or `threshold`, keeps the keys that are not given.
 *
 * @param places of `values`
 * @returns undefined after adding problems, if the values are invalid
 */
export function changedDefinition(
  definition: AlertDefinition,
  values: Readonly<Record<string, unknown>>,
  places: Places,
  problems: Problem[],
): AlertDefinition | undefined {
  const { kind } = definition.condition;
  const otherKind = kind === "event" ? "threshold" : "event";
  const unchangeable = [
    ["name", "The name of an alert cannot be changed in a test.", "Remove it."],
    [
      "muted_until",
      "muted_until has no effect in a test, which has no calendar.",
      "Change disabled at the times of the test.",
    ],
    [
      otherKind,
      "The kind of an alert cannot be changed.",
      `Change the keys of ${kind}, or test another alert.`,
    ],
  ] as const;
  for (const [key, what, remedy] of unchangeable) {
    if (!Object.hasOwn(values, key)) continue;
    problems.push({
      severity: "error",
      what,
      where: { ...places.ofKey([key]), field: ["set", key] },
      remedy,
    });
    return undefined;
  }
  const block = values[kind];
  const conditionAttributes = attributesOf(definition.condition);
  const merged = isMapping(block) ? { [kind]: { ...conditionAttributes[kind], ...block } } : {};
  const before = {
    name: definition.name,
    policy: definition.policy,
    annotations: definition.annotations,
    disabled: definition.disabled,
    destinations: definition.destinations,
    ...scopeOf(definition),
    ...conditionAttributes,
  };
  return parseAlert({ ...before, ...values, ...merged }, places, problems);
}
