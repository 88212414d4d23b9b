/** Declares attributes. Their options define both the Terraform schema and the TypeScript types of handlers (views.ts). */
import { type Problem } from "../diagnostics";
import { t, type ValueType } from "./value-type";
import { type AttributeType, type ObjectType } from "../cty/type";

declare const handlerType: unique symbol;

/**
 * Validates a known, non-null value. Returns a problem, only its detail, or undefined for a valid value.
 * @example const isShort = (text: string) => (text.length > 9 ? "Must have at most 9 characters." : undefined);
 */
export type Validator<V> = (value: V) => string | Omit<Problem, "path"> | undefined;

interface CommonOptions<V> {
  /** Markdown: meaning, unit and limits. */
  readonly description: string;
  /** Hides the value in Terraform's output, but not in its state. */
  readonly sensitive?: boolean;
  /** A change of the value replaces the resource. */
  readonly replace?: boolean;
  /** Run offline on wholly known values. */
  readonly validate?: readonly Validator<V>[];
  /**
   * Whether a configured value means the same as the different one of the state. Such a difference alone is no change. If another
   * attribute changes, the configured value is planned too.
   */
  readonly isEquivalent?: (configured: V, prior: V) => boolean;
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

/** The options of an attribute without their types. */
export interface AttributeRules {
  readonly description: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly default: { readonly value: unknown } | undefined;
  readonly keepOnUpdate: boolean;
  readonly replace: boolean;
  readonly sensitive: boolean;
  readonly validators: readonly Validator<never>[];
  readonly isEquivalent: ((configured: never, prior: never) => boolean) | undefined;
}

export interface LeafAttribute<V = unknown, P extends Presence = Presence> {
  readonly kind: "leaf";
  readonly rules: AttributeRules;
  readonly attributeType: AttributeType;
  readonly [handlerType]?: readonly [V, P];
}

export type Nesting = "single" | "list";

export interface ObjectAttribute<
  A extends Attributes = Attributes,
  N extends Nesting = Nesting,
  P extends Presence = Presence,
> {
  readonly kind: "object";
  readonly rules: AttributeRules;
  readonly nesting: N;
  readonly attributes: A;
  readonly [handlerType]?: P;
}

export type Attribute = LeafAttribute | ObjectAttribute;

export interface Attributes {
  readonly [name: string]: Attribute;
}

function rulesOf<V>(options: AttributeOptions<V>): AttributeRules {
  const hasDefault = options.default !== undefined;
  return {
    description: options.description,
    required: options.required ?? false,
    optional: options.optional ?? false,
    // Terraform accepts a default only for a computed attribute.
    computed: (options.computed ?? false) || hasDefault,
    default: hasDefault ? { value: options.default } : undefined,
    keepOnUpdate: options.keepOnUpdate ?? false,
    replace: options.replace ?? false,
    sensitive: options.sensitive ?? false,
    validators: options.validate ?? [],
    isEquivalent: options.isEquivalent,
  };
}

function leaf<V>(type: ValueType<V>) {
  return <const O extends AttributeOptions<V>>(options: Exactly<O>): LeafAttribute<V, PresenceOf<O>> => ({
    kind: "leaf",
    rules: rulesOf<V>(options),
    attributeType: type.attributeType,
  });
}

/** The only default of nested objects is an empty list, or null for a single one. Validate objects in `validate` of the resource. */
interface ObjectDefault {
  readonly single: null;
  readonly list: readonly never[];
}

type ObjectOptions<N extends Nesting> = AttributeOptions<ObjectDefault[N]> &
  Absent<"validate" | "isEquivalent">;

function objects<const N extends Nesting>(nesting: N) {
  return <A extends Attributes, const O extends ObjectOptions<N>>(
    attributes: A,
    options: Exactly<O>,
  ): ObjectAttribute<A, N, PresenceOf<O>> => ({
    kind: "object",
    rules: rulesOf<ObjectDefault[N]>(options),
    nesting,
    attributes,
  });
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

export function objectTypeOf(attributes: Attributes): ObjectType {
  const fields = Object.entries(attributes).map(
    ([name, attribute]) => [name, attributeTypeOf(attribute)] as const,
  );
  return { kind: "object", fields: Object.fromEntries(fields) };
}

export function attributeTypeOf(attribute: Attribute): AttributeType {
  if (attribute.kind === "leaf") return attribute.attributeType;
  const element = objectTypeOf(attribute.attributes);
  return attribute.nesting === "single" ? element : { kind: "list", element };
}
