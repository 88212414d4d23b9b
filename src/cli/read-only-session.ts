/** Work that only reads: it has no progress to tell, and an interrupt ends it at once. */
import { type EnvironmentSession } from "../engine";
import { type CliContext } from "./context";
import { withSession } from "./environment";

/** @throws ProblemError, ClientClosed */
export function withReadOnlySession<T>(
  context: CliContext,
  work: (session: EnvironmentSession) => Promise<T>,
): Promise<T> {
  return withSession(context, {}, ({ session }) => work(session));
}
