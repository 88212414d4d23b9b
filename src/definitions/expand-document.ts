/** Replaces the values in all texts and keys of a document, such as a test file. */
import { type FieldStep, type Problem, quote } from "../diagnostics";
import { expandText, ExpansionBudget } from "./expand-text";
import { type ParsedYaml, type Places } from "./yaml/parse-yaml";
import { type DefinitionScope } from "./scope";

type Path = readonly FieldStep[];

/** Limits recursion. Deeper texts are literal. */
const maxDepth = 100;

/** @returns undefined after adding problems */
export function expandDocument(
  { value, places }: ParsedYaml,
  scope: DefinitionScope,
  problems: Problem[],
): ParsedYaml | undefined {
  const expander = new DocumentExpander(places, scope);
  const expanded = expander.expand(value, []);
  problems.push(...expander.problems);
  return expander.problems.length > 0 ? undefined : { value: expanded, places: expander.places };
}

class DocumentExpander {
  readonly problems: Problem[] = [];
  /** For each replaced key, by {@link keyOf} of its new path: its path in the file. */
  readonly #sources = new Map<string, Path>();
  readonly #budget = new ExpansionBudget();

  constructor(
    private readonly original: Places,
    private readonly scope: DefinitionScope,
  ) {}

  get places(): Places {
    if (this.#sources.size === 0) return this.original;
    return {
      ofValue: (path) => this.original.ofValue(this.#sourceOf(path)),
      ofKey: (path) => this.original.ofKey(this.#sourceOf(path)),
    };
  }

  expand(value: unknown, path: Path): unknown {
    if (typeof value === "string") return this.#expandText(value, path, "ofValue");
    if (typeof value !== "object" || value === null || path.length > maxDepth) return value;
    if (Array.isArray(value)) return value.map((item, index) => this.expand(item, [...path, index]));
    const members = new Map<string, unknown>();
    for (const [key, member] of Object.entries(value)) {
      const name = String(this.#expandText(key, [...path, key], "ofKey"));
      if (members.has(name)) {
        const what = `Duplicate key ${quote(name)} after its values are replaced.`;
        this.#report({ severity: "error", what, remedy: "Remove one of them." }, [...path, key], "ofKey");
      }
      if (name !== key) this.#sources.set(keyOf([...path, name]), this.#sourceOf([...path, key]));
      members.set(name, this.expand(member, [...path, name]));
    }
    return Object.fromEntries(members);
  }

  #expandText(text: string, path: Path, kind: "ofKey" | "ofValue"): unknown {
    const expansion = expandText(text, this.scope, this.#budget);
    if (expansion === undefined) return text;
    if (expansion.ok) return expansion.value;
    this.#report(expansion.problem, path, kind);
    return text;
  }

  #report(problem: Omit<Problem, "where">, path: Path, kind: "ofKey" | "ofValue"): void {
    const where = { ...this.original[kind](this.#sourceOf(path)), field: path };
    this.problems.push({ ...problem, where });
  }

  /** Converts a path in the expanded document into the path in the file. */
  #sourceOf(path: Path): Path {
    for (let length = path.length; length > 0; length--) {
      const source = this.#sources.get(keyOf(path.slice(0, length)));
      if (source !== undefined) return [...source, ...path.slice(length)];
    }
    return path;
  }
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
