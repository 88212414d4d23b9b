/** Definitions and live alerts by name: one row per name. Most names belong to one definition and one live alert. */
import { getOrAdd } from "../diagnostics";
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

interface MutableRow<D, L> {
  /** The spelling of the first definition, otherwise of the first live alert. The two may differ in normalization form. */
  name: string;
  /** The first definition with the name. */
  definition?: D;
  definitionCount: number;
  /** The first live alert with the name. */
  live?: L;
  /** All live alerts with the name, if there are several. */
  duplicates?: L[];
}

export type NameRow<D, L> = Readonly<MutableRow<D, L>>;

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
    return getOrAdd(this.#rows, name, () => ({ name, definitionCount: 0 }));
  }
}
