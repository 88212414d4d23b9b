/**
 * Who has which name, desired and live: one row for each name, which is looked up once and then at hand. Names are nearly always
 * those of one alert, so a list is made only where several have one.
 */
import { type DesiredAlert, type LiveAlert } from "./desired-alert";

/** A name. What is found out about it is written into its row. */
export interface NameRow {
  readonly name: string;
  /** The first definition of the name. */
  desired: DesiredAlert | undefined;
  /** How many definitions have it. */
  definitions: number;
  /** The first live alert of the name. */
  live: LiveAlert | undefined;
  /** All of them, where there are several. */
  twins: LiveAlert[] | undefined;
  /** The name that the live alert gets. */
  movesTo: string | undefined;
  /** The live alert that gets this name. */
  source: LiveAlert | undefined;
  /** Whether that one takes an interim name first. */
  hasInterim: boolean;
}

export class NameTable {
  readonly #rows = new Map<string, NameRow>();
  /** In the order of the live alerts. */
  readonly ofLive: readonly NameRow[];
  /** In the order of the desired ones. */
  readonly ofDesired: readonly NameRow[];
  /** Whether some name is that of several alerts or definitions. */
  hasRepeats = false;

  constructor(desired: readonly DesiredAlert[], live: readonly LiveAlert[]) {
    this.ofLive = live.map((one) => this.#addLive(one));
    this.ofDesired = desired.map((one) => this.#addDesired(one));
  }

  /** Undefined where nobody has the name. */
  get(name: string): NameRow | undefined {
    return this.#rows.get(name);
  }

  #addLive(live: LiveAlert): NameRow {
    const row = this.#rowOf(live.alert.name);
    if (row.live === undefined) row.live = live;
    else {
      (row.twins ??= [row.live]).push(live);
      this.hasRepeats = true;
    }
    return row;
  }

  #addDesired(desired: DesiredAlert): NameRow {
    const row = this.#rowOf(desired.name);
    row.definitions += 1;
    if (row.desired === undefined) row.desired = desired;
    else this.hasRepeats = true;
    return row;
  }

  #rowOf(name: string): NameRow {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const row: NameRow = {
      name,
      desired: undefined,
      definitions: 0,
      live: undefined,
      twins: undefined,
      movesTo: undefined,
      source: undefined,
      hasInterim: false,
    };
    this.#rows.set(name, row);
    return row;
  }
}
