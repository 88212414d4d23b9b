/** Defines resources: a schema, an identity, and handlers whose values have the types of the schema. */
import { type JsonValue } from "./cty/json";
import { type Awaitable, type HandlerContext, type ValueLocation } from "./diagnostics";
import { type Schema } from "./schema/schema";
import {
  type ConfigOf,
  type KnownConfigOf,
  type PlannedOf,
  type ProposedOf,
  type StateOf,
} from "./schema/views";

/** What has a configuration block: the provider, a resource, a data source, a list or an action. */
export interface Configurable<S extends Schema> {
  readonly schema: S;
  /** Validates combinations of attributes offline. It runs several times. Ignore unknown values. */
  validate?(request: HandlerContext & { readonly config: ConfigOf<S> }): Awaitable<void>;
}

/**
 * The identity of a resource type. Attributes of its schema are `required` or `optional` in an import, or `computed`. They have no
 * defaults and no nested attributes.
 */
export interface IdentityDefinition<S, I extends Schema> {
  readonly schema: I;
  /** Returns the identity of a stored object. It must be the same for the lifetime of the object. */
  of(state: StateOf<S>): StateOf<I>;
}

/**
 * The object to import, as the user entered it: the ID argument of `terraform import` or of an import block, or the identity argument of
 * an import block. Without an identity schema, only the ID occurs.
 */
export type ImportTarget<I> =
  | { readonly id: string; readonly identity: undefined }
  | { readonly id: undefined; readonly identity: KnownConfigOf<I> };

declare const schemaTypes: unique symbol;

/** Private state, which Terraform stores with the state and does not show. */
export type Private = JsonValue | undefined;

export interface PlanCommon<Session> extends HandlerContext {
  /** From the state; for the creation of a replacement, as planned by the destruction. */
  readonly private: Private;
  /** What the first plan of this change returned, if an apply plans it again. Only Terraform 1.16 and later send it. */
  readonly plannedPrivate: Private;
  /** Undefined while the provider configuration contains unknown values. */
  readonly session: Session | undefined;
}

export type PlanRequest<Session, S> = PlanCommon<Session> &
  (
    | ({ readonly config: ConfigOf<S>; readonly proposed: ProposedOf<S> } & (
        | { readonly action: "create"; readonly prior: null }
        | { readonly action: "update"; readonly prior: StateOf<S> }
      ))
    | {
        readonly action: "destroy";
        readonly config: null;
        readonly prior: StateOf<S>;
        readonly proposed: null;
      }
  );

export interface DefaultsRequest<Session, S> {
  readonly config: ConfigOf<S>;
  /** Null for a creation. */
  readonly prior: StateOf<S> | null;
  /** Undefined while the provider configuration contains unknown values. */
  readonly session: Session | undefined;
}

/** Changes to the proposed plan. Omitted members leave it unchanged. */
export interface PlanChanges<S> {
  /**
   * The attributes whose planned value differs from `proposed`. Only computed attributes that are not configured may differ. The
   * other attributes are optional.
   */
  readonly planned?: Partial<ProposedOf<S>>;
  /** Attributes whose change requires replacement, in addition to those declared with `replace`. */
  readonly replace?: readonly ValueLocation[];
  /** Replaces the private state. The create, update and delete handlers receive it. */
  readonly private?: JsonValue;
}

/** A state to store. Without `private`, the planned or stored private state is kept. */
export interface Stored<S> {
  readonly state: StateOf<S>;
  readonly private?: JsonValue;
}

interface SessionContext<Session> extends HandlerContext {
  readonly session: Session;
  readonly private: Private;
}

export interface CreateRequest<Session, S> extends SessionContext<Session> {
  readonly planned: PlannedOf<S>;
}

export interface UpdateRequest<Session, S> extends CreateRequest<Session, S> {
  readonly prior: StateOf<S>;
}

export interface ReadRequest<Session, S> extends SessionContext<Session> {
  readonly state: StateOf<S>;
}

