/** From the process's environment to a session with the service. */
import { type ConnectionResult, resolveConnection, ServiceClient } from "../client";
import { ProblemError } from "../diagnostics";
import { EnvironmentSession, type ProgressListener } from "../engine";
import { type CliContext } from "./context";

export interface OpenSession {
  readonly session: EnvironmentSession;
  /** Until this is called an interrupt ends every call at once; from then on, work that writes ends by itself. */
  readonly beginWriting: () => void;
  /** Address of the service. */
  readonly baseUrl: string;
}

export interface SessionSettings {
  readonly onProgress?: ProgressListener;
  /** Milliseconds. */
  readonly propagationWindow?: number | undefined;
  /** Ends the waits of work that only reads. */
  readonly signal?: AbortSignal;
  /** Calls under way at once; the client's own number by default. */
  readonly maxConcurrency?: number | undefined;
  /** Whether the token of an agent does. */
  readonly eventsOnly?: boolean;
}

/** Where the service is. Its complaints name variables alone: fields are the provider's, and the command has none. */
export function connectionIn(environment: NodeJS.ProcessEnv, eventsOnly = false): ConnectionResult {
  const result = resolveConnection({}, environment, eventsOnly);
  if (result.ok) return result;
  return {
    ok: false,
    problems: result.problems.map(({ severity, what, remedy }) => ({
      severity,
      what,
      ...(remedy === undefined ? {} : { remedy }),
    })),
  };
}

/** Runs work with a session, and closes its connections afterwards. @throws ProblemError, ClientClosed */
export async function withSession<T>(
  context: CliContext,
  { propagationWindow, eventsOnly, maxConcurrency, ...options }: SessionSettings,
  work: (open: OpenSession) => Promise<T>,
): Promise<T> {
  const result = connectionIn(context.environment, eventsOnly);
  if (!result.ok) throw new ProblemError(result.problems);
  const client = new ServiceClient(result.connection, { userAgent: "dbmon", maxConcurrency });
  const stop = () => {
    client.close();
  };
  const beginWriting = () => {
    context.signal.removeEventListener("abort", stop);
  };
  context.signal.addEventListener("abort", stop, { once: true });
  try {
    const window = propagationWindow === undefined ? {} : { propagationWindow };
    const session = new EnvironmentSession(client, { ...options, ...window });
    return await work({
      session,
      beginWriting,
      baseUrl: `${result.connection.baseUrl.origin}${result.connection.baseUrl.pathname}`,
    });
  } finally {
    beginWriting();
    client.close();
  }
}
