/**
 * The edits of one alert. A value is changed where it is written if nothing else uses it there. A value that other environments use too is
 * replaced by an override. Every other alert is refused as a whole.
 */
import {
  type DefinitionScope,
  type DefinitionsFile,
  environmentValueName,
  escapeValues,
  expandText,
  ExpansionBudget,
  isTemplate,
  resolveAlias,
  type ScalarNode,
  type SequenceNode,
  type Slot,
  type SourceNode,
  valueNamesIn,
} from "../definitions";
import { type FieldStep, formatField, isMapping, type Problem, warningOf } from "../diagnostics";
import { type AlertDefinition, placeOfField, type Reference } from "../reconcile";
import {
  findAttribute,
  findValue,
  hasAlert,
  type SourceAlert,
  type SourceFile,
  type Use,
} from "./source-file";
import { hasOverlap, type TextEdit } from "./text-edits";
import {
  addEntries,
  addItems,
  hasOwnComment,
  type NewEntry,
  removeItems,
  replaceScalar,
  type WrittenScalar,
  type WrittenValue,
} from "./write-values";

export type LiveValue = Reference | boolean | readonly Reference[];

/** An attribute of an alert that takes a new value. */
export interface AttributeEdit {
  readonly path: readonly FieldStep[];
  readonly value: LiveValue;
}

export interface AlertEdit {
  readonly definition: AlertDefinition;
  readonly attributes: readonly AttributeEdit[];
  /** Whether the live alert is of the other kind. No file is edited then. */
  readonly isOfOtherKind: boolean;
  /** Whether the definition is removed. */
  readonly isRemoved: boolean;
}

export interface EditOptions {
  readonly files: readonly DefinitionsFile[];
  /** The configuration file, whose values can change. */
  readonly config: { readonly file: string; readonly text: string } | undefined;
  /** The environment of the edits. */
  readonly scope: DefinitionScope;
  /** All environments. Without a configuration, the scope. */
  readonly scopes: readonly DefinitionScope[];
  /** Returns equal values for references to the same object. */
  readonly identify: (path: readonly FieldStep[], reference: Reference) => unknown;
}

export interface PlannedEdit {
  /** By file. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** The definition to remove. */
  readonly removed?: { readonly file: SourceFile; readonly index: number };
}

/** The files of all definitions, as the plan of one alert needs them. */
export interface EditContext {
  readonly options: EditOptions;
  readonly config: SourceFile | undefined;
  /** The places of the alerts. */
  readonly placesOf: (uses: readonly Use[]) => string;
  /** The uses of a value of the configuration in the environment. */
  readonly usesOfValue: (name: string) => readonly Use[];
}

/** Ends the plan of an alert. */
class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.what);
  }
}

export class AlertEditPlanner {
  readonly #edits = new Map<string, TextEdit[]>();
  readonly #added: NewEntry[] = [];
  #overrides: { readonly [key: string]: WrittenValue } = {};

  constructor(
    private readonly context: EditContext,
    private readonly file: SourceFile,
    private readonly alert: SourceAlert,
    private readonly edit: AlertEdit,
  ) {}

  plan(): PlannedEdit | Problem {
    try {
      if (this.edit.isRemoved) return this.#remove();
      if (this.edit.isOfOtherKind)
        this.#refuse([], "The live alert is of the other kind.", "Change the definition.");
      for (const attribute of this.edit.attributes) this.#change(attribute);
      this.#addOverrides();
      if (this.#added.length > 0) this.#addTo(this.alert.node, this.#added, []);
      for (const edits of this.#edits.values())
        if (hasOverlap(edits)) this.#refuse([], "Its values are written at one place.");
      return { edits: this.#edits };
    } catch (error) {
      if (error instanceof Refusal) return error.problem;
      throw error;
    }
  }

  #refuse(path: readonly FieldStep[], reason: string, remedy = "Change the value there."): never {
    const { definition } = this.edit;
    const what =
      path.length === 0
        ? `The alert was not edited. ${reason}`
        : `${formatField(path)} was not edited. ${reason}`;
    const where = { ...placeOfField(definition), ...(path.length === 0 ? {} : { field: path }) };
    throw new Refusal(warningOf("edit-refused", what, { where, remedy }));
  }

  #push(file: SourceFile, ...edits: readonly TextEdit[]): void {
    this.#edits.set(file.file, [...(this.#edits.get(file.file) ?? []), ...edits]);
  }

  #change({ path, value }: AttributeEdit): void {
    const { scope } = this.context.options;
    const node = findAttribute(this.alert, path, scope);
    if (node === undefined) {
      this.#add(path, writeAll(value));
      return;
    }
    if (typeof value === "object") {
      if (node.kind !== "sequence") this.#refuse(path, `It is not a list at ${this.#placeOf(node)}.`);
      this.#changeList(path, node, value);
    } else if (node.kind === "scalar") this.#changeScalar(path, node, value);
    else this.#refuse(path, `It is not a scalar at ${this.#placeOf(node)}.`);
  }

