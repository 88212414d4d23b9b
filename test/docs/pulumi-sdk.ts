/** The declarations of the SDK that Pulumi generates from the provider's schema, as far as programs in the docs use it. */
import {
  type AttributeJson,
  type AttributesJson,
  type ProviderSchemas,
  type TypeJson,
} from "../../scripts/generate-docs/provider-schemas";

export function pulumiDeclarations({
  resource_schemas: resources,
  data_source_schemas: sources,
}: ProviderSchemas): string {
  const classes = Object.entries(resources ?? {}).map(([type, { block }]) => {
    const name = pascalCase(type);
    return `export class ${name} {
      constructor(name: string, args: ${argumentsType(block.attributes)}, options?: ResourceOptions);
      ${outputs(block.attributes)}
    }`;
  });
  const functions = Object.entries(sources ?? {}).map(
    ([type, { block }]) =>
      `export function get${pascalCase(type)}Output(args?: ${argumentsType(block.attributes)}): { ${outputs(block.attributes)} };`,
  );
  return `interface Output<T> { apply<U>(work: (value: T) => U): Output<U>; }
    type Input<T> = T | Output<T>;
    interface ResourceOptions { deleteBeforeReplace?: boolean; protect?: boolean; aliases?: readonly { name: string }[]; }
    ${[...classes, ...functions].join("\n")}`;
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
const pascalCase = (type: string) => camelCase(type.replace(/^dbmon/, ""));

function argumentsType(attributes: AttributesJson = {}): string {
  const fields = Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.required === true || attribute.optional === true
      ? [`${camelCase(name)}${attribute.required === true ? "" : "?"}: Input<${typeOf(attribute)}>;`]
      : [],
  );
  return `{ ${fields.join(" ")} }`;
}

function outputs(attributes: AttributesJson = {}): string {
  const fields = Object.entries(attributes).map(
    ([name, attribute]) => `readonly ${camelCase(name)}: Output<${typeOf(attribute)}>;`,
  );
  return fields.join(" ");
}

function typeOf({ type, nested_type: nested }: AttributeJson): string {
  if (nested === undefined) return valueType(type ?? "dynamic");
  const fields = Object.entries(nested.attributes).map(
    ([name, attribute]) =>
      `${camelCase(name)}${attribute.required === true ? "" : "?"}: Input<${typeOf(attribute)}>;`,
  );
  return nested.nesting_mode === "single" ? `{ ${fields.join(" ")} }` : `{ ${fields.join(" ")} }[]`;
}

function valueType(type: TypeJson): string {
  if (typeof type !== "string") return `Input<${valueType(type[1] as TypeJson)}>[]`;
  return { string: "string", number: "number", bool: "boolean" }[type] ?? "unknown";
}
