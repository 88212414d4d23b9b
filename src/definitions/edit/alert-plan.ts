/**
 * The edits of one alert. A value is changed where it is written if nothing else uses it there. A value that other environments use too is
 * replaced by an override. Every other alert is refused as a whole.
 */
import { type FieldStep, formatField, isMapping, type Problem } from "../../diagnostics";
import { placeOfField, type Reference } from "../../reconcile";
import { environmentValueName, ExpansionBudget, expandText, isTemplate, valueNamesIn } from "../expand-text";
import { type DefinitionScope } from "../scope";
import { plainValue } from "../yaml/compose";
import {
  type AlertEdit,
  type AttributeEdit,
  type EditContext,
  type LiveValue,
  type PlannedEdit,
} from "./alert-edit";
import { findSite, findSlot, hasAlert, overridesOf, type SourceAlert, type ValueSite } from "./find-values";
import { type SourceFile } from "./source-file";
import { type ScalarNode, type SequenceNode, type Slot, type SourceNode } from "./source-tree";
import { hasOverlap, type TextEdit } from "./text-edits";
import {
  addEntries,
  addItems,
  hasOwnComment,
  type NewEntry,
  removeItems,
  replaceEntry,
  replaceScalar,
  writeLiteral,
  type WrittenScalar,
  type WrittenValue,
} from "./write-values";

/** Ends the plan of an alert. */
class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.what);
  }
}

export class AlertPlan {
  readonly #edits = new Map<string, TextEdit[]>();
  readonly #added: NewEntry[] = [];
  #overrides: { readonly [key: string]: WrittenValue } = {};
  /** The sites that the overrides replace. */
  readonly #overridden: ValueSite[] = [];

  constructor(
    private readonly context: EditContext,
    private readonly file: SourceFile,
    private readonly alert: SourceAlert,
    private readonly edit: AlertEdit,
  ) {}

  plan(): PlannedEdit | Problem {
    try {
      if (this.edit.isRemoved === true) return this.#remove();
      if (this.edit.condition !== undefined) this.#replaceCondition(this.edit.condition);
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
    throw new Refusal({ severity: "warning", what, where, remedy });
  }

  #push(file: SourceFile, edits: readonly TextEdit[]): void {
    this.#edits.set(file.file, [...(this.#edits.get(file.file) ?? []), ...edits]);
  }

  #change({ path, value }: AttributeEdit): void {
    const { scope } = this.context.options;
    const site = findSite(this.alert, path, scope);
    if (site === undefined) {
      this.#add(path, writeAll(value));
      return;
    }
    const { node } = site.slot;
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
    if (valueNamesIn(node.text).length > 0) this.#changeValue(path, node.text, value);
    else if (this.#isShared(path, node)) this.#override(path, writeLiteral(value));
    else this.#push(this.file, [replaceScalar(this.file, node, writeLiteral(value))]);
  }

