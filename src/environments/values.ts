/** Resolves the values of an environment, which can contain other values. */
import {
  type DefinedValue,
  environmentValueName,
  invalidExpression,
  isTemplate,
  parseTemplate,
  type ScalarInFile,
  type TemplatePart,
} from "../definitions";
import { errorOf, type FieldStep, hintForName, type Place, type Problem, quote } from "../diagnostics";

/** Per environment. Limits recursion. */
const maxValues = 1000;
/** In characters. Values that contain each other can double their length with each value. */
const maxLength = 10_000;

/** @param placeOf the place of a key of the environment @returns the values without errors, which are added to `problems` */
export function resolveValues(
  environment: string,
  values: readonly (readonly [name: string, value: ScalarInFile])[],
  placeOf: (field: readonly FieldStep[]) => Place,
  problems: Problem[],
): ReadonlyMap<string, DefinedValue> {
  if (values.length > maxValues) {
    const what = `The environment has more than ${maxValues.toLocaleString("en")} values.`;
    problems.push(
      errorOf("value-undefined", what, { where: placeOf(["values"]), remedy: "Remove some of them." }),
    );
    return new Map();
  }
  return new ValueResolver(environment, new Map(values), placeOf, problems).resolveAll();
}

class ValueResolver {
  /** A value is undefined if it has an error. */
  readonly #resolved = new Map<string, ScalarInFile | undefined>();
  /** The values that are being resolved, outermost first. */
  readonly #path: string[] = [];

  constructor(
    private readonly environment: string,
    private readonly values: ReadonlyMap<string, ScalarInFile>,
    private readonly placeOf: (field: readonly FieldStep[]) => Place,
    private readonly problems: Problem[],
  ) {}

  resolveAll(): ReadonlyMap<string, DefinedValue> {
    return new Map(
      [...this.values.keys()].flatMap((name): [string, DefinedValue][] => {
        const value = this.#resolve(name);
        return value === undefined ? [] : [[name, { ...value, place: this.placeOf(["values", name]) }]];
      }),
    );
  }

  #resolve(name: string): ScalarInFile | undefined {
    if (this.#resolved.has(name)) return this.#resolved.get(name);
    const value = this.values.get(name);
    if (typeof value?.value !== "string" || !isTemplate(value.text)) return value;
    if (this.#path.includes(name)) return this.#reportCycle(name);
    this.#path.push(name);
    const resolved = this.#expand(name, value.text);
    this.#path.pop();
    this.#resolved.set(name, resolved);
    return resolved;
  }

  #expand(name: string, text: string): ScalarInFile | undefined {
    const template = parseTemplate(text);
    if (!template.ok) return this.#report(name, invalidExpression(template.invalid));
    const parts = template.parts.map((part) => this.#valueOf(name, part));
    // Undefined parts were reported.
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return undefined;
    const [only] = known;
    if (only !== undefined && known.length === 1) return only;
    const length = known.reduce((sum, part) => sum + part.text.length, 0);
    const joined = length > maxLength ? undefined : known.map((part) => part.text).join("");
    if (joined !== undefined) return { value: joined, text: joined };
    const what = `The value ${quote(name)} has more than ${maxLength.toLocaleString("en")} characters.`;
    return this.#report(name, { what, remedy: "Shorten the values that it contains." });
  }

  #valueOf(parent: string, part: TemplatePart): ScalarInFile | undefined {
    if (typeof part === "string") return { value: part, text: part };
    const { name } = part;
    if (name === environmentValueName) return { value: this.environment, text: this.environment };
    if (this.values.has(name)) return this.#resolve(name);
    const what = `The value ${quote(parent)} contains the value ${quote(name)}, which is not defined.`;
    const remedy = `Add it to the values of the environment. ${hintForName(name, [...this.values.keys()])}`;
    return this.#report(parent, { what, remedy });
  }

  /** Reported once for each cycle, at the value that is read first. */
  #reportCycle(name: string): ScalarInFile | undefined {
    const cycle = [...this.#path.slice(this.#path.indexOf(name)), name].map(quote).join(" -> ");
    const what = `The values refer to each other in a cycle: ${cycle}.`;
    return this.#report(name, { what, remedy: "Replace one of the references with text." });
  }

  /** @returns no value */
  #report(name: string, { what, ...rest }: Pick<Problem, "what" | "remedy">): ScalarInFile | undefined {
    const field = ["environments", this.environment, "values", name];
    const where = { ...this.placeOf(["values", name]), field };
    this.problems.push(errorOf("value-undefined", what, { where, ...rest }));
    return undefined;
  }
}
