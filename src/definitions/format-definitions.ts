/** Formats definitions as a definitions file in YAML. */
import { Scalar, YAMLSeq } from "yaml";
import { type AlertDefinition, type Reference } from "../reconcile";
import { type EventCondition, formatTimestamp, type ThresholdCondition } from "../service";
import { escapeValues } from "./template";
import { formatYaml, mapOf, multiLine, sequenceOf, singleLine, type YamlEntry } from "./yaml/yaml-output";

/** @param hasValues whether the file is read with a configuration, so that `${` in a text must be escaped */
export function formatDefinitions(definitions: readonly AlertDefinition[], hasValues: boolean): string {
  const literal = hasValues ? escapeValues : (text: string) => text;
  const alerts = new YAMLSeq();
  definitions.forEach((definition, index) => {
    const map = mapOf(entriesOf(definition, literal));
    map.spaceBefore = index > 0;
    alerts.add(map);
  });
  return formatYaml(mapOf([["alerts", alerts]]));
}

type Literal = (text: string) => string;

function entriesOf(
  {
    name,
    policy,
    annotations,
    disabled,
    destinations,
    hosts,
    host_types,
    condition,
    renamedFrom,
    mutedUntil,
    ignore = [],
  }: AlertDefinition,
  literal: Literal,
): YamlEntry[] {
  const text = (value: string) => singleLine(literal(value));
  const reference = (value: Reference) => (typeof value === "string" ? text(value) : new Scalar(value));
  const list = (key: string, items: readonly Scalar[]): YamlEntry[] =>
    items.length === 0 ? [] : [[key, sequenceOf(items)]];
  return [
    ["name", text(name)],
    ...(renamedFrom === undefined ? [] : [["renamed_from", text(renamedFrom)] as const]),
    ...(annotations === "" ? [] : [["annotations", multiLine(literal(annotations))] as const]),
    ["policy", reference(policy)],
    ...list("destinations", destinations.map(reference)),
    ...list("hosts", hosts.map(reference)),
    ...list("host_types", host_types.map(text)),
    ...(disabled ? [["disabled", new Scalar(true)] as const] : []),
    ...(mutedUntil === undefined ? [] : [["muted_until", singleLine(formatTimestamp(mutedUntil))] as const]),
    ...list("ignore", ignore.map(text)),
    conditionEntry(condition, text, reference),
  ];
}

/**
 * @param text formats a text
 * @param durationScalar formats the duration, which is a reference in a definition and an id in a live alert
 */
export function conditionEntry<Duration>(
  condition: EventCondition | (Omit<ThresholdCondition, "duration"> & { readonly duration: Duration }),
  text: (value: string) => Scalar,
  durationScalar: (duration: Duration) => Scalar,
): YamlEntry {
  switch (condition.kind) {
    case "event":
      return ["event", mapOf([["categories", sequenceOf(condition.categories.map(text))]])];
    case "threshold":
      return [
        "threshold",
        mapOf([
          ["alert_level", text(condition.alert_level)],
          ["metric", text(condition.metric)],
          ["trigger", new Scalar(condition.trigger)],
          ["reset", new Scalar(condition.reset)],
          ["duration", durationScalar(condition.duration)],
        ]),
      ];
  }
}
