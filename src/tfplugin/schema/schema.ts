/**
 * Declares schemas and their attributes. The options of an attribute define both the Terraform schema and the TypeScript types of handlers
 * (views.ts).
 */
import { type AttributeType, type ObjectType } from "../cty/value";

declare const valueOfType: unique symbol;
declare const valueOfAttribute: unique symbol;

/** A type whose values are `V` in handlers. The symbol exists only for the compiler. */
export interface ValueType<V> {
  readonly attributeType: AttributeType;
  readonly [valueOfType]?: V;
}

export type ValueOfType<T> = T extends ValueType<infer V> ? V : never;

function valueType<V>(attributeType: AttributeType): ValueType<V> {
  return { attributeType };
}

/**
 * Types of collection elements and function parameters. `integer` is within ±(2^53 - 1). `number` is rounded to the nearest
 * JavaScript number.
 * @example attribute.set(t.integer, { optional: true, description: "IDs of shelves." })
 */
export const t = {
  string: valueType<string>({ kind: "string" }),
  boolean: valueType<boolean>({ kind: "boolean" }),
  number: valueType<number>({ kind: "number", integer: false }),
  integer: valueType<number>({ kind: "number", integer: true }),
  list: <V>({ attributeType }: ValueType<V>) =>
    valueType<readonly V[]>({ kind: "list", element: attributeType }),
  /** Handlers receive an array without duplicates in a stable order. The order of a returned array is ignored. */
  set: <V>({ attributeType }: ValueType<V>) =>
    valueType<readonly V[]>({ kind: "set", element: attributeType }),
  map: <V>({ attributeType }: ValueType<V>) =>
    valueType<Readonly<Record<string, V>>>({ kind: "map", element: attributeType }),
  /** Permits null elements. Otherwise validation refuses a collection with a null element. */
  nullable: <V>({ attributeType }: ValueType<V>) => valueType<V | null>({ ...attributeType, nullable: true }),
};

/**
 * Validates a known, non-null value. Returns the detail of a problem, or undefined for a valid value.
 * @example const isShort = (text: string) => (text.length > 9 ? "Must have at most 9 characters." : undefined);
 */
export type Validator<V> = (value: V) => string | undefined;

interface CommonOptions<V> {
  /** Markdown: meaning, unit and limits. */
  readonly description: string;
  /** Hides the value in Terraform's output, but not in its state. */
  readonly sensitive?: boolean;
  /** A change of the value replaces the resource. */
  readonly replace?: boolean;
  /** Run offline on wholly known values. */
  readonly validate?: readonly Validator<V>[];
}

interface ComputedOptions {
  /** Permits null in the state. Otherwise handlers must return a value. */
  readonly nullable?: boolean;
  /** Plans the value of the state for an update instead of unknown, as for an ID. */
  readonly keepOnUpdate?: boolean;
}

type Absent<K extends string> = { readonly [key in K]?: never };

type PresenceOptions<V> =
  | ({ readonly required: true } & Absent<"optional" | "computed" | "default" | "nullable" | "keepOnUpdate">)
  | ({
      readonly optional: true;
      /** Null is like no default, but a generated configuration does not contain the attribute if it has no value. */
      readonly default: V | null;
    } & Absent<"required" | "computed" | "nullable" | "keepOnUpdate">)
  | ({ readonly optional: true } & Absent<"required" | "computed" | "default" | "nullable" | "keepOnUpdate">)
  | ({ readonly optional: true; readonly computed: true } & ComputedOptions & Absent<"required" | "default">)
  | ({ readonly computed: true } & ComputedOptions & Absent<"required" | "optional" | "default">);

export type AttributeOptions<V> = CommonOptions<V> & PresenceOptions<V>;

type OptionName =
  keyof CommonOptions<unknown> | keyof ComputedOptions | "required" | "optional" | "computed" | "default";

/** Makes a misspelled option an error. Type inference alone accepts additional properties. */
type Exactly<O> = O & { readonly [K in Exclude<keyof O, OptionName>]: never };

/** Who sets the value: the user, optionally the user, the user or a default, the provider, or either of them. */
export type Presence =
  | "required"
  | "optional"
  | "defaulted"
  | "computed"
  | "nullable-computed"
  | "optional-computed"
  | "nullable-optional-computed";

