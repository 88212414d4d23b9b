/** Resolves hosts that the user names by ID or by name. */
import { errorOf, type Problem, ProblemError } from "../../diagnostics";
import { type EnvironmentSession } from "../../engine";
import { resolveReference } from "../../reconcile";

const isId = (text: string) => /^\d{1,15}$/.test(text);

/**
 * Resolves the hosts of a search. A reference may list several IDs, separated by commas. IDs are not looked up, because data of a deleted
 * host can still be searched.
 */
export async function resolveHostIds(
  session: EnvironmentSession,
  references: readonly string[] | undefined,
): Promise<readonly number[] | undefined> {
  if (references === undefined) return undefined;
  const hosts = references.flatMap((text) => (/^\d+(,\d+)+$/.test(text) ? text.split(",") : [text]));
  const results = await Promise.all(
    hosts.map(async (host) => (isId(host) ? Number(host) : findHost(session, host))),
  );
  const problems = results.filter((result) => typeof result !== "number");
  if (problems.length > 0) throw new ProblemError(problems);
  return results.filter((result) => typeof result === "number");
}

/** Resolves the host of a search. An ID is not looked up. */
export async function resolveHostId(session: EnvironmentSession, reference: string): Promise<number> {
  return isId(reference) ? Number(reference) : resolveExistingHostId(session, reference);
}

export async function resolveExistingHostId(session: EnvironmentSession, reference: string): Promise<number> {
  const result = await findHost(session, isId(reference) ? Number(reference) : reference);
  if (typeof result === "number") return result;
  throw new ProblemError([result]);
}

async function findHost(session: EnvironmentSession, reference: string | number): Promise<number | Problem> {
  const result = resolveReference("host", reference, await session.catalog.hosts());
  if (typeof result === "number") return result;
  return errorOf("reference-unknown", result.what, { remedy: result.remedy });
}
