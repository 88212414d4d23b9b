/** Edits definitions, and keeps only edits after which every definition is as expected in every environment. */
import {
  type DefinitionScope,
  type DefinitionsFile,
  parseAlerts,
  readDefinitionsFile,
  valueNamesIn,
} from "../definitions";
import { getOrAdd, groupBy, isError, type Problem, toNfc, warningOf } from "../diagnostics";
import { type AlertDefinition, placeOfField } from "../reconcile";
import {
  type AlertEdit,
  AlertEditPlanner,
  type EditContext,
  type EditOptions,
  type PlannedEdit,
} from "./plan-alert-edit";
import { findValue, type SourceFile, sourceFileOf, type Use } from "./source-file";
import { applyEdits, type TextEdit } from "./text-edits";
import { removeItems } from "./write-values";

export interface EditResult<E extends AlertEdit> {
  /** Only changed files. */
  readonly files: readonly EditedFile[];
  readonly edited: readonly E[];
  /** Why alerts were not edited. */
  readonly refused: readonly (readonly [E, Problem])[];
}

export interface EditedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface AcceptOptions<E extends AlertEdit = AlertEdit> extends EditOptions {
  /** All environments with the values of a configuration file. Undefined if it is invalid. */
  readonly readScopes: (config: string) => readonly DefinitionScope[] | undefined;
  /** Whether the definition after the edit is the wanted one. Undefined if the environment does not have it. */
  readonly isAccepted: (edit: E, after: AlertDefinition | undefined) => boolean;
}

/** Pure: returns the contents of the files, and writes none. */
export function editDefinitions<E extends AlertEdit>(
  edits: readonly E[],
  options: AcceptOptions<E>,
): EditResult<E> {
  const editor = new DefinitionsEditor(options);
  const refused: (readonly [E, Problem])[] = [];
  let planned = edits.flatMap((edit): Planned<E>[] => {
    const plan = editor.plan(edit);
    if (!("what" in plan)) return [{ edit, plan }];
    refused.push([edit, plan]);
    return [];
  });
  const verifier = new EditVerifier(editor, options);
  for (;;) {
    const files = verifier.apply(planned);
    const failed = verifier.findFailed(planned, files);
    if (failed.size === 0) return { files, edited: planned.map(({ edit }) => edit), refused };
    refused.push(...[...failed].map((edit) => [edit, unsafeEdit(edit)] as const));
    planned = planned.filter(({ edit }) => !failed.has(edit));
  }
}

interface Planned<E> {
  readonly edit: E;
  readonly plan: PlannedEdit;
}

function unsafeEdit({ definition }: AlertEdit): Problem {
  const what = "The alert was not edited, because the edit would also change something else.";
  return warningOf("edit-refused", what, {
    where: placeOfField(definition),
    remedy: "Change the definition.",
  });
}

/** Plans edits of alerts. The edits of different alerts do not overlap. */
class DefinitionsEditor implements EditContext {
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
      return warningOf("edit-refused", what, { where: placeOfField(definition), remedy: "Change it there." });
    }
    return new AlertEditPlanner(this, file, alert, edit).plan();
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
      const list = findValue(file.root, "alerts");
      const indexes = new Set(removed.map(({ index }) => index));
      if (list?.kind !== "sequence") continue;
      getOrAdd(combined, file.file, () => []).push(...removeItems(file, list, (index) => indexes.has(index)));
    }
    return combined;
  }

  #fileOf(name: string): SourceFile | undefined {
    const content = this.options.files.find(({ file }) => file === name);
    if (content === undefined) return undefined;
    return getOrAdd(this.#files, name, () => sourceFileOf(name, content.text, this.options.scopes));
  }

  placesOf(uses: readonly Use[]): string {
    const places = new Set(uses.map(({ file, alert }) => this.#fileOf(file)?.placeOfAlert(alert) ?? file));
    return [...places].join(", ");
  }

  usesOfValue(name: string): readonly Use[] {
    this.#usedValues ??= this.#findUsedValues();
    return this.#usedValues.get(name) ?? [];
  }

  #findUsedValues(): ReadonlyMap<string, readonly Use[]> {
    const used = new Map<string, Use[]>();
    const environment = this.options.scope.environment ?? "";
    for (const { file: name } of this.options.files) {
      for (const [{ value }, uses] of this.#fileOf(name)?.uses ?? []) {
        if (typeof value !== "string") continue;
        const own = uses.filter((use) => use.environment === environment);
        for (const name of valueNamesIn(value)) getOrAdd(used, name, () => []).push(...own);
      }
    }
    return used;
  }
}

