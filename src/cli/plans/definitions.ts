/** The definitions that a command was given. */
import { readSources } from "../../definitions";
import { isError, type Place, ProblemError } from "../../diagnostics";
import { type AlertDefinition } from "../../reconcile";
import { type CliContext } from "../context";
import { tellProblems } from "../output";

/** @param sources the current folder where none is named @throws ProblemError with every complaint about the sources */
export function readDefinitions(context: CliContext, sources: readonly string[]): readonly AlertDefinition[] {
  const { alerts, problems } = readSources(sources.length === 0 ? ["."] : sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  tellProblems(context, problems);
  return alerts;
}

/** Where each alert is defined, by name. */
export function placesOf(definitions: readonly AlertDefinition[]): ReadonlyMap<string, Place> {
  return new Map(definitions.map(({ name, place }) => [name, place]));
}
