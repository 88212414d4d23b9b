/** An environment of the service, as the configuration file describes it. */
import { type DefinedValue } from "../definitions";
import { type FieldStep, type Place, type Problem } from "../diagnostics";

export interface Environment {
  readonly name: string;
  readonly baseUrl: string;
  /** Name of the environment variable that contains the API token. */
  readonly apiTokenVariable: string;
  /** Name of the environment variable that contains the agent token. Default: the API token is used. */
  readonly agentTokenVariable: string | undefined;
  /** Values for definitions, by name. */
  readonly values: ReadonlyMap<string, DefinedValue>;
  /** The names of the values that values contain. */
  readonly usedValues: ReadonlySet<string>;
  /** The place of a key of the environment, or of the environment. */
  readonly placeOf: (field: readonly FieldStep[]) => Place;
}

export interface Config {
  /** Path of the file, relative to the current folder. */
  readonly file: string;
  /** Default sources of every command, relative to the current folder. */
  readonly definitions: readonly string[] | undefined;
  /** In the order of the file. */
  readonly environments: readonly Environment[];
  /** Warnings. */
  readonly problems: readonly Problem[];
}