  /** Whether other environments use the value. Refuses a value that other alerts use. */
  #isShared(path: readonly FieldStep[], node: SourceNode): boolean {
    const uses = this.file.uses.get(node) ?? [];
    const others = uses.filter(({ alert }) => alert !== this.alert.index);
    if (others.length > 0) {
      const users = this.context.placesOf(uses);
      this.#refuse(
        path,
        `Its value at ${this.#placeOf(node)} is shared through an anchor by ${users}.`,
        sharedRemedy,
      );
    }
    return uses.some(({ environment }) => environment !== (this.context.options.scope.environment ?? ""));
  }

  #changeScalar(path: readonly FieldStep[], node: ScalarNode, value: WrittenScalar): void {
    const [name] = valueNamesOf(node);
    if (name !== undefined) this.#changeValue(path, String(node.value), name, value);
    else if (this.#isShared(path, node)) this.#override(path, escapeValues(value));
    else this.#push(this.file, replaceScalar(this.file, node, escapeValues(value)));
  }

  /** Changes a value of the configuration. */
  #changeValue(path: readonly FieldStep[], text: string, name: string, value: WrittenScalar): void {
    const { config, options } = this.context;
    const keys = ["environments", options.scope.environment ?? "", "values", name];
    const node = keys.reduce(findValue, config?.root);
    const isWhole = new RegExp(`^\\$\\{ *${name} *\\}$`).test(text);
    const shown = `\${${name}}`;
    if (name === environmentValueName || node?.kind !== "scalar" || config === undefined)
      this.#refuse(path, `Its text contains ${shown}.`, "Change the text.");
    const place = config.placeAt(node.start);
    if (!isWhole || isTemplate(String(node.value)))
      this.#refuse(
        path,
        `Its text contains ${shown}, which is defined at ${place}.`,
        "Change the text, or the value.",
      );
    const uses = this.context.usesOfValue(name);
    if (uses.length > 1) {
      const users = this.context.placesOf(uses);
      this.#refuse(path, `Its value ${shown} is defined at ${place}, and used by ${users}.`, sharedRemedy);
    }
    this.#push(config, replaceScalar(config, node, escapeValues(value)));
  }

  #changeList(path: readonly FieldStep[], list: SequenceNode, live: readonly Reference[]): void {
    const { identify } = this.context.options;
    const liveIds = new Set(live.map((item) => identify(path, item)));
    const ids = list.items.map((item) => {
      const reference = this.#referenceOf(resolveAlias(item).value);
      return reference !== undefined && identify(path, reference);
    });
    const present = new Set(ids);
    const added = live.filter((item) => !present.has(identify(path, item)));
    const removed = list.items.filter((_, index) => !liveIds.has(ids[index]));
    const [only, replacement] = [removed[0], added[0]];
    const fixed = removed.find((item) => item.kind !== "scalar" || valueNamesOf(item).length > 0);
    if (fixed !== undefined) {
      if (only !== undefined && replacement !== undefined && removed.length === 1 && added.length === 1) {
        const node = resolveAlias(only);
        if (node.kind === "scalar" && !(only.kind === "alias" && this.#isShared(path, node))) {
          this.#isShared(path, list);
          this.#changeScalar(path, node, replacement);
          return;
        }
      }
      const reason = `Its item at ${this.#placeOf(resolveAlias(fixed))} comes from a value or an anchor.`;
      this.#refuse(path, reason, "Change the list.");
    }
    if (this.#isShared(path, list)) {
      const kept = list.items
        .filter((item) => !removed.includes(item))
        .map(resolveAlias)
        .map(writtenItem);
      this.#override(path, [...kept, ...added.map(escapeValues)]);
      return;
    }
    // A new item takes the place of a removed one, unless a comment in a block describes that one.
    const isCleared = removed.length === list.items.length;
    const replaced = removed
      .filter((item) => isCleared || list.isFlow || !hasOwnComment(this.file, item))
      .slice(0, added.length);
    for (const [index, item] of replaced.entries())
      if (item.kind === "scalar")
        this.#push(this.file, replaceScalar(this.file, item, escapeValues(added[index] ?? "")));
    const gone = new Set<Slot | undefined>(removed.filter((item) => !replaced.includes(item)));
    if (gone.size > 0)
      this.#push(this.file, ...removeItems(this.file, list, (index) => gone.has(list.items[index])));
    const rest = added.slice(replaced.length).map(escapeValues);
    const lastKept = list.items.findLastIndex((item) => !gone.has(item));
    if (rest.length > 0) this.#push(this.file, ...addItems(this.file, list, rest, lastKept));
  }

  /** The reference that an item stands for. */
  #referenceOf(value: unknown): Reference | undefined {
    if (typeof value !== "string") return typeof value === "number" ? value : undefined;
    const expansion = expandText(value, this.context.options.scope, new ExpansionBudget());
    const expanded = expansion === undefined || "what" in expansion ? value : expansion.value;
    return typeof expanded === "boolean" ? undefined : expanded;
  }

  /** Adds an attribute that no place has. */
  #add(path: readonly FieldStep[], value: WrittenValue): void {
    const [key = ""] = path.map(String);
    const isAbsentElsewhere = this.#otherScopes().some(
      (scope) => findAttribute(this.alert, path, scope) === undefined,
    );
    if (isAbsentElsewhere) this.#override(path, value);
    else this.#added.push({ key, value });
  }

  #otherScopes(): readonly DefinitionScope[] {
    const { scope, scopes } = this.context.options;
    return scopes.filter((other) => other.environment !== scope.environment && hasAlert(this.alert, other));
  }

  #override(path: readonly FieldStep[], value: WrittenValue): void {
    const [key = "", member] = path.map(String);
    const block = this.#overrides[key];
    const own = member === undefined ? value : { ...(isMapping(block) ? block : {}), [member]: value };
    this.#overrides = { ...this.#overrides, [key]: own };
  }

  #addOverrides(): void {
    const { scope } = this.context.options;
    if (Object.keys(this.#overrides).length === 0) return;
    const environment = scope.environment ?? "";
    const all = findValue(this.alert.node, "overrides");
    if (all === undefined) {
      this.#added.push({ key: "overrides", value: { [environment]: this.#overrides } });
      return;
    }
    const own = findValue(all, environment);
    if (own === undefined) this.#addTo(all, [{ key: environment, value: this.#overrides }], ["overrides"]);
    else this.#addMissing(own, this.#overrides, ["overrides", environment]);
  }

  /** Adds keys to a mapping, and the keys of a block to the block that it has. */
  #addMissing(
    mapping: SourceNode,
    values: { readonly [key: string]: WrittenValue },
    path: readonly FieldStep[],
  ): void {
    const entries: NewEntry[] = [];
    for (const [key, value] of Object.entries(values)) {
      const existing = findValue(mapping, key);
      if (existing === undefined) entries.push({ key, value });
      else if (isMapping(value) && existing.kind === "mapping")
        this.#addMissing(existing, value, [...path, key]);
      else this.#refuse([...path, key], `A later override at ${this.#placeOf(existing)} replaces it.`);
    }
    if (entries.length > 0) this.#addTo(mapping, entries, path);
  }

  #addTo(mapping: SourceNode, entries: readonly NewEntry[], path: readonly FieldStep[]): void {
    if (mapping.kind !== "mapping") this.#refuse(path, `It is not a mapping at ${this.#placeOf(mapping)}.`);
    this.#push(this.file, ...addEntries(this.file, mapping, entries));
  }

  #remove(): PlannedEdit {
    const others = this.#otherScopes().map(({ environment = "" }) => environment);
    if (others.length > 0)
      this.#refuse(
        [],
        `These environments have the alert too: ${others.join(", ")}.`,
        "Limit it with environments.",
      );
    return { edits: this.#edits, removed: { file: this.file, index: this.alert.index } };
  }

  #placeOf({ start }: { readonly start: number }): string {
    return this.file.placeAt(start);
  }
}

const sharedRemedy = "Change it there if all of them must change, or write the value into this alert.";

function writeAll(value: LiveValue): WrittenValue {
  return typeof value === "object" ? value.map(escapeValues) : escapeValues(value);
}

function writtenItem({ value }: SourceNode): Reference {
  return typeof value === "number" ? value : String(value);
}

function valueNamesOf({ value }: SourceNode): readonly string[] {
  return typeof value === "string" ? valueNamesIn(value) : [];
}
