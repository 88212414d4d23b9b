/** Loads the definitions that a command names. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ClientClosedError } from "../../client";
import * as definitions from "../../definitions";
import {
  errorOf,
  hintForName,
  isError,
  nameMatcher,
  type Place,
  type Problem,
  ProblemError,
  quote,
} from "../../diagnostics";
import { definitionScopeOf } from "../../environments";
import { type PlanDocument } from "../../plan-document";
import { type AlertDefinition, applyMute, type DesiredAlert, resolveReferences } from "../../reconcile";
import { includesText, TextMap } from "../../service";
import { type CliContext } from "../framework/context";
import { type PlanFlags } from "../framework/flags";
import { type Target } from "../framework/target";
import { reportProblems } from "../terminal/output";
import { findNotOwned } from "./ownership";

/**
 * Reads the sources of the target's environments once, with a status line.
 * @param sources default: those of the configuration file, or the current folder
 */
export function readTargetSources(
  context: CliContext,
  target: Target | undefined,
  sources: readonly string[],
): Promise<definitions.DefinitionSources> {
  return runReading(context, sources, () => readFrom(target, sources));
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

function readFrom(target: Target | undefined, sources: readonly string[]): definitions.DefinitionSources {
  const paths = sources.length > 0 ? sources : (target?.config.definitions ?? ["."]);
  return target === undefined ? definitions.readDefinitionSources(paths) : target.read(paths);
}

/** The definitions of the target's environment, without the problems of the sources. */
export function resolveForTarget(
  target: Target | undefined,
  read: definitions.DefinitionSources,
): definitions.Definitions {
  const scope = target && definitionScopeOf(target.config, target.environment);
  const resolved = definitions.resolveDefinitions(read, scope);
  if (resolved.terraformPlan !== undefined) return resolved;
  return { ...resolved, problems: [...resolved.problems, ...findNotOwned(target, resolved.alerts)] };
}

/** Reads and resolves, without a status line. The result has the problems of both. */
export function loadWithoutStatus(
  target: Target | undefined,
  sources: readonly string[],
): definitions.Definitions {
  const read = readFrom(target, sources);
  const { problems, ...resolved } = resolveForTarget(target, read);
  return { ...resolved, problems: [...read.problems, ...problems] };
}

/** The definitions of the environment that the command works in, with their errors and warnings. */
export function loadUnvalidated(
  context: CliContext,
  sources: readonly string[],
): Promise<definitions.Definitions> {
  return runReading(context, sources, () => loadWithoutStatus(context.target, sources));
}

/** Definitions without errors. Their problems are warnings. @throws ProblemError, also for an unknown name of --target */
export async function loadValidDefinitions(
  context: CliContext,
  sources: readonly string[],
  { target: targets = [] }: PlanFlags,
): Promise<definitions.Definitions> {
  const loaded = await loadUnvalidated(context, sources);
  const { alerts, problems } = loaded;
  if (problems.some(isError)) throw new ProblemError(problems);
  const names = alerts.map(({ name }) => name);
  const unknown = targets.filter((target) => !includesText(names, target));
  refuseUnknown(unknown, names, "--target");
  return loaded;
}

/** Recognizes the definitions of a plan later. Undefined for standard input, which cannot be read again. */
export function describeDefinitions(
  { target }: CliContext,
  sources: readonly string[],
  alerts: readonly AlertDefinition[],
): PlanDocument["definitions"] {
  if (sources.includes("-")) return undefined;
  const config = target === undefined ? "" : readFileSync(target.config.file, "utf8");
  const text = JSON.stringify([config, alerts.map((alert) => ({ ...alert, place: undefined }))]);
  return { sources, hash: createHash("sha256").update(text).digest("hex") };
}

/** Alerts without errors, for a command that reports their warnings before its result. @throws ProblemError */
export async function loadAndReportWarnings(
  context: CliContext,
  sources: readonly string[],
  flags: PlanFlags,
): Promise<readonly AlertDefinition[]> {
  const { alerts, problems } = await loadValidDefinitions(context, sources, flags);
  reportProblems(context, problems);
  return alerts;
}

export function refuseTerraformPlan({ terraformPlan }: definitions.Definitions): void {
  if (terraformPlan === undefined) return;
  throw ProblemError.of("usage", "dbmon cannot apply or save a plan of Terraform.", {
    remedy: "Run terraform apply. To see what it does, run dbmon plan.",
  });
}

/** @param unknown names and patterns without a definition @throws ProblemError if there are any */
function refuseUnknown(unknown: readonly string[], names: readonly string[], option: string): void {
  const problems = unknown.map((text): Problem => {
    const what = `No definition is named ${quote(text)}, the value of ${option}.`;
    return errorOf("reference-unknown", what, { remedy: hintForName(text, names) });
  });
  if (problems.length > 0) throw new ProblemError(problems);
}

/** @param patterns of --alert. Undefined: all @throws ProblemError for names that no definition has */
export function selectDefinitions(
  alerts: readonly AlertDefinition[],
  patterns: readonly string[] | undefined,
): readonly AlertDefinition[] {
  if (patterns === undefined) return alerts;
  const names = alerts.map(({ name }) => name);
  const unknown = patterns.filter((pattern) => !names.some(nameMatcher([pattern])));
  refuseUnknown(unknown, names, "--alert");
  const isSelected = nameMatcher(patterns);
  return alerts.filter(({ name }) => isSelected(name));
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
