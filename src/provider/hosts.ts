/** Hosts that a configuration names by their names or ids. */
import { ProblemError } from "../diagnostics";
import { objectKinds, parseId, ReferenceIndex, type UnresolvedReference } from "../reconcile";
import { type ProviderSession } from "./session";

/** @throws ServiceError */
export async function resolveHost(
  { catalog }: ProviderSession,
  host: string,
): Promise<number | UnresolvedReference> {
  return new ReferenceIndex(objectKinds.host.singular, await catalog.hosts()).resolveText(host);
}

/**
 * The hosts of a search. Ids are not looked up, because data of a deleted host can still be searched.
 * @returns undefined for all hosts: as for an alert, an empty list means them @throws ProblemError, ServiceError
 */
export async function resolveHosts(
  session: ProviderSession,
  hosts: readonly string[] | null,
): Promise<readonly number[] | undefined> {
  if (hosts === null || hosts.length === 0) return undefined;
  const resolved = await Promise.all(
    hosts.map(async (host) => parseId(host) ?? (await resolveHost(session, host))),
  );
  const problems = resolved.filter((host) => typeof host !== "number");
  if (problems.length > 0)
    throw new ProblemError(problems.map((problem) => ({ severity: "error", ...problem })));
  return resolved.filter((host) => typeof host === "number");
}
