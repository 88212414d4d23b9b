/** The environment that definitions are resolved for. */
import { type DefinitionScope } from "../definitions";
import { type Config, type Environment } from "./environment";

/** @param environment undefined if none of several is selected */
export function scopeOf({ environments }: Config, environment: Environment | undefined): DefinitionScope {
  return {
    environment: environment?.name,
    environmentNames: environments.map(({ name }) => name),
    values: environment?.values ?? new Map(),
  };
}
