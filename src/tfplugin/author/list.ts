/** Defines list resources, which find the remote objects of a resource type for `terraform query`. */
import { type Schema } from "../schema/schema";
import { type ArgumentsOf, type ConfigOf, type StateOf } from "../schema/views";
import { type CancelableContext, type HandlerContext, type Awaitable } from "./handler-context";
import { type Resource } from "./resource";

export interface ListRequest<Session, C> extends CancelableContext {
  readonly session: Session;
  readonly config: ArgumentsOf<C>;
  /** Whether to return the state of each object. Do not read more than its identity otherwise. */
  readonly includeResource: boolean;
  /** Max number of results. The framework stops reading after it. */
  readonly limit: number;
}

export interface ListedObject<S, I> {
  /** Names the object in the output. */
  readonly displayName: string;
  /** For an import of the object. */
  readonly identity: StateOf<I>;
  /** The state, if `includeResource` is set. Omit it for an object that cannot be imported. */
  readonly state?: StateOf<S>;
}

export interface ListDefinition<Session, C extends Schema, S extends Schema, I extends Schema> {
  /** The resource whose objects are listed. It must have an identity. */
  readonly resource: Resource<Session, S, I>;
  /** The arguments of the `config` block. */
  readonly schema: C;
  validate?(request: HandlerContext & { readonly config: ConfigOf<C> }): Awaitable<void>;
  /**
   * Yields the objects. A result is sent to Terraform before the next one is read. Diagnostics are sent with the next result, and an
   * error ends the list. `signal` also aborts when Terraform needs no more results.
   */
  list(request: ListRequest<Session, C>): AsyncIterable<ListedObject<S, I>>;
}

/** A list resource whose schema types are erased. */
export interface List<Session = unknown> extends ListDefinition<Session, Schema, Schema, Schema> {
  readonly typeName: string;
}

/**
 * Defines a list resource, in two calls like `resource`.
 * @example const jars = list<Shop>()({ resource: jar, schema: filterSchema, list: async function* ({ session }) { ... } });
 */
export function list<Session>(): <C extends Schema, S extends Schema, I extends Schema>(
  definition: ListDefinition<Session, C, S, I>,
) => List<Session> {
  // This erases the schema types. It is sound because the framework converts all values by the schemas.
  return (definition) => ({ ...definition, typeName: definition.resource.typeName });
}
