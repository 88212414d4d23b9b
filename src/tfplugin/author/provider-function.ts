/** Defines provider functions: pure and offline, called as provider::NAME::FUNCTION(...) in Terraform 1.8 or later. */
import { type ValueOfType, type ValueType } from "../schema/value-type";
import { type Awaitable } from "./handler-context";

export interface Parameter<V = unknown> {
  readonly name: string;
  readonly type: ValueType<V>;
  /** Markdown. */
  readonly description: string;
}

type ArgumentsFor<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends { readonly type: infer T } ? ValueOfType<T> : never;
};

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
export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly returns: ValueType<unknown>;
  readonly call: (...args: readonly unknown[]) => Awaitable<unknown>;
}

/**
 * Reports an invalid argument by its index from 0, or, without `argument`, an invalid call.
 * @example throw new FunctionError("The size must be positive.", 0);
 */
export class FunctionError extends Error {
  readonly argument: number | undefined;

  constructor(message: string, argument?: number) {
    super(message);
    this.name = "FunctionError";
    this.argument = argument;
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
