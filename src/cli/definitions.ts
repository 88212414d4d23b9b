/** The definitions that a command was given. */
import { readSources } from "../definitions";
import { isError, ProblemError } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { type CliContext } from "./context";
import { problemLines } from "./render/plan-text";

/** @param sources the current folder where none is named @throws ProblemError with every complaint about the sources */
export function readDefinitions(context: CliContext, sources: readonly string[]): readonly AlertDefinition[] {
  const { alerts, problems } = readSources(sources.length === 0 ? ["."] : sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  problemLines(problems).forEach(context.err);
  return alerts;
}
