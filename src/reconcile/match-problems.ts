/** What is wrong where names do not say which live alert is meant: each is told, and nothing is guessed. */
import { type Problem, quote } from "../diagnostics";
import { type Alert } from "../service";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import { type NameTable } from "./name-table";

/**
 * What is wrong with the names of definitions, alone and beside those of live alerts.
 * @param renamed the definitions that were renamed
 */
export function* problemsOfNames(renamed: readonly DesiredAlert[], table: NameTable): Generator<Problem> {
  if (table.hasRepeats) {
    for (const { name, definitions, twins } of new Set(table.ofDesired)) {
      if (definitions > 1) yield defineOnce(name, definitions);
      if (twins !== undefined) yield twoLive(name, idsOf(twins));
    }
  }
  for (const [name, group] of groupBy(renamed, ({ renamedFrom }) => renamedFrom ?? "")) {
    if (group.length > 1) yield renamedTwice(name, group);
    const row = table.get(name);
    if (row?.twins !== undefined && row.desired === undefined)
      yield twoSources(group, name, idsOf(row.twins));
  }
}

function idsOf(twins: readonly LiveAlert[]): readonly { readonly id: number }[] {
  return twins.map(({ alert }) => alert);
}

function defineOnce(name: string, count: number): Problem {
  return {
    severity: "error",
    what: `${count} definitions have this name, and a name means one alert.`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or remove all but one.",
  };
}

/** Two live alerts of one name: which of them is meant cannot be known. */
export function twoLive(name: string, twins: readonly { readonly id: number }[]): Problem {
  return {
    severity: "error",
    what: `The service holds ${twins.length} alerts of this name (ids ${twins.map(({ id }) => id).join(", ")}).`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or delete all but one of them in the service, and run again.",
  };
}

function twoSources(
  [renamed]: readonly DesiredAlert[],
  source: string,
  twins: readonly { readonly id: number }[],
): Problem {
  return {
    ...twoLive(source, twins),
    what: `The service holds ${twins.length} alerts named ${quote(source)} (ids ${twins.map(({ id }) => id).join(", ")}), which it says it was renamed from.`,
    where: { subject: renamed?.name ?? source, field: ["renamed_from"] },
  };
}

function renamedTwice(name: string, group: readonly DesiredAlert[]): Problem {
  return {
    severity: "error",
    what: `${group.length} definitions say that they were renamed from ${quote(name)}: ${group.map((one) => quote(one.name)).join(", ")}.`,
    where: { subject: group.at(-1)?.name ?? name, field: ["renamed_from"] },
    remedy: "An alert can only become one other: remove renamed_from from all but one.",
  };
}

export function bothExist(alert: DesiredAlert, source: Alert): Problem {
  return {
    severity: "warning",
    what: `The alert exists, and so does ${quote(source.name)} (id ${source.id}), which it says it was renamed from.`,
    where: { subject: alert.name, field: ["renamed_from"] },
    remedy: "The alert of the name is taken. Delete the other one, or remove renamed_from.",
  };
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
