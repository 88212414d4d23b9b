/**
 * The types that handlers see, computed from a schema. One attribute looks different in a configuration, in a plan
 * and in a state; these types say where null and UNKNOWN can occur, so that the compiler asks for them to be handled.
 */
import { type Unknown } from "../cty/unknown";
import {
  type Attributes,
  type LeafAttribute,
  type Nesting,
  type ObjectAttribute,
  type Presence,
} from "./attribute";
import { type Schema } from "./schema";

interface View {
  /** Where UNKNOWN can stand. */
  readonly unknown: "everywhere" | "where-computed" | "nowhere";
  /** Whether defaults are filled in. */
  readonly defaults: boolean;
  /** Whether computed values are present; they are always null in a configuration. */
  readonly computed: boolean;
}

type ComputedPresence = "computed" | "maybe-computed" | "optional-computed" | "maybe-optional-computed";

/** The value itself with UNKNOWN allowed at every depth. */
export type WithUnknown<V> = V extends readonly (infer E)[]
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
        ? P extends "maybe-computed" | "maybe-optional-computed"
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

/** An element as a whole can be unknown where everything can. */
type Nest<N extends Nesting, V, W extends View> = N extends "single"
  ? V
  : N extends "map"
    ? Readonly<Record<string, V | UnknownIn<"required", W>>>
    : readonly (V | UnknownIn<"required", W>)[];

type Value<A, W extends View> =
  A extends LeafAttribute<infer V, infer P>
    ? Present<P, W, LeafIn<V, P, W>>
    : A extends ObjectAttribute<infer Inner, infer N, infer P>
      ? Present<P, W, Nest<N, ObjectIn<Inner, W>, W>>
      : never;

/** A purely computed attribute is always null in a configuration. */
type Present<P extends Presence, W extends View, V> = [P, W["computed"]] extends [
  "computed" | "maybe-computed",
  false,
]
  ? null
  : V | NullIn<P, W> | UnknownIn<P, W>;

type ObjectIn<A extends Attributes, W extends View> = { readonly [K in keyof A]: Value<A[K], W> };

type AttributesOf<S> = S extends Schema<infer A> ? A : never;

/** What the user wrote, where references may not be resolved yet. Computed attributes are null, defaults not filled. */
export type ConfigOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "everywhere"; defaults: false; computed: false }
>;

/** What the user wrote, with every reference resolved: during an apply. */
export type KnownConfigOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "nowhere"; defaults: false; computed: false }
>;

/** Arguments with defaults filled in: what a data source reads by. */
export type ArgumentsOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "nowhere"; defaults: true; computed: false }
>;

/** Arguments with defaults filled in, where references may not be resolved yet: what a provider is configured with. */
export type DraftArgumentsOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "everywhere"; defaults: true; computed: false }
>;

/** A plan being made: defaults filled in, UNKNOWN anywhere. */
export type ProposedOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "everywhere"; defaults: true; computed: true }
>;

/** A plan being applied: only what the provider computes may still be UNKNOWN. */
export type PlannedOf<S> = ObjectIn<
  AttributesOf<S>,
  { unknown: "where-computed"; defaults: true; computed: true }
>;

/** What is stored: everything known. */
export type StateOf<S> = ObjectIn<AttributesOf<S>, { unknown: "nowhere"; defaults: true; computed: true }>;
