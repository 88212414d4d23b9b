/** The face of the framework for the author of a provider as a whole. */
import { type Schema } from "../schema/schema";
import { type ConfigOf, type DraftArgumentsOf } from "../schema/views";
import { type DataSource } from "./data-source";
import { type ProviderFunction } from "./provider-function";
import { type Awaitable, type Offline, type Online } from "./request";
import { type Resource } from "./resource";

export interface ConfigureRequest<S> extends Online {
  /** Defaults filled in; UNKNOWN where it depends on what an apply has yet to make. */
  readonly config: DraftArgumentsOf<S>;
  readonly terraformVersion: string;
  /** The process's environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface ProviderDefinition<Session, S extends Schema> {
  /** The name in front of every type: "pantry". */
  readonly name: string;
  readonly schema: S;
  validate?(request: Offline & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /**
   * Makes the session that handlers work with. Undefined says "not configured yet", because of an UNKNOWN or beside an
   * error. One process may be configured again and again.
   */
  configure(request: ConfigureRequest<S>): Awaitable<Session | undefined>;
  readonly resources: readonly Resource<Session>[];
  readonly dataSources?: readonly DataSource<Session>[];
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
}

/** As the framework holds it, without the schema's types. */
export type Provider<Session> = ProviderDefinition<Session, Schema>;

/** `provider<Session>()({...})`, for the same reason as `resource`. */
export function provider<Session>(): <S extends Schema>(
  definition: ProviderDefinition<Session, S>,
) => Provider<Session> {
  // This forgets S; values are converted by definition.schema before every call.
  return (definition) => definition;
}
