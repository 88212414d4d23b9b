/** The definitions that a command was given. */
import { ClientClosedError } from "../../client";
import { type Definitions, loadDefinitions } from "../../definitions";
import { hintForName, isError, type Place, type Problem, ProblemError, quote } from "../../diagnostics";
import { type AlertDefinition } from "../../reconcile";
import { type CliContext } from "../context";
import { reportProblems } from "../output";
import { type PlanFlags } from "./flags";

/** @param sources the current folder where none is named @throws ClientClosedError */
export async function readSourcesOf(context: CliContext, sources: readonly string[]): Promise<Definitions> {
  const read = () => loadDefinitions(sources.length === 0 ? ["."] : sources);
  if (!sources.includes("-")) return read();
  // Whoever writes to stdin may never end. A signal that has come already is heard of first.
  await new Promise((done) => setImmediate(done));
  if (context.signal.aborted) throw new ClientClosedError();
  return context.runBlocking(read);
}

/**
 * As {@link readSourcesOf}.
 * @throws ProblemError with every complaint about the sources, or about targets that they do not define; ClientClosedError
 */
export async function readDefinitions(
  context: CliContext,
  sources: readonly string[],
  { target = [] }: PlanFlags,
): Promise<readonly AlertDefinition[]> {
  const { alerts, problems } = await readSourcesOf(context, sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  reportProblems(context, problems);
  const unknown = target.filter((wanted) => !alerts.some(({ name }) => name === wanted));
  if (unknown.length > 0) throw new ProblemError(unknown.map((wanted) => notDefined(wanted, alerts)));
  return alerts;
}

function notDefined(target: string, alerts: readonly AlertDefinition[]): Problem {
  const what = `No definition has the name ${quote(target)}, which --target asks for.`;
  const names = alerts.map(({ name }) => name);
  return { severity: "error", what, remedy: hintForName(target, names) };
}

/** Where each alert is defined, by name. */
export function placesOf(definitions: readonly AlertDefinition[]): ReadonlyMap<string, Place> {
  return new Map(definitions.map(({ name, place }) => [name, place]));
}
