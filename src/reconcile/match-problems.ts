/** Problems with names that do not identify exactly one definition and one live alert. */
import { getOrAdd, type Problem, quote } from "../diagnostics";
import { explainForms, TextMap } from "../service";
import { type NamedDefinition, type NamedLive, type NameTable } from "./name-table";

/** @param renamed the definitions with `renamedFrom` */
export function* findNameProblems(
  renamed: readonly NamedDefinition[],
  table: NameTable<NamedDefinition, NamedLive>,
): Generator<Problem> {
  if (table.hasDuplicates) {
    for (const { name, definitionCount, duplicates } of new Set(table.definitionRows)) {
      if (definitionCount > 1) yield duplicateDefinitions(name, definitionCount);
      if (duplicates !== undefined) yield duplicateLiveAlerts(name, alertsOf(duplicates));
    }
  }
  for (const [source, group] of groupBySource(renamed)) {
    if (group.length > 1) yield duplicateRenames(source, group);
    const row = table.get(source);
    if (row?.duplicates !== undefined && row.definition === undefined) {
      yield duplicateSources(group, source, alertsOf(row.duplicates));
    }
  }
}

type NamedAlert = NamedLive["alert"];

function alertsOf(live: readonly NamedLive[]): readonly NamedAlert[] {
  return live.map(({ alert }) => alert);
}

function duplicateDefinitions(name: string, count: number): Problem {
  return {
    severity: "error",
    what: `${count} definitions have this name, but names are unique.`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or remove all but one.",
  };
}

export function duplicateLiveAlerts(name: string, alerts: readonly NamedAlert[]): Problem {
  return {
    severity: "error",
    what: `${alerts.length} live alerts have this name (ids ${idsOf(alerts)}).${formsOf(alerts)}`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or delete all but one of them in the service. Then run again.",
  };
}

function duplicateSources(
  [definition]: readonly NamedDefinition[],
  source: string,
  alerts: readonly NamedAlert[],
): Problem {
  return {
    ...duplicateLiveAlerts(source, alerts),
    what: `${alerts.length} live alerts have the name in renamed_from, ${quote(source)} (ids ${idsOf(alerts)}).${formsOf(alerts)}`,
    where: { subject: definition?.name ?? source, field: ["renamed_from"] },
  };
}

function duplicateRenames(source: string, group: readonly NamedDefinition[]): Problem {
  const names = group.map(({ name }) => quote(name)).join(", ");
  return {
    severity: "error",
    what: `${group.length} definitions have the same renamed_from, ${quote(source)}: ${names}.`,
    where: { subject: group.at(-1)?.name ?? source, field: ["renamed_from"] },
    remedy: "Remove renamed_from from all but one.",
  };
}

/** The live alert of `renamedFrom` is not renamed, because its new name is in use. */
export function renameTargetExists(name: string, { id, name: source }: NamedLive["alert"]): Problem {
  return {
    severity: "warning",
    what: `The alert exists, but so does the alert in renamed_from, ${quote(source)} (id ${id}).`,
    where: { subject: name, field: ["renamed_from"] },
    remedy: "Delete the alert with the old name, or remove renamed_from.",
  };
}

function idsOf(alerts: readonly NamedAlert[]): string {
  return alerts.map(({ id }) => id).join(", ");
}

function formsOf(alerts: readonly NamedAlert[]): string {
  return explainForms(alerts.map(({ name }) => name));
}

function groupBySource(renamed: readonly NamedDefinition[]): TextMap<NamedDefinition[]> {
  const groups = new TextMap<NamedDefinition[]>();
  for (const definition of renamed) getOrAdd(groups, definition.renamedFrom ?? "", () => []).push(definition);
  return groups;
}
