/**
 * Functions that a provider adds to Terraform's language: pure, offline, called as provider::NAME::FUNCTION(...).
 */
import { type ValueOfType, type ValueType } from "../schema/value-type";
import { type Awaitable } from "./request";

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
  /** Throw a `FunctionError` to refuse an argument. */
  readonly call: (...args: ArgumentsFor<P>) => Awaitable<R>;
}

/** As the framework holds it. */
export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly returns: ValueType<unknown>;
  readonly call: (...args: readonly unknown[]) => Awaitable<unknown>;
}

/** Refuses an argument (counted from 0) with a text for the user; without `argument`, the call as a whole. */
export class FunctionError extends Error {
  readonly argument: number | undefined;

  constructor(message: string, argument?: number) {
    super(message);
    this.name = "FunctionError";
    this.argument = argument;
  }
}

/** Declares a function; the arguments' types come from `parameters`. */
export function providerFunction<const P extends readonly Parameter[], R>(
  definition: FunctionDefinition<P, R>,
): ProviderFunction {
  // The cast forgets P; arguments are converted by `parameters` before every call.
  return definition as unknown as ProviderFunction;
}
