/** Defines ephemeral resources: values that exist only during one run of Terraform, and are never stored. */
import { type JsonValue } from "../cty/json-exact";
import { type Schema } from "../schema/schema";
import { type ArgumentsOf, type ConfigOf, type StateOf } from "../schema/views";
import { type Awaitable, type CancelableContext, type HandlerContext } from "./handler-context";
import { type Private } from "./resource";

export interface Opened<S> {
  /** The arguments and the computed attributes. */
  readonly value: StateOf<S>;
  /** When to call `renew`. Without it, Terraform never calls `renew`. */
  readonly renewAt?: Date;
  /** What `renew` and `close` receive. */
  readonly private?: JsonValue;
}

export type Renewed = Omit<Opened<never>, "value">;

interface OpenedRequest<Session> extends CancelableContext {
  readonly session: Session;
  readonly private: Private;
}

export interface EphemeralDefinition<Session, S extends Schema> {
  /** With the prefix of the provider: "pantry_key". */
  readonly typeName: string;
  readonly schema: S;
  validate?(request: HandlerContext & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /** Creates the value. Returns undefined with an error. */
  open(
    request: CancelableContext & { readonly session: Session; readonly config: ArgumentsOf<S> },
  ): Awaitable<Opened<S> | undefined>;
  /** Extends the validity of the value. Without `private`, that of `open` is kept. */
  renew?(request: OpenedRequest<Session>): Awaitable<Renewed | undefined>;
  /** Revokes the value. */
  close?(request: OpenedRequest<Session>): Awaitable<void>;
}

/** An ephemeral resource whose schema type is erased. */
export interface Ephemeral<Session> extends EphemeralDefinition<Session, Schema> {
  readonly kind: "ephemeral resource";
}

/**
 * Defines an ephemeral resource, in two calls like `resource`.
 * @example const key = ephemeral<Shop>()({ typeName: "pantry_key", schema: keySchema, open });
 */
export function ephemeral<Session>(): <S extends Schema>(
  definition: EphemeralDefinition<Session, S>,
) => Ephemeral<Session> {
  // The cast erases S. It is sound because the framework converts all values by definition.schema.
  return (definition) => ({
    ...(definition as unknown as EphemeralDefinition<Session, Schema>),
    kind: "ephemeral resource",
  });
}
