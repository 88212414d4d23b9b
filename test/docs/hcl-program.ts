/** Checks the blocks of HCL in a page against the provider's schema. The code must be formatted as by `terraform fmt`. */
import {
  type AttributeJson,
  type AttributesJson,
  type TypeJson,
} from "../../scripts/generate-docs/provider-schemas";

/** By kind of block and type, for example `resource "dbmon_alert"`. */
export type Schemas = ReadonlyMap<string, AttributesJson>;

/** Arguments that Terraform itself reads. */
const metaArguments: Readonly<Record<string, readonly string[]>> = {
  resource: ["provider", "for_each", "count", "depends_on"],
  data: ["provider", "for_each", "count", "depends_on"],
  list: ["provider", "limit", "include_resource"],
  provider: ["alias"],
  action: [],
};

/** @returns what is wrong with the blocks of this provider */
export function findHclProblems(code: string, schemas: Schemas): string[] {
  const blocks = code.matchAll(/^(\w+) "(dbmon\w*)".*?\{(?:\}|\n([^]*?)\n\})$/gm);
  return Array.from(blocks, ([, kind = "", type = "", body = ""]) => {
    const block = `${kind} "${type}"`;
    const schema = schemas.get(block);
    if (schema === undefined) return [`${block} does not exist`];
    const isWithinConfig = kind === "action" || kind === "list";
    const own = argumentsOf(body, "  ").filter(([name]) => metaArguments[kind]?.includes(name) !== true);
    const config = /^ {2}config \{\n([^]*?)^ {2}\}/m.exec(body)?.[1] ?? "";
    const given = isWithinConfig ? [...own, ...argumentsOf(config, "    ")] : own;
    return problemsOf(given, schema).map((problem) => `${block}: ${problem}`);
  }).flat();
}

type Argument = readonly [name: string, value: string];

/** The arguments of a body, whose lines begin with the indentation. A nested body is part of its value. */
function argumentsOf(body: string, indentation: string): Argument[] {
  const pattern = new RegExp(
    `^${indentation}(\\w+) *= (.*(?:\\n${indentation} .*|\\n${indentation}[}\\]])*)`,
    "gm",
  );
  return Array.from(body.matchAll(pattern), ([, name = "", value = ""]) => [
    name,
    value.replace(/ #.*$/, ""),
  ]);
}

function problemsOf(given: readonly Argument[], schema: AttributesJson): string[] {
  const names = given.map(([name]) => name);
  const missing = Object.entries(schema).filter(
    ([name, { required }]) => required === true && !names.includes(name),
  );
  return [
    ...missing.map(([name]) => `${name} is missing`),
    ...given.flatMap(([name, value]) => {
      const attribute = schema[name];
      const isArgument = attribute?.required === true || attribute?.optional === true;
      return isArgument ? problemsOfValue(name, value, attribute) : [`${name} is not an argument`];
    }),
  ];
}

function problemsOfValue(
  name: string,
  value: string,
  { type, nested_type: nested }: AttributeJson,
): string[] {
  if (nested === undefined) return isOfType(value, type ?? "dynamic") ? [] : [`${name} is ${value}`];
  if (nested.nesting_mode !== "single" || !value.startsWith("{")) return [];
  const inOneLine = Array.from(
    value.matchAll(/(\w+) = (\[.*?\]|"[^"]*"|[^ ,}]+)/g),
    ([, key = "", text = ""]) => [key, text] as const,
  );
  const given = value.includes("\n") ? argumentsOf(value, "    ") : inOneLine;
  return problemsOf(given, nested.attributes).map((problem) => `${name}: ${problem}`);
}

/** Whether a literal is of the type. Other expressions are. */
function isOfType(value: string, type: TypeJson): boolean {
  const literal = /^(?:(")|(-?\d)|(true|false)$|(\[))/.exec(value);
  if (literal === null) return true;
  if (typeof type !== "string") {
    const elements = value
      .slice(1, -1)
      .split(",")
      .map((element) => element.trim());
    return (
      literal[4] !== undefined &&
      elements.every((element) => element === "" || isOfType(element, type[1] as TypeJson))
    );
  }
  return { string: literal[1], number: literal[2], bool: literal[3] }[type] !== undefined;
}
