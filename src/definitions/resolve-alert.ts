/** Resolves one alert of a definitions file for an environment: whether it exists there, its overrides and its values. */
import {
  type FieldStep,
  formatField,
  formatPlace,
  isMapping,
  type Place,
  type Problem,
  setKey,
} from "../diagnostics";
import { checkEnvironmentPattern, includesEnvironment, isEnvironment } from "./environment-list";
import { type Expansion, expandText, type ExpansionBudget, isTemplate } from "./expand-text";
import { describeValue } from "./field-problems";
import { type Places } from "./yaml/parse-yaml";
import { type DefinitionScope, selectionRemedy } from "./scope";

export interface ResolvedAlert {
  readonly value: unknown;
  readonly places: Places;
}

export type ReportProblem = (problem: Omit<Problem, "where">, where: Place) => void;

/** @returns undefined if the alert does not exist in the environment, or after a report */
export function resolveAlert(
  alert: unknown,
  places: Places,
  scope: DefinitionScope,
  budget: ExpansionBudget,
  report: ReportProblem,
): ResolvedAlert | undefined {
  if (!isMapping(alert)) return { value: alert, places };
  return new AlertResolver(places, scope, budget, report).resolve(alert);
}

type Attributes = Readonly<Record<string, unknown>>;
type Path = readonly FieldStep[];

/** Keys that select environments. They are not attributes of the alert. */
const scopeKeys = ["environments", "overrides"] as const;
/** Blocks whose keys are overridden one by one. */
const mergedBlocks: readonly string[] = ["event", "threshold"];
/** Limits recursion. A definition needs 6 levels. */
const maxDepth = 100;

class AlertResolver {
  #errorCount = 0;
  /** Paths of overridden values in the file, by the key of {@link keyOf}. */
  readonly #overridden = new Map<string, Path>();
  readonly #expansions = new Map<string, Expansion>();

  constructor(
    private readonly places: Places,
    private readonly scope: DefinitionScope,
    private readonly budget: ExpansionBudget,
    private readonly report: ReportProblem,
  ) {}

  resolve(alert: Attributes): ResolvedAlert | undefined {
    // Without environments, they are unknown keys.
    if (this.scope.environmentNames.length === 0) return this.#resolveValues(alert);
    const { environments, overrides, ...own } = alert;
    if (this.scope.environment === undefined) {
      for (const key of scopeKeys) if (Object.hasOwn(alert, key)) this.#reportUnselected(key);
    }
    const isIncluded = environments === undefined || this.#isIncluded(environments);
    const merged = overrides === undefined ? own : this.#override(own, overrides);
    if (this.#errorCount > 0 || !isIncluded) return undefined;
    return this.#resolveValues(merged);
  }

  #resolveValues(alert: Attributes): ResolvedAlert | undefined {
    const value = this.#expand(alert, []);
    if (this.#errorCount > 0) return undefined;
    return { value, places: this.#resolvedPlaces() };
  }

  #reportUnselected(key: string): void {
    this.#reportAt(
      [key],
      `${key} depends on the environment, and no environment is selected.`,
      selectionRemedy(this.scope),
    );
  }

