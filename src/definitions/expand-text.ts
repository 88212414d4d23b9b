/** Strings with values: `${name}` stands for a value, and `$${` is a literal `${`. */
import { errorOf, hintForName, type Problem, quote } from "../diagnostics";
import {
  type DefinedValue,
  type DefinitionScope,
  environmentsRemedy,
  type ScalarInFile,
  selectionRemedy,
} from "./scope";

/** The predefined value of every environment: its name. */
export const environmentValueName = "environment";

export interface Expansion extends ScalarInFile {
  readonly values: readonly (readonly [name: string, value: DefinedValue])[];
}

/** Limits the total length of the expanded strings of a file. */
export class ExpansionBudget {
  /** In characters, per file. */
  #remaining = 64 * 1024 * 1024;

  /** @returns false if the limit is exceeded */
  spend(length: number): boolean {
    this.#remaining -= length;
    return this.#remaining >= 0;
  }
}

/** @returns undefined if the text is literal, and a problem if a value is missing */
export function expandText(
  text: string,
  scope: DefinitionScope,
  budget: ExpansionBudget,
): Expansion | Omit<Problem, "where"> | undefined {
  if (!isTemplate(text)) return undefined;
  const template = parseTemplate(text);
  if (!template.ok) return invalidExpression(template.invalid);
  const values: [string, DefinedValue][] = [];
  const parts: ScalarInFile[] = [];
  for (const part of template.parts) {
    if (typeof part === "string") parts.push({ value: part, text: part });
    else {
      const found = findValue(part.name, scope);
      if ("what" in found) return found;
      if ("place" in found) values.push([part.name, found]);
      parts.push(found);
    }
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { ...only, values };
  const length = parts.reduce((sum, part) => sum + part.text.length, 0);
  if (!budget.spend(length)) return expansionTooLong;
  const joined = parts.map((part) => part.text).join("");
  return { value: joined, text: joined, values };
}

/** The names of the values in a text, including undefined values. */
export function valueNamesIn(text: string): readonly string[] {
  if (!isTemplate(text)) return [];
  const template = parseTemplate(text);
  return template.ok ? template.parts.flatMap((part) => (typeof part === "string" ? [] : [part.name])) : [];
}

export function invalidExpression(text: string): Omit<Problem, "where"> {
  return errorOf("value-undefined", `The text contains ${quote(text)}, which is not the name of a value.`, {
    remedy: "Write a value as ${name}, with letters, digits, _ and -. Write a literal ${ as $${.",
  });
}

function findValue(
  name: string,
  scope: DefinitionScope,
): DefinedValue | ScalarInFile | Omit<Problem, "where"> {
  const { environment, environmentNames, values } = scope;
  if (environmentNames.length === 0) {
    const what = `The value ${quote(name)} is not defined, because there are no environments.`;
    return errorOf("value-undefined", what, { remedy: `${environmentsRemedy} Write a literal \${ as $\${.` });
  }
  if (environment === undefined) {
    const what = `The value ${quote(name)} depends on the environment, and no environment is selected.`;
    return errorOf("value-undefined", what, { remedy: selectionRemedy(scope) });
  }
  if (name === environmentValueName) return { value: environment, text: environment };
  return (
    values.get(name) ??
    errorOf("value-undefined", `The value ${quote(name)} is not defined.`, {
      remedy: missingValueRemedy(name, [...values.keys()]),
      environments: [environment],
    })
  );
}

function missingValueRemedy(name: string, defined: readonly string[]): string {
  const hint = defined.length === 0 ? "" : ` ${hintForName(name, defined)}`;
  return `Add it to the values of the environment in dbmon.yaml, or write a literal \${ as $\${.${hint}`;
}

const expansionTooLong: Omit<Problem, "where"> = errorOf(
  "value-undefined",
  "The values expand the strings of the file to more than 64 million characters.",
  { remedy: "Use shorter values, or split the file." },
);

export type TemplatePart = string | { readonly name: string };

export type Template =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  /** @property invalid the text from the first `${` without a name, truncated */
  | { readonly ok: false; readonly invalid: string };

/** The names of values. */
export const valueNamePattern = /^[A-Za-z_][\w-]{0,99}$/;

const marker = /\$?\$\{/g;
const nameAndEnd = / *([A-Za-z_][\w-]{0,99}) *\}/y;
/** In characters. */
const maxShownLength = 40;

/** Whether the text contains a value or an escape. */
export function isTemplate(text: string): boolean {
  return text.includes("${");
}

/** Splits a text into literal parts and names of values. Takes time in proportion to the length. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let literal = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(marker)) {
    // Only an invalid expression, which ends the search, contains another marker.
    literal += text.slice(end, index);
    end = index + found.length;
    if (found === "$${") {
      literal += "${";
      continue;
    }
    nameAndEnd.lastIndex = end;
    const name = nameAndEnd.exec(text)?.[1];
    if (name === undefined) return { ok: false, invalid: shorten(text.slice(index)) };
    if (literal !== "") parts.push(literal);
    parts.push({ name });
    literal = "";
    end = nameAndEnd.lastIndex;
  }
  literal += text.slice(end);
  if (literal !== "") parts.push(literal);
  return { ok: true, parts };
}

/** Returns the template that expands to this literal value. */
export function escapeValues<T>(value: T): T | string {
  return typeof value === "string" ? value.replaceAll("${", () => "$${") : value;
}

function shorten(text: string): string {
  const end = text.indexOf("}");
  return text.slice(0, end === -1 ? maxShownLength : Math.min(end + 1, maxShownLength));
}
