/**
 * The face of the framework for authors of resources: one object, whose handlers speak in values typed by its schema.
 */
import { type Path } from "../diagnostics";
import { type JsonValue } from "../json";
import { type Schema } from "../schema/schema";
import {
  type ConfigOf,
  type KnownConfigOf,
  type PlannedOf,
  type ProposedOf,
  type StateOf,
} from "../schema/views";
import { type Awaitable, type Offline, type Online } from "./request";

/** Terraform stores it beside the state, unseen by users. Undefined when there is none. */
export type Private = JsonValue | undefined;

interface PlanCommon<Session> extends Online {
  /** As stored, or as planned by the first half of a replacement. */
  readonly private: Private;
  /** Undefined while the provider's own configuration is not wholly known. */
  readonly session: Session | undefined;
}

export type PlanRequest<Session, S> = PlanCommon<Session> &
  (
    | {
        readonly action: "create";
        readonly config: ConfigOf<S>;
        readonly prior: null;
        readonly proposed: ProposedOf<S>;
      }
    | {
        readonly action: "update";
        readonly config: ConfigOf<S>;
        readonly prior: StateOf<S>;
        readonly proposed: ProposedOf<S>;
      }
    | {
        readonly action: "destroy";
        readonly config: null;
        readonly prior: StateOf<S>;
        readonly proposed: null;
      }
  );

/** Changes to the framework's own plan; what is left out stays as proposed. */
export interface PlanChanges<S> {
  /** The whole planned value. Only computed attributes that the user has not set may differ from `proposed`. */
  readonly planned?: ProposedOf<S>;
  /** Attributes whose change makes a replacement necessary, beside those declared with `replace`. */
  readonly replace?: readonly Path[];
  /** Replaces the private state and reaches create, update and delete. */
  readonly private?: JsonValue;
}

/** A state to store; without `private`, what was planned (or stored) before is kept. */
export interface Stored<S> {
  readonly state: StateOf<S>;
  readonly private?: JsonValue;
}

interface Live<Session> extends Online {
  readonly session: Session;
  readonly private: Private;
}

export interface CreateRequest<Session, S> extends Live<Session> {
  readonly planned: PlannedOf<S>;
  readonly config: KnownConfigOf<S>;
}

export interface UpdateRequest<Session, S> extends CreateRequest<Session, S> {
  readonly prior: StateOf<S>;
}

export interface ReadRequest<Session, S> extends Live<Session> {
  readonly state: StateOf<S>;
}

export interface DeleteRequest<Session, S> extends Live<Session> {
  readonly prior: StateOf<S>;
}

export interface ImportRequest<Session> extends Online {
  readonly session: Session;
  /** As typed after `terraform import ADDRESS`, or in an import block. */
  readonly id: string;
}

export interface ResourceDefinition<Session, S extends Schema> {
  /** With the provider's prefix: "pantry_jar". */
  readonly typeName: string;
  readonly schema: S;
  /** Offline checks beyond single attributes. Runs several times; leave unknown values alone. */
  validate?(request: Offline & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /** Refines the plan. Without errors it must come to the same result again when the plan is applied. */
  plan?(request: PlanRequest<Session, S>): Awaitable<PlanChanges<S> | undefined>;
  /**
   * Makes the object. With errors in `diagnostics` beside a returned state the resource is stored as tainted; return
   * undefined (with an error) only when nothing was made.
   */
  create(request: CreateRequest<Session, S>): Awaitable<Stored<S> | undefined>;
  /** Looks at the object; a `null` state says that it is surely gone. When in doubt, report an error instead. */
  read(request: ReadRequest<Session, S>): Awaitable<Stored<S> | { readonly state: null }>;
  /** Changes the object. After an error, undefined leaves the prior state. Not needed if every change replaces. */
  update?(request: UpdateRequest<Session, S>): Awaitable<Stored<S> | undefined>;
  /** Removes the object. Must succeed when it is gone already; errors keep it in the state. */
  delete(request: DeleteRequest<Session, S>): Awaitable<void>;
  /** Finds an object by the id its user gives. Terraform calls `read` with the result right away. */
  import?(request: ImportRequest<Session>): Awaitable<Stored<S> | undefined>;
  /** By the version a state was stored with: brings it to the present schema in one step. */
  readonly upgrade?: Readonly<Record<number, (old: JsonValue) => Awaitable<StateOf<S>>>>;
}

/**
 * A resource whose schema is no longer known to the compiler, as the framework holds it. Values given to its handlers
 * have been converted by that schema.
 */
export interface Resource<Session> extends ErasedResource<Session> {
  readonly kind: "resource";
}

type ErasedResource<Session> = ResourceDefinition<Session, Schema>;

/** `resource<Session>()({...})`: the first call names what `configure` makes, the second infers the schema's types. */
export function resource<Session>(): <S extends Schema>(
  definition: ResourceDefinition<Session, S>,
) => Resource<Session> {
  // The cast forgets S. It is sound because the framework converts every value by definition.schema before a call.
  return (definition) => ({ ...(definition as unknown as ErasedResource<Session>), kind: "resource" });
}