  #isIncluded(environments: unknown): boolean {
    return includesEnvironment(environments, this.scope, "alert", (path, { what, remedy }) => {
      this.#reportAt(["environments", ...path], what, remedy);
    });
  }

  /** Later overrides take precedence. They replace whole keys, but the keys of `event` and `threshold` one by one. */
  #override(own: Attributes, overrides: unknown): Attributes {
    if (!isMapping(overrides)) {
      const what = `overrides must be a mapping, not ${describeValue(overrides)}.`;
      this.#reportAt(["overrides"], what, "Write the names of environments as keys.");
      return own;
    }
    let merged = own;
    for (const [pattern, override] of Object.entries(overrides)) {
      const path = ["overrides", pattern];
      const unknown = checkEnvironmentPattern(pattern, this.scope);
      if (unknown !== undefined) {
        this.#reportAt(path, unknown.what, unknown.remedy, "ofKey");
        continue;
      }
      if (!isMapping(override)) {
        const what = `${formatField(path)} must be a mapping, not ${describeValue(override)}.`;
        this.#reportAt(path, what, "Write the keys to replace below it, indented.");
      } else if (isEnvironment(pattern, this.scope)) merged = this.#merge(merged, override, path);
    }
    return merged;
  }

  #merge(alert: Attributes, override: Attributes, source: Path): Attributes {
    const merged: Record<string, unknown> = { ...alert };
    for (const [key, value] of Object.entries(override)) {
      const current = merged[key];
      if (mergedBlocks.includes(key) && isMapping(current) && isMapping(value)) {
        for (const member of Object.keys(value))
          this.#recordOverride([key, member], [...source, key, member]);
        merged[key] = { ...current, ...value };
      } else {
        for (const known of this.#overridden.keys())
          if (known.startsWith(`${keyOf([key]).slice(0, -1)},`)) this.#overridden.delete(known);
        this.#recordOverride([key], [...source, key]);
        setKey(merged, key, value);
      }
    }
    return merged;
  }

  #recordOverride(path: Path, source: Path): void {
    this.#overridden.set(keyOf(path), source);
  }

  /** Returns the same object if nothing in it changes. */
  #expand(value: object, path: Path): unknown {
    if (path.length > maxDepth) return value;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown, index) => this.#expandMember(item, path, index));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const members = Object.entries(value);
    const expanded = members.map(([key, member]) => this.#expandMember(member, path, key));
    if (expanded.every((member, index) => member === members[index]?.[1])) return value;
    const result: Record<string, unknown> = {};
    members.forEach(([key], index) => {
      setKey(result, key, expanded[index]);
    });
    return result;
  }

  /** Creates no path for literal scalars, which most alerts consist of. */
  #expandMember(value: unknown, path: Path, step: FieldStep): unknown {
    if (typeof value === "string")
      return isTemplate(value) ? this.#expandText(value, [...path, step]) : value;
    return typeof value === "object" && value !== null ? this.#expand(value, [...path, step]) : value;
  }

  #expandText(text: string, path: Path): unknown {
    const expansion = expandText(text, this.scope, this.budget);
    if (expansion === undefined) return text;
    if (!expansion.ok) {
      this.#errorCount += 1;
      const where = { ...this.places.ofValue(this.#sourcePath(path)), field: path };
      this.report(expansion.problem, where);
      return text;
    }
    if (expansion.values.length > 0) this.#expansions.set(keyOf(path), expansion);
    return expansion.value;
  }

  #resolvedPlaces(): Places {
    const { places } = this;
    if (this.#overridden.size === 0 && this.#expansions.size === 0) return places;
    return {
      ofValue: (path) => places.ofValue(this.#sourcePath(path)),
      ofKey: (path) => places.ofKey(this.#sourcePath(path)),
      commentOf: (path) => places.commentOf?.(this.#sourcePath(path)),
      originOf: (path) => this.#originOf(path),
    };
  }

  /** Converts a path in the resolved alert into the path in the file. */
  #sourcePath(path: Path): Path {
    for (const length of [2, 1]) {
      const source = this.#overridden.get(keyOf(path.slice(0, length)));
      if (source !== undefined) return [...source, ...path.slice(length)];
    }
    return path;
  }

  #originOf(path: Path): string | undefined {
    const expansion = this.#expansions.get(keyOf(path));
    if (expansion === undefined) return undefined;
    const origins = expansion.values.map(
      ([name, { place }]) => `\${${name}} is defined at ${formatPlace(place)}.`,
    );
    return [...new Set(origins)].join(" ");
  }

  #reportAt(path: Path, what: string, remedy: string, kind: "ofKey" | "ofValue" = "ofValue"): void {
    this.#errorCount += 1;
    this.report({ severity: "error", what, remedy }, { ...this.places[kind](path), field: path });
  }
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
