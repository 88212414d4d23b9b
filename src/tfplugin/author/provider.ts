/** Defines providers. */
import { type Schema } from "../schema/schema";
import { type ConfigOf, type DraftArgumentsOf } from "../schema/views";
import { type Action } from "./action";
import { type DataSource } from "./data-source";
import { type List } from "./list";
import { type ProviderFunction } from "./provider-function";
import { type Awaitable, type HandlerContext, type CancelableContext } from "./handler-context";
import { type Resource } from "./resource";

export interface ConfigureRequest<S> extends CancelableContext {
  /** With defaults filled in. Values that are known only after apply are UNKNOWN. */
  readonly config: DraftArgumentsOf<S>;
  readonly terraformVersion: string;
  /** The process's environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface ProviderDefinition<Session, S extends Schema> {
  /** The prefix of all type names: "pantry". */
  readonly name: string;
  readonly schema: S;
  validate?(request: HandlerContext & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /**
   * Creates the session that handlers receive. Return undefined if a required value is UNKNOWN, or with an error. Terraform may
   * configure a process more than once.
   */
  configure(request: ConfigureRequest<S>): Awaitable<Session | undefined>;
  readonly resources: readonly Resource<Session>[];
  readonly dataSources?: readonly DataSource<Session>[];
  /** At most one for each resource. */
  readonly lists?: readonly List<Session>[];
  readonly actions?: readonly Action<Session>[];
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
}

/** A provider whose schema type is erased. */
export type Provider<Session = unknown> = ProviderDefinition<Session, Schema>;

/**
 * Defines a provider, in two calls like `resource`.
 * @example const pantry = provider<Shop>()({ name: "pantry", schema: configuration, configure, resources: [jar] });
 */
export function provider<Session>(): <S extends Schema>(
  definition: ProviderDefinition<Session, S>,
) => Provider<Session> {
  // This erases S. It is sound because the framework converts all values by definition.schema.
  return (definition) => definition;
}
