/** Loads the definitions that a command names. */
import { ClientClosedError } from "../../../client";
import * as definitions from "../../../definitions";
import { hintForName, isError, type Place, type Problem, ProblemError, quote } from "../../../diagnostics";
import { scopeOf } from "../../../environments";
import { type AlertDefinition } from "../../../reconcile";
import { includesText, TextMap } from "../../../service";
import { type CliContext } from "../context";
import { type Target } from "../environments/target";
import { reportProblems } from "../output/output";
import { type PlanFlags } from "./flags";

/**
 * Loads the definitions of the environment that the command works in.
 *
 * @param sources default: those of the configuration file, or the current folder
 * @throws ClientClosedError if the command is interrupted
 */
export async function loadSources(
  context: CliContext,
  sources: readonly string[],
): Promise<definitions.Definitions> {
  return runReading(context, sources, () => readDefinitions(context.target, sourcesOf(context, sources)));
}

/** Reads the sources of several environments once. @throws ClientClosedError if the command is interrupted */
export function readSources(
  context: CliContext,
  [target]: readonly Target[],
  sources: readonly string[],
): Promise<definitions.DefinitionSources> {
  return runReading(context, sources, () => {
    const named = sourcesOf({ target }, sources);
    return target?.read(named) ?? definitions.readSources(named);
  });
}

async function runReading<T>(context: CliContext, sources: readonly string[], work: () => T): Promise<T> {
  // Reading stdin may block forever, and parsing may take seconds. A signal that is already pending is handled first.
  await new Promise((resolve) => setImmediate(resolve));
  if (context.signal.aborted) throw new ClientClosedError();
  // Standard input may be typed on the terminal that would show the status.
  if (!sources.includes("-")) context.setStatus?.("Reading definitions");
  try {
    return context.runBlocking(work);
  } finally {
    context.setStatus?.("");
  }
}

/** @param sources the sources that the user named */
export function sourcesOf(
  { target }: { readonly target?: Target | undefined },
  sources: readonly string[],
): readonly string[] {
  return sources.length > 0 ? sources : (target?.config.definitions ?? ["."]);
}

/** @param target the environment, undefined without a configuration */
export function readDefinitions(
  target: Target | undefined,
  sources: readonly string[],
): definitions.Definitions {
  if (target === undefined) return definitions.loadDefinitions(sources);
  const read = target.read(sources);
  const { problems, ...resolved } = resolveFor(target, read);
  return { ...resolved, problems: [...read.problems, ...problems] };
}

/** The definitions of an environment, without the problems of the sources. */
export function resolveFor(
  { config, environment }: Target,
  read: definitions.DefinitionSources,
): definitions.Definitions {
  return definitions.resolveDefinitions(read, scopeOf(config, environment));
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

export function placesOf(alerts: readonly AlertDefinition[]): TextMap<Place> {
  return new TextMap(alerts.map(({ name, place }) => [name, place]));
}
