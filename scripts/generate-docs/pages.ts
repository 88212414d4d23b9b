/** The pages of the reference, each with the front matter that the registry wants. */
import { schemaSection } from "./attributes";
import { type Example } from "./examples";
import { type FunctionJson, type ParameterJson, type SchemaJson } from "./provider-schemas";
import { signatureType, typeName } from "./type-names";

export function providerPage(
  provider: string,
  { block }: SchemaJson,
  example: Example,
  guides: string,
): string {
  const description = required(block.description, provider);
  return page(
    // The registry refuses a subcategory here.
    [`page_title: "${provider} Provider"`],
    description,
    `# ${provider} Provider`,
    description,
    ...usage(example),
    "## Guides",
    guides,
    schemaSection(block.attributes ?? {}),
  );
}

export interface TypePage {
  readonly provider: string;
  readonly type: string;
  readonly kind: "Resource" | "Data Source";
  readonly schema: SchemaJson;
  readonly example: Example;
}

export function typePage({ provider, type, kind, schema: { block }, example }: TypePage): string {
  const description = required(block.description, type);
  return page(
    [`page_title: "${type} ${kind} - ${provider}"`, 'subcategory: ""'],
    description,
    `# ${type} (${kind})`,
    description,
    ...usage(example),
    schemaSection(block.attributes ?? {}),
    ...importing(example),
  );
}

export interface FunctionPage {
  readonly provider: string;
  readonly name: string;
  readonly signature: FunctionJson;
  readonly example: Example;
}

export function functionPage({ provider, name, signature, example }: FunctionPage): string {
  const { parameters = [], variadic_parameter: variadic, return_type: returned } = signature;
  const declared = [
    ...parameters.map((one) => `${one.name} ${signatureType(one.type)}`),
    ...(variadic === undefined ? [] : [`${variadic.name} ${signatureType(variadic.type)}...`]),
  ];
  return page(
    [`page_title: "${name} function - ${provider}"`, 'subcategory: ""'],
    required(signature.summary, name),
    `# function: ${name}`,
    required(signature.description, name),
    ...usage(example),
    "## Signature",
    fenced("text", `${name}(${declared.join(", ")}) ${signatureType(returned)}`),
    "## Arguments",
    [
      ...parameters.map((one, index) => argument(one, index + 1, [])),
      ...(variadic === undefined ? [] : [argument(variadic, parameters.length + 1, ["Variadic"])]),
    ].join("\n"),
  );
}

function argument(parameter: ParameterJson, index: number, marks: readonly string[]): string {
  const { name, description, type, is_nullable: isNullable } = parameter;
  const all = [...marks, typeName(type), ...(isNullable === true ? ["Nullable"] : [])];
  return `${index}. \`${name}\` (${all.join(", ")}) ${required(description, name)}`;
}

function usage({ configuration }: Example): string[] {
  return configuration === undefined ? [] : ["## Example Usage", fenced("terraform", configuration)];
}

function importing({ importBlocks, importCommands }: Example): string[] {
  const ways = [
    ...importBlocks.map((one) => fenced("terraform", one)),
    ...importCommands.map((one) => fenced("shell", one)),
  ];
  return ways.length === 0 ? [] : ["## Import", "One that exists already is taken over with:", ...ways];
}

function page(frontMatter: readonly string[], description: string, ...parts: readonly string[]): string {
  const plain = description.replaceAll("`", "");
  const head = ["---", ...frontMatter, "description: |-", `  ${plain}`, "---"].join("\n");
  const origin =
    "<!-- Made by npm run generate from the provider's schema and examples/terraform: not to be edited. -->";
  return [head, origin, ...parts].join("\n\n");
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

function required(description: string | undefined, of: string): string {
  if (description !== undefined && description !== "") return description;
  throw new Error(`${of} has no description.`);
}
