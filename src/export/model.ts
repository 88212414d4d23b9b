/** What every language writes: the alerts in their groups, and what they refer to. */
import { type Language, type LiveEnvironment, type Skipped, type WholeAlert } from "./environment";
import { type Group, groupsOf, ownPart } from "./groups";
import { durationsOf, type NamedOptions, policiesOf } from "./options";
import { type RecordedPlaces } from "./record";
import { type References, referencesTo } from "./references";
import { uniqueWords } from "./words";
import { writable } from "./writable";

export interface Model {
  readonly alerts: readonly WholeAlert[];
  readonly groups: readonly Group[];
  /** Of each alert's identifier, by its id: its own in all files, or in its group where that is a scope of its own. */
  readonly words: ReadonlyMap<number, readonly string[]>;
  readonly destinations: References;
  readonly hosts: References;
  readonly policies: NamedOptions;
  readonly durations: NamedOptions;
  /** By their ids. */
  readonly skipped: readonly Skipped[];
}

export interface ModelOptions {
  /** Names of files that the language has beside those of groups. */
  readonly taken: readonly string[];
  /** What an earlier export has called alerts. */
  readonly recorded: RecordedPlaces;
}

export function modelOf(
  environment: LiveEnvironment,
  language: Language,
  { taken, recorded }: ModelOptions,
): Model {
  const { alerts, skipped } = writable(environment, language);
  const groups = groupsOf(alerts, taken, recorded);
  const destinationIds = alerts.flatMap(({ alert }) => alert.destinations);
  const hostIds = alerts.flatMap(({ config }) => config.hosts);
  return {
    alerts,
    skipped,
    groups,
    words: language === "typescript" ? wordsInGroups(groups, recorded) : wordsOfAll(groups, recorded),
    destinations: referencesTo(destinationIds, environment.destinations, "destination", language),
    hosts: referencesTo(hostIds, environment.hosts, "host", language),
    policies: policiesOf(alerts, environment.policies),
    durations: durationsOf(alerts, environment.durations),
  };
}

function wordsOfAll(groups: readonly Group[], recorded: RecordedPlaces): Model["words"] {
  const named = groups.flatMap(({ alerts }) => alerts.map(({ alert: { id, name } }) => ({ id, text: name })));
  return uniqueWords(named, "alert", [], wordsIn(recorded));
}

function wordsInGroups(groups: readonly Group[], recorded: RecordedPlaces): Model["words"] {
  return new Map(
    groups.flatMap((group) => {
      const named = group.alerts.map(({ alert: { id, name } }) => ({ id, text: ownPart(name, group) }));
      return [...uniqueWords(named, "alert", [], wordsIn(recorded))];
    }),
  );
}

function wordsIn(recorded: RecordedPlaces): Model["words"] {
  return new Map([...recorded].map(([id, { words }]) => [id, words]));
}
