/** Identities of resources: the attributes by which Terraform 1.12 and later recognize and import a remote object. */
import { type JsonValue } from "../cty/json-exact";
import { type Schema } from "../schema/schema";
import { type KnownConfigOf, type StateOf } from "../schema/views";
import { type Awaitable } from "./handler-context";

/**
 * The identity of a resource type. Attributes of its schema are `required` or `optional` in an import, or `computed`. They have no
 * defaults and no nested attributes.
 */
export interface IdentityDefinition<S, I extends Schema> {
  readonly schema: I;
  /** Returns the identity of a stored object. It must be the same for the lifetime of the object. */
  of(state: StateOf<S>): StateOf<I>;
  /** Converts a stored identity to the current schema. The key is the schema version of the stored identity. */
  readonly upgrade?: Readonly<Record<number, (old: JsonValue) => Awaitable<StateOf<I>>>>;
}

/** What the user entered to import an object: the ID argument, or an identity. */
export type ImportTarget<I> =
  | { readonly id: string; readonly identity: undefined }
  | { readonly id: undefined; readonly identity: KnownConfigOf<I> };
