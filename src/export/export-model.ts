/** The parts of an export that do not depend on the language: groups, identifiers and references. */
import { type CatalogKey, referencesOf } from "../reconcile";
import { type AlertGroup, groupAlerts, nameWithoutPrefix } from "./alert-groups";
import {
  type CompleteAlert,
  type Language,
  type LiveEnvironment,
  selectExportableAlerts,
  type SkippedAlert,
} from "./exportable-alerts";
import { assignIdentifiers, type Identifier, type ManifestEntries } from "./identifiers";
import { type ExportedReferences, nameReferences } from "./references";

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
  const used = alerts.map(({ alert, config }) => referencesOf({ ...alert, ...config }));
  const idsOf = (key: CatalogKey) => used.flatMap((ids) => ids[key]);
  return {
    destinations: nameReferences(idsOf("destinations"), environment.destinations, "destination", language),
    hosts: nameReferences(idsOf("hosts"), environment.hosts, "host", language),
    policies: nameReferences(idsOf("policies"), environment.policies, "policy", language),
    durations: nameReferences(idsOf("durations"), environment.durations, "duration", language),
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
