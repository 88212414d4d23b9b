/** Definitions and live alerts by name: one row per name. Most names belong to one definition and one live alert. */
import { errorOf, groupBy, type Problem, quote, toNfc, warningOf } from "../diagnostics";
import { explainForms } from "../service";

export interface NamedDefinition {
  readonly name: string;
  readonly renamedFrom?: string | undefined;
  readonly stateId?: number | undefined;
}

/** The part of a live alert that matching uses. The configuration may not be fetched yet. */
export interface NamedLive {
  readonly alert: { readonly id: number; readonly name: string };
}

interface MutableRow<D, L> {
  /** The spelling of the first definition, otherwise of the first live alert. The two may differ in normalization form. */
  name: string;
  definition: D | undefined;
  definitionCount: number;
  live: L | undefined;
  /** All live alerts with the name, if there are several. */
  duplicates: L[] | undefined;
}

export type NameRow<D, L> = Readonly<MutableRow<D, L>>;

export class NameTable<D extends NamedDefinition, L extends NamedLive> {
  /** By name in NFC. */
  readonly #rows = new Map<string, MutableRow<D, L>>();
  /** In the order of the live alerts. */
  readonly liveRows: readonly NameRow<D, L>[];
  /** In the order of the definitions. */
  readonly definitionRows: readonly NameRow<D, L>[];
  hasDuplicates = false;

  constructor(definitions: readonly D[], live: readonly L[]) {
    this.liveRows = live.map((alert) => this.#addLive(alert));
    this.definitionRows = definitions.map((definition) => this.#addDefinition(definition));
  }

  get(name: string): NameRow<D, L> | undefined {
    return this.#rows.get(toNfc(name));
  }

  #addLive(live: L): NameRow<D, L> {
    const row = this.#getOrAddRow(live.alert.name);
    if (row.live === undefined) row.live = live;
    else {
      (row.duplicates ??= [row.live]).push(live);
      this.hasDuplicates = true;
    }
    return row;
  }

  #addDefinition(definition: D): NameRow<D, L> {
    const row = this.#getOrAddRow(definition.name);
    row.definitionCount += 1;
    if (row.definition === undefined) {
      row.definition = definition;
      row.name = definition.name;
    } else this.hasDuplicates = true;
    return row;
  }

  #getOrAddRow(name: string): MutableRow<D, L> {
    const key = toNfc(name);
    let row = this.#rows.get(key);
    if (row === undefined) {
      // All fields from the start: objects of one shape are faster.
      row = { name, definition: undefined, definitionCount: 0, live: undefined, duplicates: undefined };
      this.#rows.set(key, row);
    }
    return row;
  }
}

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
  for (const [source, group] of groupBy(renamed, ({ renamedFrom = "" }) => toNfc(renamedFrom))) {
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
  return errorOf("name-duplicate", `${count} definitions have this name, but names are unique.`, {
    where: { subject: name, field: ["name"] },
    remedy: "Rename or remove all but one.",
  });
}

export function duplicateLiveAlerts(name: string, alerts: readonly NamedAlert[]): Problem {
  const what = `${alerts.length} live alerts have this name (ids ${idsOf(alerts)}).${formsOf(alerts)}`;
  return errorOf("name-duplicate", what, {
    where: { subject: name, field: ["name"] },
    remedy: "Rename or delete all but one of them in the service. Then run again.",
  });
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
  const what = `${group.length} definitions have the same renamed_from, ${quote(source)}: ${names}.`;
  return errorOf("name-duplicate", what, {
    where: { subject: group.at(-1)?.name ?? source, field: ["renamed_from"] },
    remedy: "Remove renamed_from from all but one.",
  });
}

/** The live alert of `renamedFrom` is not renamed, because its new name is in use. */
export function renameTargetExists(name: string, { id, name: source }: NamedLive["alert"]): Problem {
  const what = `The alert exists, but so does the alert in renamed_from, ${quote(source)} (id ${id}).`;
  return warningOf("name-duplicate", what, {
    where: { subject: name, field: ["renamed_from"] },
    remedy: "Delete the alert with the old name, or remove renamed_from.",
  });
}

function idsOf(alerts: readonly NamedAlert[]): string {
  return alerts.map(({ id }) => id).join(", ");
}

function formsOf(alerts: readonly NamedAlert[]): string {
  return explainForms(alerts.map(({ name }) => name));
}
