/** A schema: the attributes of a resource, a data source or the provider itself. */
import { type Attributes } from "./attribute";

export interface Schema<A extends Attributes = Attributes> {
  /** Raised when the stored form changes; an older state then passes through the resource's `upgrade` functions. */
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly attributes: A;
}

export interface SchemaOptions<A extends Attributes> {
  readonly version?: number;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly attributes: A;
}

/** Declares a schema. Throws for a name that Terraform would refuse: a mistake of the author, found by any test. */
export function schema<A extends Attributes>(options: SchemaOptions<A>): Schema<A> {
  checkNames(options.attributes, []);
  return {
    version: options.version ?? 0,
    description: options.description,
    deprecated: options.deprecated ?? false,
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
    const here = [...path, name];
    const isReserved = path.length === 0 && reserved.has(name);
    if (!/^[a-z][a-z0-9_]*$/.test(name) || isReserved) {
      throw new Error(`"${here.join(".")}" is not a name that Terraform allows for an attribute.`);
    }
    if (attribute.kind === "object") checkNames(attribute.attributes, here);
  }
}
