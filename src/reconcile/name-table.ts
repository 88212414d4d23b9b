/** Definitions and live alerts by name: one row per name. Most names belong to one definition and one live alert. */
import { TextMap } from "../service";

/** The part of a definition that matching uses. */
export interface NamedDefinition {
  readonly name: string;
  readonly renamedFrom?: string | undefined;
}

/** The part of a live alert that matching uses. The configuration may not be fetched yet. */
export interface NamedLive {
  readonly alert: { readonly id: number; readonly name: string };
}

export interface NameRow<D, L> {
  /** The spelling of the first definition, otherwise of the first live alert. The two may differ in normalization form. */
  readonly name: string;
  /** The first definition with the name. */
  readonly definition: D | undefined;
  readonly definitionCount: number;
  /** The first live alert with the name. */
  readonly live: L | undefined;
  /** All live alerts with the name, if there are several. */
  readonly duplicates: readonly L[] | undefined;
}

interface MutableRow<D, L> {
  name: string;
  definition: D | undefined;
  definitionCount: number;
  live: L | undefined;
  duplicates: L[] | undefined;
}

export class NameTable<D extends NamedDefinition, L extends NamedLive> {
  readonly #rows = new TextMap<MutableRow<D, L>>();
  /** In the order of the live alerts. */
  readonly liveRows: readonly NameRow<D, L>[];
  /** In the order of the definitions. */
  readonly definitionRows: readonly NameRow<D, L>[];
  /** Whether several definitions or several live alerts have the same name. */
  hasDuplicates = false;

  constructor(definitions: readonly D[], live: readonly L[]) {
    this.liveRows = live.map((alert) => this.#addLive(alert));
    this.definitionRows = definitions.map((definition) => this.#addDefinition(definition));
  }

  get(name: string): NameRow<D, L> | undefined {
    return this.#rows.get(name);
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
    const existing = this.#rows.get(name);
    if (existing !== undefined) return existing;
    const row = { name, definition: undefined, definitionCount: 0, live: undefined, duplicates: undefined };
    this.#rows.set(name, row);
    return row;
  }
}
