/** The definitions that a command was given. */
import { ClientClosed } from "../../client";
import { type Definitions, readSources } from "../../definitions";
import { isError, type Place, ProblemError } from "../../diagnostics";
import { type AlertDefinition } from "../../reconcile";
import { type CliContext } from "../context";
import { tellProblems } from "../output";

/** @param sources the current folder where none is named @throws ClientClosed */
export async function readSourcesOf(context: CliContext, sources: readonly string[]): Promise<Definitions> {
  const read = () => readSources(sources.length === 0 ? ["."] : sources);
  if (!sources.includes("-")) return read();
  // Whoever writes to stdin may never end. A signal that has come already is heard of first.
  await new Promise((done) => setImmediate(done));
  if (context.signal.aborted) throw new ClientClosed();
  return context.held(read);
}

/** As {@link readSourcesOf}. @throws ProblemError with every complaint about the sources; ClientClosed */
export async function readDefinitions(
  context: CliContext,
  sources: readonly string[],
): Promise<readonly AlertDefinition[]> {
  const { alerts, problems } = await readSourcesOf(context, sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  tellProblems(context, problems);
  return alerts;
}

/** Where each alert is defined, by name. */
export function placesOf(definitions: readonly AlertDefinition[]): ReadonlyMap<string, Place> {
  return new Map(definitions.map(({ name, place }) => [name, place]));
}
