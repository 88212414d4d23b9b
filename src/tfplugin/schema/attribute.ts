/**
 * Attributes: what an author declares about one value of a schema. The options decide both what Terraform is told
 * and which TypeScript type each handler sees (views.ts).
 */
import { type Problem } from "../diagnostics";
import { t, type TypeShape, type ValueType } from "./value-type";

declare const seenAs: unique symbol;

/** Finds fault with a known, non-null value: a text (the detail), a problem, or undefined when all is well. */
export type Validator<V> = (value: V) => string | Omit<Problem, "path"> | undefined;

interface CommonOptions<V> {
  /** Markdown: what it means, its unit and its limits. */
  readonly description: string;
  /** Hidden in Terraform's output (not in its state). */
  readonly sensitive?: boolean;
  readonly deprecated?: boolean;
  /** A change of this value cannot be made in place: Terraform destroys the resource and creates it anew. */
  readonly replace?: boolean;
  /** Run offline, on values that are wholly known. */
  readonly validate?: readonly Validator<V>[];
}

interface ComputedOptions {
  /** The state may hold null. Without it handlers must return a value, and see one. */
  readonly nullable?: boolean;
  /** On an update the value in the state is planned to stay, as an id does, instead of becoming unknown. */
  readonly keepOnUpdate?: boolean;
}

type Absent<K extends string> = { readonly [key in K]?: never };

type PresenceOptions<V> =
  | ({ readonly required: true } & Absent<"optional" | "computed" | "default" | "nullable" | "keepOnUpdate">)
  | ({ readonly optional: true; readonly default: V } & Absent<
      "required" | "computed" | "nullable" | "keepOnUpdate"
    >)
  | ({ readonly optional: true } & Absent<"required" | "computed" | "default" | "nullable" | "keepOnUpdate">)
  | ({ readonly optional: true; readonly computed: true } & ComputedOptions & Absent<"required" | "default">)
  | ({ readonly computed: true } & ComputedOptions & Absent<"required" | "optional" | "default">);

export type AttributeOptions<V> = CommonOptions<V> & PresenceOptions<V>;

type OptionName =
  keyof CommonOptions<unknown> | keyof ComputedOptions | "required" | "optional" | "computed" | "default";

/** Makes a misspelled option an error: inference alone would accept any further property. */
type Exactly<O> = O & { readonly [K in Exclude<keyof O, OptionName>]: never };

/**
 * Who gives the value: its user always, its user or nobody, its user or a default, the provider, either of them;
 * "maybe" where the provider may also leave it null.
 */
export type Presence =
  | "required"
  | "optional"
  | "defaulted"
  | "computed"
  | "maybe-computed"
  | "optional-computed"
  | "maybe-optional-computed";

type PresenceOf<O> = O extends { readonly required: true }
  ? "required"
  : O extends { readonly default: unknown }
    ? "defaulted"
    : O extends { readonly computed: true }
      ? `${O extends { readonly nullable: true } ? "maybe-" : ""}${O extends { readonly optional: true } ? "optional-" : ""}computed`
      : "optional";

/** The options, without the types: what the framework works with. */
export interface AttributeRules {
  readonly description: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly default: { readonly value: unknown } | undefined;
  readonly keepOnUpdate: boolean;
  readonly replace: boolean;
  readonly sensitive: boolean;
  readonly deprecated: boolean;
  readonly validators: readonly Validator<never>[];
}

export interface LeafAttribute<V = unknown, P extends Presence = Presence> {
  readonly kind: "leaf";
  readonly rules: AttributeRules;
  readonly shape: TypeShape;
  readonly [seenAs]?: readonly [V, P];
}

export type Nesting = "single" | "list" | "set" | "map";

export interface ObjectAttribute<
  A extends Attributes = Attributes,
  N extends Nesting = Nesting,
  P extends Presence = Presence,
> {
  readonly kind: "object";
  readonly rules: AttributeRules;
  readonly nesting: N;
  readonly attributes: A;
  readonly [seenAs]?: P;
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
    // Terraform lets a provider fill in a value only where the attribute is computed as well.
    computed: (options.computed ?? false) || hasDefault,
    default: hasDefault ? { value: options.default } : undefined,
    keepOnUpdate: options.keepOnUpdate ?? false,
    replace: options.replace ?? false,
    sensitive: options.sensitive ?? false,
    deprecated: options.deprecated ?? false,
    validators: options.validate ?? [],
  };
}

function leaf<V>(type: ValueType<V>) {
  return <const O extends AttributeOptions<V>>(options: Exactly<O>): LeafAttribute<V, PresenceOf<O>> => ({
    kind: "leaf",
    rules: rulesOf<V>(options),
    shape: type.shape,
  });
}

/** Collections of objects can default to an empty one; checks of whole objects belong into `validate` of the schema's owner. */
interface ObjectDefault {
  readonly single: never;
  readonly list: readonly never[];
  readonly set: readonly never[];
  readonly map: Readonly<Record<string, never>>;
}

type ObjectOptions<N extends Nesting> = AttributeOptions<ObjectDefault[N]> & Absent<"validate">;

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

/** Declares attributes. Each takes its presence (required, optional, default, computed) and a description. */
export const attribute = {
  string: leaf(t.string),
  boolean: leaf(t.boolean),
  /** A whole number within ±(2^53 - 1); anything else is refused with a diagnostic at its path. */
  integer: leaf(t.integer),
  /** Any number, seen as the nearest JavaScript number; digits beyond that survive a round trip unless changed. */
  number: leaf(t.number),
  list: <V, const O extends AttributeOptions<readonly V[]>>(element: ValueType<V>, options: Exactly<O>) =>
    leaf(t.list(element))<O>(options),
  set: <V, const O extends AttributeOptions<readonly V[]>>(element: ValueType<V>, options: Exactly<O>) =>
    leaf(t.set(element))<O>(options),
  map: <V, const O extends AttributeOptions<Readonly<Record<string, V>>>>(
    element: ValueType<V>,
    options: Exactly<O>,
  ) => leaf(t.map(element))<O>(options),
  /** One object with attributes of its own, each with its own presence. */
  object: objects("single"),
  listOfObjects: objects("list"),
  setOfObjects: objects("set"),
  mapOfObjects: objects("map"),
};