export interface DeleteRequest<Session, S> extends SessionContext<Session> {
  readonly prior: StateOf<S>;
}

export type ImportRequest<Session, I = Schema> = HandlerContext & {
  readonly session: Session;
} & ImportTarget<I>;

/** Upgrades a stored state to the next version of its schema. Create it with {@link upgrader}. */
export interface StateUpgrader {
  readonly from: Schema;
  readonly to: Schema;
  upgrade(state: unknown): unknown;
}

/**
 * Upgrades states that an older schema wrote. A number in such a state is read as a string where its schema has one.
 * @example upgrader(jarSchema0, jarSchema, ({ size, ...jar }) => ({ ...jar, grams: size * 1000 }))
 */
export function upgrader<From extends Schema, To extends Schema>(
  from: From,
  to: To,
  upgrade: (state: StateOf<From>) => StateOf<To>,
): StateUpgrader {
  // The cast erases both types. It is sound because the framework converts the states by the schemas.
  return { from, to, upgrade: upgrade };
}

export interface ResourceDefinition<
  Session,
  S extends Schema,
  I extends Schema = Schema,
> extends Configurable<S> {
  /** With the prefix of the provider: "pantry_jar". */
  readonly typeName: string;
  readonly identity?: IdentityDefinition<S, I>;
  /** The first upgrades states of version 0. Their number is the version of the schema. */
  readonly upgraders?: readonly StateUpgrader[];
  /**
   * Values of optional computed attributes that depend on other values or on the time. They apply where the configuration has none,
   * before it is decided whether the plan is a change. A value must not differ between plan and apply: return UNKNOWN if it may.
   */
  defaults?(request: DefaultsRequest<Session, S>): Partial<ProposedOf<S>>;
  /**
   * Attributes of the state that mean the same as the configured ones, although they differ. They are planned instead of those, before it
   * is decided whether the plan is a change. Terraform accepts no other values.
   */
  equivalents?(
    request: Omit<Extract<PlanRequest<Session, S>, { readonly action: "update" }>, "proposed">,
  ): Awaitable<Partial<ProposedOf<S>>>;
  /** Changes the proposed plan. Without errors it must return the same result again during apply. */
  plan?(request: PlanRequest<Session, S>): Awaitable<PlanChanges<S> | undefined>;
  /**
   * Creates the object. A returned state together with errors in `diagnostics` marks the resource as tainted. Return undefined, with
   * an error, only if no object was created.
   */
  create(request: CreateRequest<Session, S>): Awaitable<Stored<S> | undefined>;
  /** Refreshes the state. Return a `null` state only if the object certainly does not exist, and otherwise report an error. */
  read(request: ReadRequest<Session, S>): Awaitable<Stored<S> | { readonly state: null }>;
  /** Updates the object. With an error, undefined keeps the prior state. */
  update(request: UpdateRequest<Session, S>): Awaitable<Stored<S> | undefined>;
  /** Deletes the object. It must succeed if the object does not exist. After an error the object stays in the state. */
  delete(request: DeleteRequest<Session, S>): Awaitable<void>;
  /** Finds an object by the ID or the identity that the user entered. Terraform calls `read` with the result. */
  import?(request: ImportRequest<Session, I>): Awaitable<Stored<S> | undefined>;
  /**
   * Receives each stored state that Terraform loads, before it plans, applies or reads the resource. Before an apply this is the
   * state as the plan refreshed it, which can be newer than the prior state of a deletion. Not called without a session.
   */
  stateLoaded?(request: { readonly session: Session; readonly state: StateOf<S> }): void;
}

/** A resource whose schema types are erased. The framework converts all values by the schemas before it calls a handler. */
export interface Resource<
  Session = unknown,
  S extends Schema = Schema,
  I extends Schema = Schema,
> extends ResourceDefinition<Session, Schema> {
  /** The erased types, for the list of the resource. Exists only for the compiler. */
  readonly [schemaTypes]?: readonly [S, I];
}
