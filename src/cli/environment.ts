/** From the process's environment to a session with the service. */
import { resolveConnection, ServiceClient } from "../client";
import { ProblemError } from "../diagnostics";
import { EnvironmentSession, type ProgressListener } from "../engine";
import { type CliContext } from "./context";

/** Runs work with a session, and closes its connections afterwards. @throws ProblemError */
export async function withSession<T>(
  context: CliContext,
  onProgress: ProgressListener,
  work: (session: EnvironmentSession) => Promise<T>,
): Promise<T> {
  const result = resolveConnection({}, context.environment);
  if (!result.ok) throw new ProblemError(result.problems);
  const client = new ServiceClient(result.connection, { userAgent: "dbmon" });
  try {
    return await work(new EnvironmentSession(client, { onProgress }));
  } finally {
    client.close();
  }
}
