/** An environment as a Terraform configuration: a file for each group, and files for what they share. */
import { type AlertCondition } from "../service";
import { skippedLines } from "./comments";
import { type ExportedFile, type WholeAlert } from "./environment";
import { byName } from "./groups";
import { hclBlock, type HclLine, hclText } from "./hcl-text";
import { type Model } from "./model";
import { type NamedOptions } from "./options";
import { type References } from "./references";
import { headOf, stamp } from "./stamp";
import { snake } from "./words";

/** Files beside those of the groups. */
export const hclFileNames = ["versions", "locals", "destinations", "hosts", "imports"];

const versions = `terraform {
  # Blocks of import came with it.
  required_version = ">= 1.5"

  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# Address and token come from DBMON_BASE_URL and DBMON_API_TOKEN.
provider "dbmon" {}`;

export function hclFiles(model: Model): ExportedFile[] {
  const { alerts, groups, skipped, destinations, hosts, words } = model;
  const label = ({ alert: { id } }: WholeAlert) => snake(words.get(id) ?? ["alert", String(id)]);
  return [
    file("versions", "The environment's alerts, as they were found.", [versions]),
    ...localsFile(model),
    ...lookUpFile("destination", "Whom alerts notify.", destinations),
    ...lookUpFile("host", "Hosts that alerts are restricted to.", hosts),
    ...groups.map((group) => {
      const blocks = byName(group.alerts).map((one) =>
        hclBlock(`resource "dbmon_alert" "${label(one)}"`, linesOf(one, model)),
      );
      return file(group.slug, group.title, blocks);
    }),
    file(
      "imports",
      "Takes over the alerts that exist. Once it is applied, this file can go.",
      byName(alerts).map((one) =>
        hclBlock("import", [
          { name: "to", value: `dbmon_alert.${label(one)}` },
          { name: "id", value: `"${one.alert.id}"` },
        ]),
      ),
      skippedLines(skipped),
    ),
  ];
}

function file(
  name: string,
  title: string,
  blocks: readonly string[],
  notes: readonly string[] = [],
): ExportedFile {
  return { path: `${name}.tf`, text: stamp(`${[headOf("#", title, notes), ...blocks].join("\n\n")}\n`) };
}

function localsFile({ policies, durations }: Model): ExportedFile[] {
  const lists = [
    ["policy", "How often an alert fires for a host.", policies],
    ["duration", "How long a trigger has to be exceeded.", durations],
  ] as const;
  const named = lists.filter(([, , options]) => options.size > 0);
  const lines = named
    .map(([name, , options]): HclLine => {
      const members = [...options.values()].map(({ id, words }) => ({
        name: snake(words),
        value: String(id),
      }));
      return { name, value: { members } };
    })
    .flatMap((line, index) => (index === 0 ? [line] : [undefined, line]));
  if (lines.length === 0) return [];
  const title = named.map(([, meaning]) => meaning).join(" ");
  return [file("locals", title, [hclBlock("locals", lines)])];
}

/** What is gone cannot be looked up. */
function lookUpFile(noun: "destination" | "host", title: string, references: References): ExportedFile[] {
  const blocks = [...references.values()]
    .filter(({ isGone }) => !isGone)
    .map(({ id, name, words, reason }) =>
      hclBlock(`data "dbmon_${noun}" "${snake(words)}"`, [
        ...(reason === undefined ? [] : [{ comment: reason }]),
        name === undefined ? { name: "id", value: String(id) } : { name: "name", value: hclText(name) },
      ]),
    );
  return blocks.length === 0 ? [] : [file(`${noun}s`, title, blocks)];
}

function linesOf({ alert, config }: WholeAlert, model: Model): HclLine[] {
  return [
    { name: "name", value: hclText(alert.name) },
    ...(alert.annotations === "" ? [] : [{ name: "annotations", value: hclText(alert.annotations) }]),
    { name: "policy", value: option("policy", alert.policy, model.policies) },
    ...referring("destination", alert.destinations, model.destinations),
    ...referring("host", config.hosts, model.hosts),
    ...(config.hostTypes.length === 0 ? [] : [{ name: "host_types", value: config.hostTypes.map(hclText) }]),
    ...(alert.disabled ? [{ name: "disabled", value: "true" }] : []),
    undefined,
    condition(config.condition, model),
  ];
}

function referring(noun: "destination" | "host", ids: readonly number[], references: References): HclLine[] {
  if (ids.length === 0) return [];
  const all = ids.flatMap((id) => references.get(id) ?? []);
  return [
    ...all.flatMap(({ isGone, reason }) => (isGone && reason !== undefined ? { comment: reason } : [])),
    {
      name: `${noun}s`,
      value: all.map(({ id, words, isGone }) =>
        isGone ? String(id) : `data.dbmon_${noun}.${snake(words)}.id`,
      ),
    },
  ];
}

function condition(made: AlertCondition, { durations }: Model): HclLine {
  switch (made.kind) {
    case "event":
      return {
        name: "event",
        value: { members: [{ name: "categories", value: made.categories.map(hclText) }] },
      };
    case "threshold":
      return {
        name: "threshold",
        value: {
          members: [
            { name: "alert_level", value: hclText(made.alertLevel) },
            { name: "metric", value: hclText(made.metric) },
            { name: "trigger", value: String(made.trigger) },
            { name: "reset", value: String(made.reset) },
            { name: "duration", value: option("duration", made.duration, durations) },
          ],
        },
      };
  }
}

function option(noun: string, id: number, options: NamedOptions): string {
  const words = options.get(id)?.words;
  return words === undefined ? String(id) : `local.${noun}.${snake(words)}`;
}
