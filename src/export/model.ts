/** What every language writes: the alerts in their groups, and what they refer to. */
import { type Language, type LiveEnvironment, type Skipped, type WholeAlert } from "./environment";
import { type Group, groupsOf } from "./groups";
import { durationsOf, type NamedOptions, policiesOf } from "./options";
import { type References, referencesTo } from "./references";
import { writable } from "./writable";

export interface Model {
  readonly alerts: readonly WholeAlert[];
  readonly groups: readonly Group[];
  readonly destinations: References;
  readonly hosts: References;
  readonly policies: NamedOptions;
  readonly durations: NamedOptions;
  /** By their ids. */
  readonly skipped: readonly Skipped[];
}

/** @param taken names of files that the language has beside those of groups */
export function modelOf(
  environment: LiveEnvironment,
  language: Language,
  taken: readonly string[] = [],
): Model {
  const { alerts, skipped } = writable(environment, language);
  const destinationIds = alerts.flatMap(({ alert }) => alert.destinations);
  const hostIds = alerts.flatMap(({ config }) => config.hosts);
  return {
    alerts,
    skipped,
    groups: groupsOf(alerts, taken),
    destinations: referencesTo(destinationIds, environment.destinations, "destination", language),
    hosts: referencesTo(hostIds, environment.hosts, "host", language),
    policies: policiesOf(alerts, environment.policies),
    durations: durationsOf(alerts, environment.durations),
  };
}
