/** Loads the definitions that a command names. */
import { ClientClosedError } from "../../client";
import * as definitions from "../../definitions";
import { ProblemError, hintForName, isError, quote, type Place, type Problem } from "../../diagnostics";
import { applyMute, resolveReferences, type AlertDefinition, type DesiredAlert } from "../../reconcile";
import { TextMap, includesText } from "../../service";
import { type CliContext } from "../framework/context";
import { type Target } from "../environments/target";
import { type PlanFlags } from "../framework/flags";
import { reportProblems } from "../terminal/output";
import { definitionScopeOf } from "../../environments";

/**
 * Loads the definitions of the environment that the command works in.
 * @param sources default: those of the configuration file, or the current folder
 */
export function loadSources(
  context: CliContext,
  sources: readonly string[],
): Promise<definitions.Definitions> {
  const { target } = context;
  return runReading(context, sources, () => readDefinitions(target, sourcesOf(target, sources)));
}

/** Reads the sources of several environments once. */
export function readSources(
  context: CliContext,
  target: Target | undefined,
  sources: readonly string[],
): Promise<definitions.DefinitionSources> {
  return runReading(context, sources, () => readWith(target, sourcesOf(target, sources)));
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

function sourcesOf(target: Target | undefined, sources: readonly string[]): readonly string[] {
  return sources.length > 0 ? sources : (target?.config.definitions ?? ["."]);
}

function readWith(target: Target | undefined, sources: readonly string[]): definitions.DefinitionSources {
  return target === undefined ? definitions.readDefinitionSources(sources) : target.read(sources);
}

export function readDefinitions(
  target: Target | undefined,
  sources: readonly string[],
): definitions.Definitions {
  const read = readWith(target, sources);
  const { problems, ...resolved } = resolveFor(target, read);
  return { ...resolved, problems: [...read.problems, ...problems] };
}

/** The definitions of an environment, without the problems of the sources. */
export function resolveFor(
  target: Target | undefined,
  read: definitions.DefinitionSources,
): definitions.Definitions {
  return definitions.resolveDefinitions(read, target && definitionScopeOf(target.config, target.environment));
}

export interface PlannedDefinitions {
  readonly alerts: readonly AlertDefinition[];
  /** About the sources. */
  readonly warnings: readonly Problem[];
  readonly terraformPlan?: definitions.TerraformPlan | undefined;
}

/** Loads definitions without errors, for a plan. */
export async function loadForPlan(
  context: CliContext,
  sources: readonly string[],
  flags: PlanFlags,
): Promise<PlannedDefinitions> {
  const { alerts, problems, terraformPlan } = await loadValid(context, sources, flags);
  return { alerts, warnings: problems, terraformPlan };
}

export function refuseTerraformPlan({ terraformPlan }: Pick<PlannedDefinitions, "terraformPlan">): void {
  if (terraformPlan === undefined) return;
  throw ProblemError.of("dbmon cannot apply or save a plan of Terraform.", {
    remedy: "Run terraform apply. To see what it does, run dbmon plan.",
  });
}

/** Loads definitions without errors. Reports the warnings of the sources. */
export async function loadDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: PlanFlags,
): Promise<readonly AlertDefinition[]> {
  const { alerts, problems } = await loadValid(context, sources, flags);
  reportProblems(context, problems);
  return alerts;
}

async function loadValid(
  context: CliContext,
  sources: readonly string[],
  { target: targets = [] }: PlanFlags,
): Promise<definitions.Definitions> {
  const loaded = await loadSources(context, sources);
  const { alerts, problems } = loaded;
  if (problems.some(isError)) throw new ProblemError(problems);
  const names = alerts.map(({ name }) => name);
  const unknown = targets.filter((target) => !includesText(names, target));
  if (unknown.length > 0) throw new ProblemError(unknown.map((target) => unknownTarget(target, names)));
  return loaded;
}

function unknownTarget(target: string, names: readonly string[]): Problem {
  return {
    severity: "error",
    what: `No definition is named ${quote(target)}, the value of --target.`,
    remedy: hintForName(target, names),
  };
}

/** @param now in Unix milliseconds */
export function resolveDesired(
  alerts: readonly AlertDefinition[],
  catalog: Parameters<typeof resolveReferences>[1],
  now: number,
): DesiredAlert[] {
  const resolution = resolveReferences(alerts, catalog);
  if (!resolution.ok) throw new ProblemError(resolution.problems);
  return resolution.desired.map((alert) => applyMute(alert, now));
}

export type PlacedAlert = Pick<AlertDefinition, "name" | "place">;

export function placesOf(alerts: readonly PlacedAlert[]): TextMap<Place> {
  return new TextMap(alerts.map(({ name, place }) => [name, place]));
}
