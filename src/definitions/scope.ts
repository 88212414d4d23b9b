/** The environment that definitions are resolved for, as the configuration file dbmon.yaml describes it. */
import { type Place, quoteUnusual } from "../diagnostics";

export type ValueScalar = string | number | boolean;

export interface DefinedValue {
  readonly value: ValueScalar;
  readonly place: Place;
}

export interface DefinitionScope {
  /** Undefined if no environment is selected. Then definitions must not depend on it. */
  readonly environment: string | undefined;
  /** The names of all environments. */
  readonly environmentNames: readonly string[];
  /** By name, without `environment`. */
  readonly values: ReadonlyMap<string, DefinedValue>;
}

/** The scope without a configuration. */
export const noEnvironments: DefinitionScope = {
  environment: undefined,
  environmentNames: [],
  values: new Map(),
};

export function selectionRemedy({ environmentNames }: DefinitionScope): string {
  return `Set --environment to one of them: ${environmentNames.map(quoteUnusual).join(", ")}.`;
}

export const environmentsRemedy =
  "Define the environments in the file dbmon.yaml of this folder or a parent folder, or set --config.";
