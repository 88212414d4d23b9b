/** Exports a Terraform configuration: one file per group, and files for shared objects and imports. */
import { catalogKeys, objectKinds } from "../reconcile";
import { type AlertCondition } from "../service";
import { sortByName } from "./alert-groups";
import { type ExportModel } from "./export-model";
import { type CompleteAlert, type ExportedFile } from "./export-types";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-header";
import { hclBlock, type HclLine, hclString } from "./hcl-format";
import { toSnakeCase } from "./identifiers";
import { type NamedReference, type References, type ReferenceType } from "./references";

/** Names of the files that are not groups, without extension. */
export const hclFileNames = ["versions", ...catalogKeys, "imports"];

const versions = `terraform {
  # Import blocks require Terraform 1.5.
  required_version = ">= 1.5"

  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# Reads the environment variables DBMON_BASE_URL and DBMON_API_TOKEN.
provider "dbmon" {}`;

export function hclFiles(model: ExportModel): ExportedFile[] {
  const { alerts, groups, skipped, destinations, hosts, policies, durations } = model;
  const label = ({ alert: { id } }: CompleteAlert) =>
    toSnakeCase(model.identifiers.get(id) ?? ["alert", String(id)]);
  return [
    codeFile("versions", "Requirements and provider configuration.", [versions]),
    ...dataSourceFile("destination", "Destinations that alerts notify.", destinations),
    ...dataSourceFile("host", "Hosts that alerts are limited to.", hosts),
    ...dataSourceFile("policy", "Policies: how often an alert fires for a host.", policies),
    ...dataSourceFile("duration", "Durations: how long a metric must exceed the trigger.", durations),
    ...groups.map((group) => {
      const blocks = sortByName(group.alerts).map((alert) =>
        hclBlock(`resource "dbmon_alert" "${label(alert)}"`, alertLines(alert, model)),
      );
      return codeFile(group.slug, group.title, blocks);
    }),
    codeFile(
      "imports",
      "Imports of the existing alerts. Delete this file after the first apply.",
      sortByName(alerts).map((alert) =>
        hclBlock("import", [
          { name: "to", value: `dbmon_alert.${label(alert)}` },
          { name: "id", value: `"${alert.alert.id}"` },
        ]),
      ),
      formatSkippedAlerts(skipped),
    ),
  ];
}

function codeFile(
  name: string,
  title: string,
  blocks: readonly string[],
  notes: readonly string[] = [],
): ExportedFile {
  const text = `${[formatHeader("#", title, notes), ...blocks].join("\n\n")}\n`;
  return { path: `${name}.tf`, text: insertChecksum(text), kind: "code" };
}

const dataSourceTypes = {
  destination: "dbmon_destination",
  host: "dbmon_host",
  policy: "dbmon_alert_policy",
  duration: "dbmon_alert_duration",
} as const satisfies Record<ReferenceType, string>;

/** Leaves out missing objects, because a data source would fail. */
function dataSourceFile(type: ReferenceType, title: string, references: References): ExportedFile[] {
  const blocks = [...references.values()]
    .filter(({ isMissing }) => !isMissing)
    .map((reference) =>
      hclBlock(`data "${dataSourceTypes[type]}" "${toSnakeCase(reference.identifier)}"`, [
        ...(reference.reason === undefined ? [] : [{ comment: reference.reason }]),
        lookupArgument(reference),
      ]),
    );
  return blocks.length === 0 ? [] : [codeFile(objectKinds[type].key, title, blocks)];
}

function lookupArgument({ id, name, seconds }: NamedReference): HclLine {
  if (seconds !== undefined) return { name: "seconds", value: String(seconds) };
  return name === undefined ? { name: "id", value: String(id) } : { name: "name", value: hclString(name) };
}

function idExpression(type: ReferenceType, { id, identifier, isMissing }: NamedReference): string {
  return isMissing ? String(id) : `data.${dataSourceTypes[type]}.${toSnakeCase(identifier)}.id`;
}

function alertLines({ alert, config }: CompleteAlert, model: ExportModel): HclLine[] {
  return [
    { name: "name", value: hclString(alert.name) },
    ...(alert.annotations === "" ? [] : [{ name: "annotations", value: hclString(alert.annotations) }]),
    { name: "policy", value: optionValue("policy", alert.policy, model.policies) },
    ...referenceLines("destination", alert.destinations, model.destinations),
    ...referenceLines("host", config.hosts, model.hosts),
    ...(config.host_types.length === 0
      ? []
      : [{ name: "host_types", value: config.host_types.map(hclString) }]),
    ...(alert.disabled ? [{ name: "disabled", value: "true" }] : []),
    undefined,
    conditionLine(config.condition, model),
  ];
}

function referenceLines(type: ReferenceType, ids: readonly number[], references: References): HclLine[] {
  if (ids.length === 0) return [];
  const used = ids.flatMap((id) => references.get(id) ?? []);
  return [
    ...used.flatMap(({ isMissing, reason }) =>
      isMissing && reason !== undefined ? { comment: reason } : [],
    ),
    { name: `${type}s`, value: used.map((reference) => idExpression(type, reference)) },
  ];
}

function conditionLine(condition: AlertCondition, { durations }: ExportModel): HclLine {
  switch (condition.kind) {
    case "event":
      return {
        name: "event",
        value: { members: [{ name: "categories", value: condition.categories.map(hclString) }] },
      };
    case "threshold":
      return {
        name: "threshold",
        value: {
          members: [
            { name: "alert_level", value: hclString(condition.alert_level) },
            { name: "metric", value: hclString(condition.metric) },
            { name: "trigger", value: String(condition.trigger) },
            { name: "reset", value: String(condition.reset) },
            { name: "duration", value: optionValue("duration", condition.duration, durations) },
          ],
        },
      };
  }
}

function optionValue(type: ReferenceType, id: number, options: References): string {
  const reference = options.get(id);
  return reference === undefined ? String(id) : idExpression(type, reference);
}
