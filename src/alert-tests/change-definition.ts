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
  const report = (what: string, key: string, remedy: string) => {
    problems.push({
      severity: "error",
      what,
      where: { ...places.ofKey([key]), field: ["set", key] },
      remedy,
    });
  };
  if (Object.hasOwn(values, "name")) {
    report("The name of an alert cannot be changed in a test.", "name", "Remove it.");
    return undefined;
  }
  if (Object.hasOwn(values, "muted_until")) {
    const what = "muted_until has no effect in a test, which has no calendar.";
    report(what, "muted_until", "Change disabled at the times of the test.");
    return undefined;
  }
  const { kind } = definition.condition;
  const otherKind = kind === "event" ? "threshold" : "event";
  if (Object.hasOwn(values, otherKind)) {
    const what = "The kind of an alert cannot be changed.";
    report(what, otherKind, `Change the keys of ${kind}, or test another alert.`);
    return undefined;
  }
  const before: Readonly<Record<string, unknown>> = {
    name: definition.name,
    policy: definition.policy,
    annotations: definition.annotations,
    disabled: definition.disabled,
    destinations: definition.destinations,
    ...scopeOf(definition),
    ...conditionAttributes(definition.condition),
  };
  const block = values[kind];
  const merged = isMapping(block) ? { [kind]: { ...asMapping(before[kind]), ...block } } : {};
  return parseAlert({ ...before, ...values, ...merged }, places, problems);
}

function conditionAttributes(condition: AlertDefinition["condition"]): object {
  if (condition.kind === "event") return attributesOf(condition);
  const { threshold } = attributesOf({ ...condition, duration: 0 });
  return { threshold: { ...threshold, duration: condition.duration } };
}

function asMapping(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}
