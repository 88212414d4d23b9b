/** A schema: the attributes of a resource, a data source or the provider itself. */
import { type Attributes } from "./attribute";

export interface Schema<A extends Attributes = Attributes> {
  /** Increment it if the schema of stored states changes. The `upgrade` functions convert older states. */
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  /** A sentence that names the replacement. */
  readonly deprecated: string | undefined;
  readonly attributes: A;
}

export interface SchemaOptions<A extends Attributes> {
  readonly version?: number;
  readonly description: string;
  readonly deprecated?: string;
  readonly attributes: A;
}

/**
 * Declares a schema.
 * @throws Error for an attribute name that Terraform does not allow
 * @example schema({ description: "A jar.", attributes: { name: attribute.string({ required: true, description: "Name." }) } })
 */
export function schema<A extends Attributes>(options: SchemaOptions<A>): Schema<A> {
  checkNames(options.attributes, []);
  return {
    version: options.version ?? 0,
    description: options.description,
    deprecated: options.deprecated,
    attributes: options.attributes,
  };
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
