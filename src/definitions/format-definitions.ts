/** Formats definitions as a definitions file in YAML. */
import { type AlertDefinition, type Reference } from "../reconcile";
import { type HostTags, keysOf, scopeFields, writeMute } from "../service";
import { escapeValues } from "./expand-text";
import {
  formatYaml,
  mapOf,
  mapsOf,
  multiLine,
  sequenceOf,
  singleLine,
  type YamlEntry,
  type YamlValue,
} from "./yaml/format-yaml";

type ListKey = "destinations" | keyof typeof scopeFields | "ignore";

export interface FormattedDefinition {
  readonly definition: Omit<AlertDefinition, "place" | "placeOf">;
  /** Comments at the end of a line. */
  readonly lineComments?: { readonly policy?: string | undefined; readonly duration?: string | undefined };
  /** Comments above a list. A list without items is written only if it has comments. */
  readonly listComments?: Readonly<Partial<Record<ListKey, readonly string[]>>>;
  /** Names of the only environments that have the alert. Default: all. */
  readonly environments?: readonly string[];
}

/** Strings are literal: `${` is escaped. */
export function formatDefinitions(definitions: readonly FormattedDefinition[]): string {
  return formatYaml([{ key: "alerts", value: mapsOf(definitions.map(formatDefinition)) }]);
}

function formatDefinition({
  definition,
  lineComments = {},
  listComments = {},
  environments,
}: FormattedDefinition): YamlValue {
  const { name, renamedFrom, annotations, policy, disabled, mute, ignore = [], condition } = definition;
  const { hostTags, allowNoHosts } = definition;
  const list = (key: ListKey, items: readonly Reference[]): YamlEntry[] => {
    const { [key]: comments = [] } = listComments;
    const isEmpty = items.length === 0 && comments.length === 0;
    return isEmpty ? [] : [{ key, value: sequenceOf(items.map(escapeValues)), comments }];
  };
  return mapOf([
    { key: "name", value: text(name) },
    ...(renamedFrom === undefined ? [] : [{ key: "renamed_from", value: text(renamedFrom) }]),
    ...(annotations === "" ? [] : [{ key: "annotations", value: multiLine(escapeValues(annotations)) }]),
    { key: "policy", value: text(policy), comment: lineComments.policy },
    ...list("destinations", definition.destinations),
    ...keysOf(scopeFields).flatMap((key) => list(key, definition[key])),
    ...(hostTags === undefined ? [] : [{ key: "host_tags", value: mapOf(tagEntries(hostTags)) }]),
    ...(allowNoHosts === true ? [{ key: "allow_no_hosts", value: singleLine(true) }] : []),
    ...(disabled ? [{ key: "disabled", value: singleLine(true) }] : []),
    ...(mute === undefined
      ? []
      : [
          {
            key: "muted",
            value: mapOf(
              Object.entries(writeMute(mute)).map(([key, value]) => ({ key, value: text(value) })),
            ),
          },
        ]),
    ...list("ignore", ignore),
    conditionEntry(condition, lineComments.duration),
    ...(environments === undefined ? [] : [{ key: "environments", value: sequenceOf(environments) }]),
  ]);
}

function tagEntries(tags: HostTags): YamlEntry[] {
  return Object.entries(tags).map(([key, values]) => {
    const [first = "", ...others] = values.map(escapeValues);
    return { key, value: others.length === 0 ? singleLine(first) : sequenceOf([first, ...others]) };
  });
}

function conditionEntry(condition: AlertDefinition["condition"], durationComment?: string): YamlEntry {
  switch (condition.kind) {
    case "event": {
      const categories = sequenceOf(condition.categories.map(escapeValues));
      return { key: "event", value: mapOf([{ key: "categories", value: categories }]) };
    }
    case "threshold":
      return {
        key: "threshold",
        value: mapOf([
          { key: "alert_level", value: text(condition.alert_level) },
          { key: "metric", value: text(condition.metric) },
          { key: "trigger", value: singleLine(condition.trigger) },
          { key: "reset", value: singleLine(condition.reset) },
          { key: "duration", value: text(condition.duration), comment: durationComment },
        ]),
      };
  }
}

function text(value: Reference): YamlValue {
  return singleLine(escapeValues(value));
}
