/** The parts of an export that do not depend on the language: groups, identifiers and references. */
import { type AlertGroup, groupAlerts, nameWithoutPrefix } from "./alert-groups";
import {
  type CompleteAlert,
  type Language,
  type LiveEnvironment,
  selectExportableAlerts,
  type SkippedAlert,
} from "./exportable-alerts";
import { assignIdentifiers, type Identifier, type ManifestEntries } from "./identifiers";
import { type ExportedReferences, nameOptions, nameReferences } from "./references";

/** The objects that the alerts refer to. */
export interface AllReferences {
  readonly destinations: ExportedReferences;
  readonly hosts: ExportedReferences;
  /** Only policies with a name. */
  readonly policies: ExportedReferences;
  /** Only durations with a name or a time. */
  readonly durations: ExportedReferences;
}

export interface ExportModel extends AllReferences {
  readonly alerts: readonly CompleteAlert[];
  readonly groups: readonly AlertGroup[];
  /** By the ID of the alert. Unique in the group for TypeScript, and in the export for other languages. */
  readonly identifiers: ReadonlyMap<number, Identifier>;
  /** Sorted by ID. */
  readonly skipped: readonly SkippedAlert[];
}

/**
 * @param reservedFileNames names of files that are not available for groups
 * @param previous entries of the previous export
 */
export function createExportModel(
  environment: LiveEnvironment,
  language: Language,
  reservedFileNames: readonly string[],
  previous: ManifestEntries,
): ExportModel {
  const { alerts, skipped } = selectExportableAlerts(environment, language);
  const groups = groupAlerts(alerts, reservedFileNames, previous);
  return {
    alerts,
    skipped,
    groups,
    identifiers: identifyAlerts(groups, language, previous),
    ...nameAll(environment, alerts, language),
  };
}

/** @param alerts the alerts that refer to the objects */
export function nameAll(
  environment: LiveEnvironment,
  alerts: readonly CompleteAlert[],
  language: Language,
): AllReferences {
  const destinationIds = alerts.flatMap(({ alert }) => alert.destinations);
  const hostIds = alerts.flatMap(({ config }) => config.hosts);
  const policyIds = alerts.map(({ alert }) => alert.policy);
  const durationIds = alerts.flatMap(({ config: { condition } }) =>
    condition.kind === "threshold" ? [condition.duration] : [],
  );
  return {
    destinations: nameReferences(destinationIds, environment.destinations, "destination", language),
    hosts: nameReferences(hostIds, environment.hosts, "host", language),
    policies: nameOptions(policyIds, environment.policies, "policy", language),
    durations: nameOptions(durationIds, environment.durations, "duration", language),
  };
}

function identifyAlerts(
  groups: readonly AlertGroup[],
  language: Language,
  previous: ManifestEntries,
): ExportModel["identifiers"] {
  const existing = new Map([...previous].map(([id, { identifier }]) => [id, identifier]));
  if (language !== "typescript") {
    const named = groups.flatMap(({ alerts }) => alerts.map(({ alert: { id, name } }) => ({ id, name })));
    return assignIdentifiers(named, "alert", [], existing);
  }
  return new Map(
    groups.flatMap((group) => {
      const named = group.alerts.map(({ alert: { id, name } }) => ({
        id,
        name: nameWithoutPrefix(name, group),
      }));
      return [...assignIdentifiers(named, "alert", [], existing)];
    }),
  );
}