type Resolved = ReadonlyMap<string, AlertDefinition>;

class EditVerifier<E extends AlertEdit> {
  /** Undefined for a file with errors in the environment. */
  readonly #before: readonly (readonly (Resolved | undefined)[])[];

  constructor(
    private readonly editor: DefinitionsEditor,
    private readonly options: AcceptOptions<E>,
  ) {
    this.#before = options.scopes.map((scope) => options.files.map((file) => resolve(file, scope)));
  }

  apply(planned: readonly Planned<E>[]): readonly EditedFile[] {
    const { files, config } = this.options;
    const edits = this.editor.combine(planned.map(({ plan }) => plan));
    return [...files, ...(config === undefined ? [] : [config])].flatMap(({ file, text }) => {
      const own = edits.get(file);
      return own === undefined ? [] : [{ file, before: text, after: applyEdits(text, own) }];
    });
  }

  /** The edits that do not have the wanted effect, or have others. */
  findFailed(planned: readonly Planned<E>[], files: readonly EditedFile[]): ReadonlySet<E> {
    const found = this.#verify(planned, files);
    if (found !== undefined) return found;
    const alone = planned.filter((one) => this.#verify([one], this.apply([one]))?.size !== 0);
    return new Set((alone.length === 0 ? planned : alone).map(({ edit }) => edit));
  }

  /** @returns undefined if another definition changes */
  #verify(planned: readonly Planned<E>[], edited: readonly EditedFile[]): ReadonlySet<E> | undefined {
    const { files, config, scope, scopes, readScopes, isAccepted } = this.options;
    const strings = new Map(edited.map(({ file, after }) => [file, after]));
    const configText = config && strings.get(config.file);
    const newScopes = configText === undefined ? scopes : readScopes(configText);
    if (newScopes === undefined) return undefined;
    const failed = new Set<E>();
    const editByName = new Map(planned.map(({ edit }) => [toNfc(edit.definition.name), edit]));
    for (const [fileIndex, file] of files.entries()) {
      const text = strings.get(file.file);
      const content =
        text === undefined ? file : readDefinitionsFile(text, { file: file.file, isNamed: true }, []);
      if (content === undefined) return undefined;
      if (content === file && newScopes === scopes) continue;
      for (const [scopeIndex, newScope] of newScopes.entries()) {
        const before = this.#before[scopeIndex]?.[fileIndex];
        if (before === undefined) continue;
        const after = resolve(content, newScope);
        if (after === undefined) return undefined;
        const isOwn = newScope.environment === scope.environment;
        const expected = new Set<string>();
        for (const [name, definition] of before) {
          const edit = editByName.get(name);
          const newName = isOwn && edit !== undefined ? newNameOf(edit) : name;
          const result = after.get(newName);
          expected.add(newName);
          const isSame = result !== undefined && contentOf(result) === contentOf(definition);
          if (edit !== undefined && isOwn ? isAccepted(edit, result) : isSame) continue;
          if (edit === undefined) return undefined;
          failed.add(edit);
        }
        if ([...after.keys()].some((name) => !expected.has(name))) return undefined;
      }
    }
    return failed;
  }
}

function newNameOf({ definition, attributes }: AlertEdit): string {
  const renamed = attributes.find(({ path }) => path[0] === "name")?.value;
  return toNfc(typeof renamed === "string" ? renamed : definition.name);
}

/** @returns undefined if a definition has an error */
function resolve(file: DefinitionsFile, scope: DefinitionScope): Resolved | undefined {
  const { alerts, problems } = parseAlerts(file, scope);
  if (problems.some(isError)) return undefined;
  return new Map(alerts.map((alert) => [toNfc(alert.name), alert]));
}

function contentOf(alert: AlertDefinition): string {
  return JSON.stringify({ ...alert, place: undefined });
}
