/** Plans edits of the alerts of definitions files. Reads each file once. */
import { getOrAdd, groupBy, type Problem } from "../../diagnostics";
import { placeOfField } from "../../reconcile";
import { isTemplate, valueNamesIn } from "../expand-text";
import { type AlertEdit, type EditContext, type EditOptions, type PlannedEdit } from "./alert-edit";
import { AlertPlan } from "./alert-plan";
import { findSlot, type Use } from "./find-values";
import { type SourceFile, sourceFileOf } from "./source-file";
import { type TextEdit } from "./text-edits";
import { removeItems } from "./write-values";

/** Plans edits of alerts. The edits of different alerts do not overlap. */
export class DefinitionsEditor implements EditContext {
  readonly #files = new Map<string, SourceFile>();
  readonly config: SourceFile | undefined;
  #usedValues: ReadonlyMap<string, readonly Use[]> | undefined;

  constructor(readonly options: EditOptions) {
    const { config } = options;
    this.config = config && sourceFileOf(config.file, config.text, []);
  }

  plan(edit: AlertEdit): PlannedEdit | Problem {
    const { definition } = edit;
    const file = this.#fileOf(definition.place.file ?? "");
    const alert = file?.alertAt(definition.place);
    if (file === undefined || alert === undefined) {
      const what = "The definition is not in a file that dbmon can edit.";
      return { severity: "warning", what, where: placeOfField(definition), remedy: "Change it there." };
    }
    return new AlertPlan(this, file, alert, edit).plan();
  }

  /** All edits by file. */
  combine(planned: readonly PlannedEdit[]): ReadonlyMap<string, readonly TextEdit[]> {
    const combined = new Map<string, TextEdit[]>();
    for (const { edits } of planned)
      for (const [file, own] of edits) getOrAdd(combined, file, () => []).push(...own);
    const removals = groupBy(
      planned.flatMap(({ removed }) => removed ?? []),
      ({ file }) => file,
    );
    for (const [file, removed] of removals) {
      const list = findSlot(file.root, "alerts")?.node;
      const indexes = new Set(removed.map(({ index }) => index));
      if (list?.kind !== "sequence") continue;
      getOrAdd(combined, file.file, () => []).push(...removeItems(file, list, (index) => indexes.has(index)));
    }
    return combined;
  }

  #fileOf(name: string): SourceFile | undefined {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const content = this.options.files.find(({ file }) => file === name);
    if (content === undefined) return undefined;
    const file = sourceFileOf(content.file, content.text, this.options.scopes);
    this.#files.set(name, file);
    return file;
  }

  placesOf(uses: readonly Use[]): string {
    const places = new Set(uses.map(({ file, alert }) => this.#fileOf(file)?.placeOfAlert(alert) ?? file));
    return [...places].join(", ");
  }

  /** The uses of each value of the configuration in the environment. */
  usesOfValue(name: string): readonly Use[] {
    this.#usedValues ??= this.#findUsedValues();
    return this.#usedValues.get(name) ?? [];
  }

  #findUsedValues(): ReadonlyMap<string, readonly Use[]> {
    const used = new Map<string, Use[]>();
    const environment = this.options.scope.environment ?? "";
    for (const { file: name } of this.options.files) {
      for (const [node, uses] of this.#fileOf(name)?.uses ?? []) {
        if (node.kind !== "scalar" || !isTemplate(node.text)) continue;
        const own = uses.filter((use) => use.environment === environment);
        for (const value of valueNamesIn(node.text)) used.set(value, [...(used.get(value) ?? []), ...own]);
      }
    }
    return used;
  }
}
