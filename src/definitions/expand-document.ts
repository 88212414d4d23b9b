/** Replaces the values in the strings of a document, such as a test file, or of an alert. Keeps the places of the result. */
import {
  errorOf,
  type FieldStep,
  formatPlace,
  isMapping,
  type Place,
  type Problem,
  quote,
} from "../diagnostics";
import { expandText, type Expansion, ExpansionBudget } from "./expand-text";
import { type DefinitionScope, type ScalarInFile } from "./scope";
import { type ParsedYaml } from "./yaml/parse-yaml";

export type FieldPath = readonly FieldStep[];

/** Limits recursion. Deeper strings are literal. A definition needs 6 levels. */
const maxDepth = 100;

/** @returns undefined after adding problems */
export function expandDocument(
  document: ParsedYaml,
  scope: DefinitionScope,
  problems: Problem[],
): ParsedYaml | undefined {
  const found: Problem[] = [];
  const expansion = {
    scope,
    budget: new ExpansionBudget(),
    sources: new SourcePaths(),
    hasValuesInKeys: true,
  };
  const expanded = expandValues(document, expansion, (problem, where) => found.push({ ...problem, where }));
  problems.push(...found);
  return found.length > 0 ? undefined : expanded;
}

/** Paths in the file of the parts of a document that were renamed or moved. */
export class SourcePaths {
  readonly #sources = new Map<string, FieldPath>();

  set(path: FieldPath, source: FieldPath): void {
    this.#sources.set(JSON.stringify(path), source);
  }

  /** Forgets the members of the value at a path. */
  deleteBelow(path: FieldPath): void {
    const prefix = `${JSON.stringify(path).slice(0, -1)},`;
    for (const key of this.#sources.keys()) if (key.startsWith(prefix)) this.#sources.delete(key);
  }

  /** Converts a path in the document into the path in the file. */
  of(path: FieldPath): FieldPath {
    for (let length = this.#sources.size === 0 ? 0 : path.length; length > 0; length--) {
      const source = this.#sources.get(JSON.stringify(path.slice(0, length)));
      if (source !== undefined) return [...source, ...path.slice(length)];
    }
    return path;
  }
}

export interface ExpansionOptions {
  readonly scope: DefinitionScope;
  readonly budget: ExpansionBudget;
  /** Receives the keys that are replaced. */
  readonly sources: SourcePaths;
  readonly hasValuesInKeys: boolean;
}

export type ReportProblem = (problem: Omit<Problem, "where">, where: Place) => void;

export function expandValues(
  { value: root, places }: ParsedYaml,
  { scope, budget, sources, hasValuesInKeys }: ExpansionOptions,
  report: ReportProblem,
): ParsedYaml {
  const expansions = new Map<string, Expansion>();
  const replaceValues = (text: string, path: FieldPath, place: () => Place): ScalarInFile => {
    const expansion = expandText(text, scope, budget);
    if (expansion === undefined) return { value: text, text };
    if ("what" in expansion) {
      report(expansion, { ...place(), field: path });
      return { value: text, text };
    }
    expansions.set(JSON.stringify(path), expansion);
    return expansion;
  };
  const expand = (value: unknown, path: FieldPath, source?: FieldPath): unknown => {
    if (typeof value === "string")
      return replaceValues(value, path, () => places.ofValue(source ?? sources.of(path))).value;
    if (path.length > maxDepth) return value;
    if (Array.isArray(value))
      return value.map((item, index) => expand(item, [...path, index], source && [...source, index]));
    if (!isMapping(value)) return value;
    if (!hasValuesInKeys)
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, expand(member, [...path, key])]),
      );
    const members = new Map<string, unknown>();
    for (const [key, member] of Object.entries(value)) {
      const keySource = [...(source ?? path), key];
      const place = () => places.ofKey(keySource);
      const name = replaceValues(key, [...path, key], place).text;
      if (members.has(name)) {
        const what = `Duplicate key ${quote(name)} after its values are replaced.`;
        const remedy = "Remove one of them.";
        report(errorOf("value-undefined", what, { remedy }), { ...place(), field: [...path, key] });
      } else if (name !== key) sources.set([...path, name], keySource);
      members.set(name, expand(member, [...path, name], keySource));
    }
    return Object.fromEntries(members);
  };
  return {
    value: expand(root, []),
    places: {
      ofValue: (path) => places.ofValue(sources.of(path)),
      ofKey: (path) => places.ofKey(sources.of(path)),
      textOf: (path) => expansions.get(JSON.stringify(path))?.text ?? places.textOf?.(sources.of(path)),
      commentOf: (path) => places.commentOf?.(sources.of(path)),
      originOf: (path) => {
        const { values = [] } = expansions.get(JSON.stringify(path)) ?? {};
        const origins = values.map(([name, { place }]) => `\${${name}} is defined at ${formatPlace(place)}.`);
        return origins.length === 0 ? undefined : [...new Set(origins)].join(" ");
      },
    },
  };
}