type PresenceOf<O> = O extends { readonly required: true }
  ? "required"
  : O extends { readonly default: infer D }
    ? D extends null
      ? "optional"
      : "defaulted"
    : O extends { readonly computed: true }
      ? `${O extends { readonly nullable: true } ? "nullable-" : ""}${O extends { readonly optional: true } ? "optional-" : ""}computed`
      : "optional";

/** The options of an attribute without the type of its value. */
type AttributeRules = CommonOptions<never> &
  ComputedOptions & {
    readonly required?: boolean;
    readonly optional?: boolean;
    readonly computed?: boolean;
    readonly default?: unknown;
  };

export interface LeafAttribute<V = unknown, P extends Presence = Presence> {
  readonly kind: "leaf";
  readonly rules: AttributeRules;
  readonly attributeType: AttributeType;
  readonly [valueOfAttribute]?: readonly [V, P];
}

export type Nesting = "single" | "list";

export interface ObjectAttribute<
  A extends Attributes = Attributes,
  N extends Nesting = Nesting,
  P extends Presence = Presence,
> {
  readonly kind: "object";
  readonly rules: AttributeRules;
  readonly attributeType: AttributeType;
  readonly nesting: N;
  readonly attributes: A;
  readonly [valueOfAttribute]?: P;
}

export type Attribute = LeafAttribute | ObjectAttribute;

export interface Attributes {
  readonly [name: string]: Attribute;
}

/** Terraform accepts a default only for a computed attribute. */
function rulesOf<V>(options: AttributeOptions<V>): AttributeRules {
  return { ...options, computed: options.computed === true || options.default !== undefined };
}

function leaf<V>({ attributeType }: ValueType<V>) {
  return <const O extends AttributeOptions<V>>(options: Exactly<O>): LeafAttribute<V, PresenceOf<O>> => ({
    kind: "leaf",
    rules: rulesOf<V>(options),
    attributeType,
  });
}

/** The only default of nested objects is an empty list, or null for a single one. Validate objects in `validate` of the resource. */
interface ObjectDefault {
  readonly single: null;
  readonly list: readonly never[];
}

type ObjectOptions<N extends Nesting> = AttributeOptions<ObjectDefault[N]> & Absent<"validate">;

function objects<const N extends Nesting>(nesting: N) {
  return <A extends Attributes, const O extends ObjectOptions<N>>(
    attributes: A,
    options: Exactly<O>,
  ): ObjectAttribute<A, N, PresenceOf<O>> => {
    const element = objectTypeOf(attributes);
    return {
      kind: "object",
      rules: rulesOf<ObjectDefault[N]>(options),
      attributeType: nesting === "single" ? element : { kind: "list", element },
      nesting,
      attributes,
    };
  };
}

/**
 * Declares attributes. Each has a description and is required, optional, optional with a default, or computed.
 * @example attribute.string({ required: true, replace: true, description: "Name of the jar." })
 */
export const attribute = {
  string: leaf(t.string),
  boolean: leaf(t.boolean),
  /** An integer within ±(2^53 - 1). Other numbers are refused with a diagnostic. */
  integer: leaf(t.integer),
  /** A number, rounded to the nearest JavaScript number for handlers. An unchanged number keeps all its digits. */
  number: leaf(t.number),
  list: <V, const O extends AttributeOptions<readonly V[]>>(element: ValueType<V>, options: Exactly<O>) =>
    leaf(t.list(element))<O>(options),
  set: <V, const O extends AttributeOptions<readonly V[]>>(element: ValueType<V>, options: Exactly<O>) =>
    leaf(t.set(element))<O>(options),
  map: <V, const O extends AttributeOptions<Readonly<Record<string, V>>>>(
    element: ValueType<V>,
    options: Exactly<O>,
  ) => leaf(t.map(element))<O>(options),
  /** A nested object. */
  object: objects("single"),
  listOfObjects: objects("list"),
};

function objectTypeOf(attributes: Attributes): ObjectType {
  const fields = Object.entries(attributes).map(
    ([name, { attributeType }]) => [name, attributeType] as const,
  );
  return { kind: "object", fields: Object.fromEntries(fields) };
}

/** The attributes of a resource, a data source or the provider itself. */
export interface Schema<A extends Attributes = Attributes> {
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
  readonly attributeType: ObjectType;
}

/**
 * Declares a schema.
 * @example schema({ description: "A jar.", attributes: { name: attribute.string({ required: true, description: "Name." }) } })
 */
export function schema<A extends Attributes>(definition: Omit<Schema<A>, "attributeType">): Schema<A> {
  return { ...definition, attributeType: objectTypeOf(definition.attributes) };
}
