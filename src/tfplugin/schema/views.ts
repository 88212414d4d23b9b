/**
 * Derives the types of handler values from a schema. Configurations, plans and states differ in where null and UNKNOWN can occur, and
 * the compiler makes handlers check for them.
 */
import { type Unknown } from "../cty/value";
import {
  type Attributes,
  type LeafAttribute,
  type Nesting,
  type ObjectAttribute,
  type Presence,
  type Schema,
} from "./schema";

interface View {
  /** Where UNKNOWN can occur. */
  readonly unknown: "everywhere" | "where-computed" | "nowhere";
  /** Whether defaults are filled in. */
  readonly defaults: boolean;
  /** Whether computed values are present. In a configuration they are null. */
  readonly computed: boolean;
}

type ComputedPresence = "computed" | "nullable-computed" | "optional-computed" | "nullable-optional-computed";

/** The value with UNKNOWN permitted at every depth. */
type WithUnknown<V> = V extends readonly (infer E)[]
  ? readonly WithUnknown<E>[] | Unknown
  : V extends object
    ? { readonly [K in keyof V]: WithUnknown<V[K]> } | Unknown
    : V | Unknown;

type NullIn<P extends Presence, W extends View> = P extends "required"
  ? never
  : P extends "optional"
    ? null
    : P extends "defaulted"
      ? W["defaults"] extends true
        ? never
        : null
      : W["computed"] extends true
        ? P extends "nullable-computed" | "nullable-optional-computed"
          ? null
          : never
        : null;

type UnknownIn<P extends Presence, W extends View> = W["unknown"] extends "everywhere"
  ? Unknown
  : W["unknown"] extends "where-computed"
    ? P extends ComputedPresence
      ? Unknown
      : never
    : never;

type LeafIn<V, P extends Presence, W extends View> = [UnknownIn<P, W>] extends [never] ? V : WithUnknown<V>;

/** An element can be unknown if UNKNOWN can occur everywhere. */
type Nest<N extends Nesting, V, W extends View> = N extends "single"
  ? V
  : readonly (V | UnknownIn<"required", W>)[];

type Value<A, W extends View> =
  A extends LeafAttribute<infer V, infer P>
    ? Present<P, W, LeafIn<V, P, W>>
    : A extends ObjectAttribute<infer Inner, infer N, infer P>
      ? Present<P, W, Nest<N, ObjectIn<Inner, W>, W>>
      : never;

/** A purely computed attribute is always null in a configuration. */
type Present<P extends Presence, W extends View, V> = [P, W["computed"]] extends [
  "computed" | "nullable-computed",
  false,
]
  ? null
  : V | NullIn<P, W> | UnknownIn<P, W>;

type ObjectIn<A extends Attributes, W extends View> = { readonly [K in keyof A]: Value<A[K], W> };

type Of<S, W extends View> = S extends Schema<infer A> ? ObjectIn<A, W> : never;

/** The configuration, possibly with unresolved references. Computed attributes are null, and defaults are not filled in. */
export type ConfigOf<S> = Of<S, { unknown: "everywhere"; defaults: false; computed: false }>;

/** The configuration during apply, with all references resolved. */
export type KnownConfigOf<S> = Of<S, { unknown: "nowhere"; defaults: false; computed: false }>;

/** The arguments of a data source, with defaults filled in. */
export type ArgumentsOf<S> = Of<S, { unknown: "nowhere"; defaults: true; computed: false }>;

/** The proposed plan, or the arguments of a provider, with defaults filled in. UNKNOWN can occur everywhere. */
export type ProposedOf<S> = Of<S, { unknown: "everywhere"; defaults: true; computed: true }>;

/** The plan during apply. Only computed attributes can be UNKNOWN. */
export type PlannedOf<S> = Of<S, { unknown: "where-computed"; defaults: true; computed: true }>;

/** The stored state, without unknown values. */
export type StateOf<S> = Of<S, { unknown: "nowhere"; defaults: true; computed: true }>;
