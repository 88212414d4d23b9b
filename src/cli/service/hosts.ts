/** Hosts on the command line, by id or by name, as ids. */
import { type Problem, ProblemError } from "../../diagnostics";
import { type EnvironmentSession } from "../../engine";
import { findReferred, nouns } from "../../reconcile";

const isId = (text: string) => /^\d{1,15}$/.test(text);

/**
 * The ids that a search is for; ids may stand in one text, with commas between them. An id is sent as it is: what was seen
 * on a host stays when the host is deleted, and only hosts that are not deleted have names to refer to.
 * @throws ProblemError with every name that no host has, or several
 */
export async function resolveHostIds(
  session: EnvironmentSession,
  references: readonly string[] | undefined,
): Promise<readonly number[] | undefined> {
  if (references === undefined) return undefined;
  const each = references.flatMap((text) => (/^\d+(,\d+)+$/.test(text) ? text.split(",") : [text]));
  const found = await Promise.all(each.map(async (one) => (isId(one) ? Number(one) : find(session, one))));
  const problems = found.filter((one) => typeof one !== "number");
  if (problems.length > 0) throw new ProblemError(problems);
  return found.filter((one) => typeof one === "number");
}

/** As {@link resolveHostIds}, of one host. */
export async function resolveHostId(session: EnvironmentSession, reference: string): Promise<number> {
  return isId(reference) ? Number(reference) : resolveExistingHostId(session, reference);
}

/** The id of a host that is there. @throws ProblemError where none is, or several have the name */
export async function resolveExistingHostId(session: EnvironmentSession, reference: string): Promise<number> {
  const found = await find(session, isId(reference) ? Number(reference) : reference);
  if (typeof found === "number") return found;
  throw new ProblemError([found]);
}

async function find(session: EnvironmentSession, reference: string | number): Promise<number | Problem> {
  const found = findReferred(nouns.host, reference, await session.catalog.hosts());
  return typeof found === "number" ? found : { severity: "error", ...found };
}
