/** Defines providers, and what they have besides resources: data sources, lists, actions and functions. */
import { type Awaitable, type HandlerContext } from "./diagnostics";
import { type Configurable, type Resource, type ResourceDefinition } from "./resource";
import { type Schema, type ValueOfType, type ValueType } from "./schema/schema";
import { type ArgumentsOf, type ConfigOf, type ProposedOf, type StateOf } from "./schema/views";

export interface DataSource<Session = unknown, S extends Schema = Schema> extends Configurable<S> {
  readonly typeName: string;
  /** Reads the data. Returns the arguments and the computed attributes, or undefined with an error. */
  read(
    request: HandlerContext & { readonly session: Session; readonly config: ArgumentsOf<S> },
  ): Awaitable<StateOf<S> | undefined>;
}

export interface ListedObject<S, I> {
  /** Names the object in the output. */
  readonly displayName: string;
  /** For an import of the object. */
  readonly identity: StateOf<I>;
  /** The state, if `includeResource` is set. Omit it for an object that cannot be imported. */
  readonly state?: StateOf<S>;
}

/** Finds the remote objects of a resource type for `terraform query`. The schema has the arguments of the `config` block. */
export interface ListDefinition<
  Session,
  C extends Schema,
  S extends Schema,
  I extends Schema,
> extends Configurable<C> {
  /** The resource whose objects are listed. It must have an identity. */
  readonly resource: Resource<Session, S, I>;
  /**
   * Yields the objects. A result is sent to Terraform before the next one is read. Diagnostics are sent with the next result, and an
   * error ends the list. `signal` also aborts when Terraform needs no more results.
   */
  list(
    request: HandlerContext & {
      readonly session: Session;
      readonly config: ArgumentsOf<C>;
      /** Whether to return the state of each object. Do not read more than its identity otherwise. */
      readonly includeResource: boolean;
      /** Max number of results. The framework stops reading after it. */
      readonly limit: number;
    },
  ): AsyncIterable<ListedObject<S, I>>;
}

/** A list resource whose schema types are erased. */
export interface List<Session = unknown> extends ListDefinition<Session, Schema, Schema, Schema> {
  readonly typeName: string;
}

/** An operation without a state, run by `action_trigger` or `terraform apply -invoke`. */
export interface ProviderAction<Session = unknown, S extends Schema = Schema> extends Configurable<S> {
  /** With the prefix of the provider: "pantry_count". */
  readonly typeName: string;
  /**
   * Reports what can be known before the action is invoked. It must not change anything. `session` is undefined while the provider
   * configuration contains unknown values.
   */
  plan?(
    request: HandlerContext & { readonly session: Session | undefined; readonly config: ConfigOf<S> },
  ): Awaitable<void>;
  /**
   * Performs the action. It failed if `diagnostics` contains an error. `progress` shows a line in Terraform's output, and resolves when
   * Terraform can receive another one.
   */
  invoke(
    request: HandlerContext & {
      readonly session: Session;
      readonly config: ArgumentsOf<S>;
      readonly progress: (message: string) => Promise<void>;
    },
  ): Awaitable<void>;
}

export interface Parameter<V = unknown> {
  readonly name: string;
  readonly type: ValueType<V>;
  /** Markdown. */
  readonly description: string;
}

type ArgumentsFor<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends { readonly type: infer T } ? ValueOfType<T> : never;
};

/** A pure and offline function, called as provider::NAME::FUNCTION(...) in Terraform 1.8 or later. */
export interface FunctionDefinition<P extends readonly Parameter[], R> {
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: P;
  readonly returns: ValueType<R>;
  /** Throws a FunctionError for an invalid argument. */
  readonly call: (...args: ArgumentsFor<P>) => Awaitable<R>;
}

/** A function whose parameter types are erased. */
export type ProviderFunction = FunctionDefinition<readonly Parameter[], unknown>;

/**
 * Reports an invalid argument by its index from 0, or, without `argument`, an invalid call.
 * @example throw new FunctionError("The size must be positive.", 0);
 */
export class FunctionError extends Error {
  override readonly name = "FunctionError";

  constructor(
    message: string,
    readonly argument?: number,
  ) {
    super(message);
  }
}

/**
 * Defines a function. The types of its arguments are those of `parameters`.
 * @example providerFunction({ summary: "Doubles", description: "", parameters: [size], returns: t.number, call: (n) => 2 * n })
 */
export function providerFunction<const P extends readonly Parameter[], R>(
  definition: FunctionDefinition<P, R>,
): ProviderFunction {
  // The cast erases P. It is sound because the framework converts all arguments by `parameters`.
  return definition as unknown as ProviderFunction;
}

export interface Provider<Session = unknown, S extends Schema = Schema> extends Configurable<S> {
  /** The prefix of all type names: "pantry". */
  readonly name: string;
  /**
   * Creates the session that handlers receive. Return undefined if a required value is UNKNOWN, or with an error. Terraform may
   * configure a process more than once.
   */
  configure(
    request: HandlerContext & {
      /** With defaults filled in. Values that are known only after apply are UNKNOWN. */
      readonly config: ProposedOf<S>;
      readonly terraformVersion: string;
      /** The process's environment variables. */
      readonly environment: Readonly<Record<string, string | undefined>>;
    },
  ): Awaitable<Session | undefined>;
  readonly resources: readonly Resource<Session>[];
  readonly dataSources?: readonly DataSource<Session>[];
  /** At most one for each resource. */
  readonly lists?: readonly List<Session>[];
  readonly actions?: readonly ProviderAction<Session>[];
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
}

/**
 * The functions that define a provider and its parts. Their handlers receive a `Session`, which is the result of `configure`. They infer
 * the types of schemas and return definitions without them, because the framework converts all values by the schemas.
 * @example const { provider, resource } = definitions<Shop>();
 */
export function definitions<Session>() {
  return {
    provider: <S extends Schema>(definition: Provider<Session, S>): Provider<Session> => definition,
    resource: <S extends Schema, I extends Schema = Schema>(
      definition: ResourceDefinition<Session, S, I>,
    ): Resource<Session, S, I> => definition,
    dataSource: <S extends Schema>(definition: DataSource<Session, S>): DataSource<Session> => definition,
    list: <C extends Schema, S extends Schema, I extends Schema>(
      definition: ListDefinition<Session, C, S, I>,
    ): List<Session> => ({ ...definition, typeName: definition.resource.typeName }),
    action: <S extends Schema>(definition: ProviderAction<Session, S>): ProviderAction<Session> => definition,
  };
}
