/**
 * Describes a schema as `terraform providers schema -json` does. Terraform prints the schemas of list resources and actions only since
 * version 1.14, so their pages are generated from the definitions.
 */
import { type Schema } from "../../src/tfplugin";
import { typeToJson } from "../../src/tfplugin/cty/value";
import { type AttributeJson, type SchemaJson, type TypeJson } from "./provider-schemas";

/** @throws Error for a nested attribute, which no list resource or action has */
export function describeSchema({ description, attributes }: Schema): SchemaJson {
  const entries = Object.entries(attributes).map(([name, attribute]): [string, AttributeJson] => {
    if (attribute.kind === "object") throw new Error(`The nested attribute ${name} is not supported here.`);
    const { required = false, optional = false, description } = attribute.rules;
    // A type in Terraform's notation.
    const type = JSON.parse(typeToJson(attribute.attributeType)) as TypeJson;
    return [name, { type, description, required, optional }];
  });
  return { block: { description, attributes: Object.fromEntries(entries) } };
}
