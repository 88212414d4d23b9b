/** Exports a Terraform configuration, formatted like `terraform fmt`: one file per group, and a file with imports. */
import { type AlertCondition, formatTimeSpan, type HostTags } from "../service";
import { sortByName } from "./alert-groups";
import { type ExportModel } from "./export-model";
import { type CompleteAlert, type ExportedFile } from "./exportable-alerts";
import { escapeInvisible, formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-text";
import { type ExportedReferences, type NamedReference } from "./references";

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
  const label = ({ alert: { id } }: CompleteAlert) => (model.identifiers.get(id) ?? ["alert", id]).join("_");
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
    ...(config.hostTags === undefined ? [] : [hostTagsLine(config.hostTags)]),
    ...(config.host_types.length === 0
      ? []
      : [{ name: "host_types", value: config.host_types.map(hclString) }]),
    ...(alert.disabled ? [{ name: "disabled", value: "true" }] : []),
    undefined,
    conditionLine(config.condition, model),
  ];
}

function hostTagsLine(tags: HostTags): HclLine {
  const members = Object.entries(tags).map(([key, values]) => ({
    name: /^[A-Za-z_][\w-]*$/.test(key) ? key : hclString(key),
    value: values.map(hclString),
  }));
  return { name: "host_tags", value: { members } };
}

function referenceLines(name: string, ids: readonly number[], references: ExportedReferences): HclLine[] {
  if (ids.length === 0) return [];
  const used = ids.flatMap((id) => references.get(id) ?? []);
  return [...commentLines(used), { name, value: used.map(textOf) }];
}

/** An object without a name has no reference. */
function referenceLine(name: string, id: number, references: ExportedReferences): HclLine[] {
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

/** A quoted string without expressions. */
function hclString(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/[$%](?=\{)/g, "$&$&");
  return `"${escapeInvisible(escaped, (digits) => `\\U${digits.padStart(8, "0")}`)}"`;
}

/** Longer lists have one element per line. */
const maxLineLength = 100;

/** An argument, a comment, or undefined for an empty line. */
type HclLine = HclArgument | HclComment | undefined;

interface HclComment {
  readonly comment: string;
}

interface HclArgument {
  readonly name: string;
  /** An expression, the elements of a list, or the arguments of an object. */
  readonly value: string | readonly string[] | { readonly members: readonly HclLine[] };
}

function formatBody(lines: readonly HclLine[], indent = "  "): string[] {
  const formatted: string[] = [];
  let aligned: HclArgument[] = [];
  const flush = () => {
    const nameLength = Math.max(0, ...aligned.map(({ name }) => name.length));
    for (const argument of aligned)
      formatted.push(`${indent}${argument.name.padEnd(nameLength)} = ${singleLine(argument, indent) ?? ""}`);
    aligned = [];
  };
  for (const line of lines) {
    if (line !== undefined && "name" in line && singleLine(line, indent) !== undefined) {
      aligned.push(line);
      continue;
    }
    flush();
    if (line === undefined) formatted.push("");
    else if ("comment" in line) formatted.push(`${indent}# ${line.comment}`);
    else formatted.push(...multipleLines(line, indent));
  }
  flush();
  return formatted;
}

/** @returns undefined if the argument needs multiple lines */
function singleLine({ name, value }: HclArgument, indent: string): string | undefined {
  if (typeof value === "string") return value;
  if ("members" in value) return undefined;
  const list = `[${value.join(", ")}]`;
  return indent.length + Math.max(name.length, 12) + list.length + 3 <= maxLineLength ? list : undefined;
}

function multipleLines({ name, value }: HclArgument, indent: string): string[] {
  if (typeof value === "string") return [];
  if ("members" in value) {
    return [`${indent}${name} = {`, ...formatBody(value.members, `${indent}  `), `${indent}}`];
  }
  return [`${indent}${name} = [`, ...value.map((element) => `${indent}  ${element},`), `${indent}]`];
}

/** A top-level block. @param header for example `resource "dbmon_alert" "cpu"` */
function hclBlock(header: string, lines: readonly HclLine[]): string {
  return [`${header} {`, ...formatBody(lines), "}"].join("\n");
}
