/** A schema: the attributes of a resource, a data source or the provider itself. */
import { type Attributes } from "./attribute";

/** The version of each schema. States of other versions cannot be read. */
export const schemaVersion = 0;

export interface Schema<A extends Attributes = Attributes> {
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
}

/**
 * Declares a schema.
 * @throws Error for an attribute name that Terraform does not allow
 * @example schema({ description: "A jar.", attributes: { name: attribute.string({ required: true, description: "Name." }) } })
 */
export function schema<A extends Attributes>(definition: Schema<A>): Schema<A> {
  checkNames(definition.attributes, []);
  return definition;
}

const reserved = new Set([
  "count",
  "for_each",
  "depends_on",
  "provider",
  "lifecycle",
  "connection",
  "provisioner",
]);

function checkNames(attributes: Attributes, path: readonly string[]): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const attributePath = [...path, name];
    const isReserved = path.length === 0 && reserved.has(name);
    if (!/^[a-z][a-z0-9_]*$/.test(name) || isReserved) {
      throw new Error(`"${attributePath.join(".")}" is not a valid attribute name in Terraform.`);
    }
    if (attribute.kind === "object") checkNames(attribute.attributes, attributePath);
  }
}
