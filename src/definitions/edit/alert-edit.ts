/** Edits of alerts: what they change, and what was planned for them. */
import { type FieldStep, type Problem } from "../../diagnostics";
import { type AlertDefinition, type Reference } from "../../reconcile";
import { type DefinitionsFile } from "../parse-definitions-file";
import { type DefinitionScope } from "../scope";
import { type Use } from "./find-values";
import { type SourceFile } from "./source-file";
import { type TextEdit } from "./text-edits";
import { type WrittenValue } from "./write-values";

export type LiveValue = Reference | boolean | readonly Reference[];

/** An attribute of an alert that takes a new value. */
export interface AttributeEdit {
  readonly path: readonly FieldStep[];
  readonly value: LiveValue;
}

/** The edit of one alert. */
export interface AlertEdit {
  readonly definition: AlertDefinition;
  readonly attributes: readonly AttributeEdit[];
  /** A block that replaces the one of the other kind. */
  readonly condition?: { readonly key: "event" | "threshold"; readonly value: WrittenValue };
  /** Whether the definition is removed. */
  readonly isRemoved?: true;
}

export interface EditOptions {
  readonly files: readonly DefinitionsFile[];
  /** The configuration file, whose values can change. */
  readonly config: { readonly file: string; readonly text: string } | undefined;
  /** The environment of the edits. */
  readonly scope: DefinitionScope;
  /** All environments. Without a configuration, the scope. */
  readonly scopes: readonly DefinitionScope[];
  /** Returns equal values for references to the same object. */
  readonly identify: (path: readonly FieldStep[], reference: Reference) => unknown;
}

/** The edits of one alert. */
export interface PlannedEdit {
  /** By file. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** The definition to remove. */
  readonly removed?: { readonly file: SourceFile; readonly index: number };
}

export function isRefused(planned: PlannedEdit | Problem): planned is Problem {
  return "what" in planned;
}

/** The files of all definitions, as the plan of one alert needs them. */
export interface EditContext {
  readonly options: EditOptions;
  readonly config: SourceFile | undefined;
  /** The places of the alerts. */
  readonly placesOf: (uses: readonly Use[]) => string;
  /** The uses of a value of the configuration in the environment. */
  readonly usesOfValue: (name: string) => readonly Use[];
}
