/** Loads the definitions that a command names. */
import { ClientClosedError } from "../../client";
import * as definitions from "../../definitions";
import { hintForName, isError, type Place, type Problem, ProblemError, quote } from "../../diagnostics";
import { type AlertDefinition } from "../../reconcile";
import { includesText, TextMap } from "../../service";
import { type CliContext } from "../context";
import { reportProblems } from "../output";
import { type PlanFlags } from "./flags";

/** @param sources default: the current folder @throws ClientClosedError if the command is interrupted */
export async function loadSources(
  context: CliContext,
  sources: readonly string[],
): Promise<definitions.Definitions> {
  // Reading stdin may block forever, and parsing may take seconds. A signal that is already pending is handled first.
  await new Promise((resolve) => setImmediate(resolve));
  if (context.signal.aborted) throw new ClientClosedError();
  // Standard input may be typed on the terminal that would show the status.
  if (!sources.includes("-")) context.setStatus?.("Reading definitions");
  try {
    return context.runBlocking(() => definitions.loadDefinitions(sources.length === 0 ? ["."] : sources));
  } finally {
    context.setStatus?.("");
  }
}

/**
 * Loads definitions without errors. Reports their warnings.
 * @throws ProblemError with all problems of the sources, or for targets without a definition. ClientClosedError.
 */
export async function loadDefinitions(
  context: CliContext,
  sources: readonly string[],
  { target: targets = [] }: PlanFlags,
): Promise<readonly AlertDefinition[]> {
  const { alerts, problems } = await loadSources(context, sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  reportProblems(context, problems);
  const names = alerts.map(({ name }) => name);
  const unknown = targets.filter((target) => !includesText(names, target));
  if (unknown.length > 0) throw new ProblemError(unknown.map((target) => unknownTarget(target, names)));
  return alerts;
}

function unknownTarget(target: string, names: readonly string[]): Problem {
  return {
    severity: "error",
    what: `No definition is named ${quote(target)}, the value of --target.`,
    remedy: hintForName(target, names),
  };
}

/** The locations of the definitions, by name. */
export function placesOf(alerts: readonly AlertDefinition[]): TextMap<Place> {
  return new TextMap(alerts.map(({ name, place }) => [name, place]));
}