  /** Changes a value of the configuration. */
  #changeValue(path: readonly FieldStep[], text: string, value: WrittenScalar): void {
    const { scope, scopes } = this.context.options;
    const { config } = this.context;
    const [name = ""] = valueNamesIn(text);
    const valueOf = ({ environment = "" }: DefinitionScope) =>
      ["environments", environment, "values", name].reduce<Slot | undefined>(
        (parent, key) => findSlot(parent?.node, key),
        config?.root && { node: config.root, isAlias: false, start: 0, end: 0 },
      )?.node;
    const node = valueOf(scope);
    const isWhole = new RegExp(`^\\$\\{ *${name} *\\}$`).test(text);
    const shown = `\${${name}}`;
    if (name === environmentValueName || node?.kind !== "scalar" || config === undefined)
      this.#refuse(path, `Its text contains ${shown}.`, "Change the text.");
    const place = config.placeAt(node.start);
    if (!isWhole || isTemplate(node.text))
      this.#refuse(
        path,
        `Its text contains ${shown}, which is defined at ${place}.`,
        "Change the text, or the value.",
      );
    const uses = this.context.usesOfValue(name);
    const isNested = valuesOf(config.root, scope).some((other) => valueNamesIn(other).includes(name));
    const isMerged = scopes.some(
      (other) => other.environment !== scope.environment && valueOf(other) === node,
    );
    if (uses.length > 1 || isNested || isMerged) {
      const users = isMerged ? "other environments" : isNested ? "other values" : this.context.placesOf(uses);
      this.#refuse(path, `Its value ${shown} is defined at ${place}, and used by ${users}.`, sharedRemedy);
    }
    this.#push(config, [replaceScalar(config, node, writeLiteral(value))]);
  }

  #changeList(path: readonly FieldStep[], list: SequenceNode, live: readonly Reference[]): void {
    const { identify } = this.context.options;
    const written = list.items.map((item) => this.#itemOf(item.node));
    const liveIds = new Set(live.map((item) => identify(path, item)));
    const ids = written.map((item) => item !== undefined && identify(path, item));
    const present = new Set(ids);
    const added = live.filter((item) => !present.has(identify(path, item)));
    const isRemoved = (index: number) => !liveIds.has(ids[index]);
    const removed = list.items.filter((_, index) => isRemoved(index));
    const [only, replacement] = [removed[0], added[0]];
    const isReplacement =
      only !== undefined && replacement !== undefined && removed.length === 1 && added.length === 1;
    const fixed = removed.find(
      ({ node, isAlias }) => isAlias || node.kind !== "scalar" || valueNamesIn(node.text).length > 0,
    );
    if (fixed !== undefined) {
      const isOwn =
        isReplacement && only.node.kind === "scalar" && !(only.isAlias && this.#isShared(path, only.node));
      if (isOwn) {
        this.#isShared(path, list);
        this.#changeScalar(path, only.node, replacement);
        return;
      }
      this.#refuse(
        path,
        `Its item at ${this.#placeOf(fixed)} comes from a value or an anchor.`,
        "Change the list.",
      );
    }
    if (this.#isShared(path, list)) {
      const kept = list.items.flatMap(({ node }, index) => (isRemoved(index) ? [] : [scalarOf(node)]));
      this.#override(path, [...kept, ...added.map(writeLiteral)]);
      return;
    }
    // A new item takes the place of a removed one, unless a comment in a block describes that one.
    const isCleared = removed.length === list.items.length;
    const replaced = removed
      .filter((item) => isCleared || list.isFlow || !hasOwnComment(this.file, item))
      .slice(0, added.length);
    for (const [index, { node }] of replaced.entries())
      if (node.kind === "scalar")
        this.#push(this.file, [replaceScalar(this.file, node, writeLiteral(added[index] ?? ""))]);
    const gone = new Set(removed.filter((item) => !replaced.includes(item)));
    const isGone = (index: number) => list.items.some((item, at) => at === index && gone.has(item));
    if (gone.size > 0) this.#push(this.file, removeItems(this.file, list, isGone));
    const rest = added.slice(replaced.length).map(writeLiteral);
    const lastKept = list.items.findLastIndex((item) => !gone.has(item));
    if (rest.length > 0) this.#push(this.file, addItems(this.file, list, rest, lastKept));
  }

  #itemOf(node: SourceNode): Reference | undefined {
    if (node.kind !== "scalar") return undefined;
    const value = scalarOf(node);
    const expansion =
      typeof value === "string"
        ? expandText(value, this.context.options.scope, new ExpansionBudget())
        : undefined;
    const expanded = expansion === undefined || "what" in expansion ? value : expansion.value;
    return typeof expanded === "boolean" ? undefined : expanded;
  }

  /** Adds an attribute that no place has. */
  #add(path: readonly FieldStep[], value: WrittenValue): void {
    const [key = ""] = path.map(String);
    const isAbsentElsewhere = this.#otherScopes().some(
      (scope) => findSite(this.alert, path, scope) === undefined,
    );
    if (isAbsentElsewhere) this.#override(path, value);
    else this.#added.push({ key, value });
  }

  #otherScopes(): readonly DefinitionScope[] {
    const { scope, scopes } = this.context.options;
    return scopes.filter((other) => other.environment !== scope.environment && hasAlert(this.alert, other));
  }

  #override(path: readonly FieldStep[], value: WrittenValue): void {
    const site = findSite(this.alert, path, this.context.options.scope);
    if (site !== undefined) this.#overridden.push(site);
    const [key = "", member] = path.map(String);
    const block = this.#overrides[key];
    const own = member === undefined ? value : { ...(isMapping(block) ? block : {}), [member]: value };
    this.#overrides = { ...this.#overrides, [key]: own };
  }

  #addOverrides(): void {
    const { scope } = this.context.options;
    if (Object.keys(this.#overrides).length === 0) return;
    const environment = scope.environment ?? "";
    const all = findSlot(this.alert.node, "overrides")?.node;
    if (all === undefined) {
      this.#added.push({ key: "overrides", value: { [environment]: this.#overrides } });
      return;
    }
    const patterns = overridesOf(this.alert.node, scope);
    const index = patterns.findIndex(([pattern]) => pattern === environment);
    const own = patterns[index]?.[1].node;
    for (const { override, slot } of own === undefined ? [] : this.#overridden) {
      if (patterns.findIndex(([pattern]) => pattern === override) > index)
        this.#refuse([], `The override at ${this.#placeOf(slot.node)} follows the one of ${environment}.`);
    }
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
      const existing = findSlot(mapping, key)?.node;
      if (existing === undefined) entries.push({ key, value });
      else if (isMapping(value) && existing.kind === "mapping")
        this.#addMissing(existing, value, [...path, key]);
      else this.#refuse([...path, key], `A later override at ${this.#placeOf(existing)} replaces it.`);
    }
    if (entries.length > 0) this.#addTo(mapping, entries, path);
  }

  #addTo(mapping: SourceNode, entries: readonly NewEntry[], path: readonly FieldStep[]): void {
    const users = [...(this.file.containers.get(mapping) ?? [])];
    if (mapping.kind !== "mapping" || users.length > 1) {
      const places = users.map((index) => this.file.placeOfAlert(index)).join(", ");
      this.#refuse(
        path,
        `Its keys at ${this.#placeOf(mapping)} are shared through an anchor by ${places}.`,
        sharedRemedy,
      );
    }
    this.#push(this.file, addEntries(this.file, mapping, entries));
  }

  #replaceCondition({ key, value }: NonNullable<AlertEdit["condition"]>): void {
    const other = key === "event" ? "threshold" : "event";
    const removed = this.alert.node.entries.find((entry) => entry.key === other);
    const isShared = (this.file.containers.get(this.alert.node)?.size ?? 0) > 1;
    const hasOverrides = findSlot(this.alert.node, "overrides") !== undefined;
    const hasUses = isShared || hasOverrides || this.#otherScopes().length > 0;
    if (removed === undefined || hasUses || !isLiteral(removed.value))
      this.#refuse(
        [other],
        "The live alert is of the other kind, and the block has other uses.",
        "Change the definition.",
      );
    this.#push(this.file, [replaceEntry(this.file, this.alert.node, removed, { key, value })]);
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
  return typeof value === "object" ? value.map(writeLiteral) : writeLiteral(value);
}

/** Whether no part of a value comes from an anchor, a merge or the configuration. */
function isLiteral({ node, isAlias }: Slot): boolean {
  if (isAlias) return false;
  if (node.kind === "scalar") return valueNamesIn(node.text).length === 0;
  if (node.kind === "sequence") return node.items.every(isLiteral);
  return node.entries.every(({ isMerge, value }) => !isMerge && isLiteral(value));
}

function scalarOf(node: SourceNode): WrittenScalar {
  if (node.kind !== "scalar") return "";
  const value = node.style === "plain" ? plainValue(node.text) : node.text;
  return typeof value === "number" || typeof value === "boolean" ? value : node.text;
}

function valuesOf(root: SourceNode | undefined, { environment = "" }: DefinitionScope): readonly string[] {
  const values = ["environments", environment, "values"].reduce<SourceNode | undefined>(
    (parent, key) => findSlot(parent, key)?.node,
    root,
  );
  if (values?.kind !== "mapping") return [];
  return values.entries.flatMap(({ value: { node } }) => (node.kind === "scalar" ? [node.text] : []));
}
