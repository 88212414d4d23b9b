/** Exports a Terraform configuration: one file per group, and a file with imports. */
import { type AlertCondition, formatTimeSpan } from "../service";
import { sortByName } from "./alert-groups";
import { type ExportModel } from "./export-model";
import { type CompleteAlert, type ExportedFile } from "./export-types";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-header";
import { hclBlock, type HclLine, hclString } from "./hcl-format";
import { toSnakeCase } from "./identifiers";
import { type NamedReference, type References } from "./references";

/** Names of the files that are not groups, without extension. */
export const hclFileNames = ["versions", "imports"];

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
  const { alerts, groups, skipped } = model;
  const label = ({ alert: { id } }: CompleteAlert) =>
    toSnakeCase(model.identifiers.get(id) ?? ["alert", String(id)]);
  return [
    codeFile("versions", "Requirements and provider configuration.", [versions]),
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

function alertLines({ alert, config }: CompleteAlert, model: ExportModel): HclLine[] {
  return [
    { name: "name", value: hclString(alert.name) },
    ...(alert.annotations === "" ? [] : [{ name: "annotations", value: hclString(alert.annotations) }]),
    ...referenceLine("policy", alert.policy, model.policies),
    ...referenceLines("destinations", alert.destinations, model.destinations),
    ...referenceLines("hosts", config.hosts, model.hosts),
    ...(config.host_types.length === 0
      ? []
      : [{ name: "host_types", value: config.host_types.map(hclString) }]),
    ...(alert.disabled ? [{ name: "disabled", value: "true" }] : []),
    undefined,
    conditionLine(config.condition, model),
  ];
}

function referenceLines(name: string, ids: readonly number[], references: References): HclLine[] {
  if (ids.length === 0) return [];
  const used = ids.flatMap((id) => references.get(id) ?? []);
  return [...commentLines(used), { name, value: used.map(textOf) }];
}

/** An object without a name has no reference. */
function referenceLine(name: string, id: number, references: References): HclLine[] {
  const reference = references.get(id);
  if (reference === undefined) return [{ name, value: String(id) }];
  return [...commentLines([reference]), { name, value: textOf(reference) }];
}

function commentLines(references: readonly NamedReference[]): HclLine[] {
  return references.flatMap(({ reason }) => (reason === undefined ? [] : [{ comment: reason }]));
}

function textOf({ id, name, seconds }: NamedReference): string {
  if (name !== undefined) return hclString(name);
  return seconds === undefined ? String(id) : hclString(formatTimeSpan(seconds * 1000));
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
            ...referenceLine("duration", condition.duration, durations),
          ],
        },
      };
  }
}
