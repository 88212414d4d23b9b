/** Exports a Terraform configuration: one file per group, and files for shared objects and imports. */
import { type AlertCondition } from "../service";
import { sortByName } from "./alert-groups";
import { type ExportModel } from "./export-model";
import { type CompleteAlert, type ExportedFile } from "./export-types";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-header";
import { hclBlock, type HclLine, hclString } from "./hcl-format";
import { toSnakeCase } from "./identifiers";
import { type NamedOptions } from "./option-names";
import { type References, type ReferenceType } from "./references";

/** Files in addition to those of groups, without extension. */
export const hclFileNames = ["versions", "locals", "destinations", "hosts", "imports"];

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
  const { alerts, groups, skipped, destinations, hosts } = model;
  const label = ({ alert: { id } }: CompleteAlert) =>
    toSnakeCase(model.identifiers.get(id) ?? ["alert", String(id)]);
  return [
    codeFile("versions", "Requirements and provider configuration.", [versions]),
    ...localsFile(model),
    ...dataSourceFile("destination", "Destinations that alerts notify.", destinations),
    ...dataSourceFile("host", "Hosts that alerts are limited to.", hosts),
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

function localsFile({ policies, durations }: ExportModel): ExportedFile[] {
  const lists = [
    ["policy", "Policies: how often an alert fires for a host.", policies],
    ["duration", "Durations: how long a metric must exceed the trigger.", durations],
  ] as const;
  const usedLists = lists.filter(([, , options]) => options.size > 0);
  const lines = usedLists
    .map(([name, , options]): HclLine => {
      const members = [...options.values()].map(({ id, identifier }) => ({
        name: toSnakeCase(identifier),
        value: String(id),
      }));
      return { name, value: { members } };
    })
    .flatMap((line, index) => (index === 0 ? [line] : [undefined, line]));
  if (lines.length === 0) return [];
  const title = usedLists.map(([, description]) => description).join(" ");
  return [codeFile("locals", title, [hclBlock("locals", lines)])];
}

/** Leaves out missing objects, because a data source would fail. */
function dataSourceFile(type: ReferenceType, title: string, references: References): ExportedFile[] {
  const blocks = [...references.values()]
    .filter(({ isMissing }) => !isMissing)
    .map(({ id, name, identifier, reason }) =>
      hclBlock(`data "dbmon_${type}" "${toSnakeCase(identifier)}"`, [
        ...(reason === undefined ? [] : [{ comment: reason }]),
        name === undefined ? { name: "id", value: String(id) } : { name: "name", value: hclString(name) },
      ]),
    );
  return blocks.length === 0 ? [] : [codeFile(`${type}s`, title, blocks)];
}

function alertLines({ alert, config }: CompleteAlert, model: ExportModel): HclLine[] {
  return [
    { name: "name", value: hclString(alert.name) },
    ...(alert.annotations === "" ? [] : [{ name: "annotations", value: hclString(alert.annotations) }]),
    { name: "policy", value: optionValue("policy", alert.policy, model.policies) },
    ...referenceLines("destination", alert.destinations, model.destinations),
    ...referenceLines("host", config.hosts, model.hosts),
    ...(config.hostTypes.length === 0
      ? []
      : [{ name: "host_types", value: config.hostTypes.map(hclString) }]),
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
    {
      name: `${type}s`,
      value: used.map(({ id, identifier, isMissing }) =>
        isMissing ? String(id) : `data.dbmon_${type}.${toSnakeCase(identifier)}.id`,
      ),
    },
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
            { name: "alert_level", value: hclString(condition.alertLevel) },
            { name: "metric", value: hclString(condition.metric) },
            { name: "trigger", value: String(condition.trigger) },
            { name: "reset", value: String(condition.reset) },
            { name: "duration", value: optionValue("duration", condition.duration, durations) },
          ],
        },
      };
  }
}

function optionValue(local: string, id: number, options: NamedOptions): string {
  const identifier = options.get(id)?.identifier;
  return identifier === undefined ? String(id) : `local.${local}.${toSnakeCase(identifier)}`;
}
