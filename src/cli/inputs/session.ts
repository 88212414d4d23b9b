/** Opens sessions with the environment of a command, from a configuration file or from environment variables. */
import { type Connection, type ConnectionResult, environmentVariables, ServiceClient } from "../../client";
import { ProblemError } from "../../diagnostics";
import { type EnvironmentSession, openSession } from "../../engine";
import { connectionSourceOf, resolveConnectionOf } from "../../environments";
import { formatOrigin, type RunOrigin } from "../../plan-document";
import { type CliContext } from "../framework/context";
import { type Prepared } from "../framework/environment-command";
import { SessionError } from "../framework/session-error";
import { createProgressListener } from "../terminal/progress";
import { ServiceCalls } from "./service-calls";

export interface OpenSession {
  readonly session: EnvironmentSession;
  /** Before this call, an interrupt ends every HTTP call. After it, writes finish first. */
  readonly beginWriting: () => void;
  readonly origin: RunOrigin & { readonly baseUrl: string };
}

interface ClosableSession extends OpenSession {
  readonly attempt: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

export interface SessionOptions {
  /** Propagation window in seconds. */
  readonly window?: number | undefined;
  /** Ends the waits of read-only work. */
  readonly signal?: AbortSignal;
  /** Max concurrent HTTP calls. Default: the client's. */
  readonly maxConcurrency?: number | undefined;
  /** Whether an agent token is sufficient. */
  readonly eventsOnly?: boolean;
}

function sourceOf({ env, target }: CliContext) {
  return connectionSourceOf(target?.environment, target?.env ?? env, target?.isNamed ?? false);
}

/** Resolves the connection of the command, from its environment or from environment variables. */
export async function resolveContextConnection(
  context: CliContext,
  eventsOnly = false,
): Promise<ConnectionResult> {
  const { env, target } = context;
  const source = sourceOf(context);
  const result = resolveConnectionOf(source, target?.env ?? env, eventsOnly);
  const isOfFile = source.environment !== undefined && source.variables.baseUrl === undefined;
  const problem = result.ok && isOfFile ? await target?.checkAddress(source.environment) : undefined;
  return problem === undefined ? result : { ok: false, problems: [problem] };
}

export async function withSession<T>(
  context: CliContext,
  work: (open: OpenSession) => Promise<T>,
  options: SessionOptions = {},
): Promise<T> {
  const open = await openContextSession(context, options);
  try {
    return await open.attempt(() => work(open));
  } finally {
    open.close();
  }
}

/** Prepares in a session, which stays open for the changes. */
export async function prepareInSession(
  context: CliContext,
  prepare: (open: OpenSession) => Promise<Prepared>,
  options: SessionOptions,
): Promise<Prepared> {
  const open = await openContextSession(context, options);
  let prepared: Prepared | undefined;
  try {
    prepared = await open.attempt(() => prepare(open));
    const { result, changes } = prepared;
    if (changes === undefined) return { result };
    const execute = () => open.attempt(changes.execute);
    return { result, changes: { ...changes, execute }, close: open.close };
  } finally {
    if (prepared?.changes === undefined) open.close();
  }
}

async function openContextSession(
  context: CliContext,
  { window, eventsOnly, maxConcurrency, ...options }: SessionOptions,
): Promise<ClosableSession> {
  const result = await resolveContextConnection(context, eventsOnly);
  if (!result.ok) throw new ProblemError(result.problems);
  const origin = connectionOrigin(context, result.connection, eventsOnly);
  const calls = new ServiceCalls(context, formatOrigin(origin));
  const client = new ServiceClient(result.connection, {
    ...calls.clientOptions,
    userAgent: "dbmon",
    maxConcurrency,
    // Only the commands with --parallel set the concurrency.
    settingNames: {
      ...sourceOf(context).names,
      maxConcurrency: maxConcurrency === undefined ? undefined : "--parallel",
    },
  });
  const closeClient = () => {
    client.close();
  };
  const beginWriting = () => {
    context.signal.removeEventListener("abort", closeClient);
  };
  context.signal.addEventListener("abort", closeClient, { once: true });
  const session = openSession(client, {
    ...options,
    onProgress: createProgressListener(context),
    propagationWindowMs: window === undefined ? undefined : window * 1000,
  });
  return {
    session,
    beginWriting,
    origin,
    attempt: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ProblemError) throw new SessionError(error.problems, origin, { cause: error });
        throw error;
      }
    },
    close: () => {
      beginWriting();
      calls.close();
      client.close();
    },
  };
}

/** Names the environment, unless variables replace its settings. */
export function connectionOrigin(
  context: CliContext,
  connection: Connection,
  eventsOnly = false,
): OpenSession["origin"] {
  const { environment, names, variables } = sourceOf(context);
  const baseUrl = formatBaseUrl(connection);
  if (environment !== undefined && variables.apiToken === undefined)
    return variables.baseUrl === undefined
      ? { baseUrl, environment: environment.name }
      : { baseUrl, tokenVariable: names.apiToken };
  const usesAgentToken = eventsOnly && variables.agentToken !== undefined;
  return { baseUrl, tokenVariable: environmentVariables[usesAgentToken ? "agentToken" : "apiToken"] };
}

export function hasConnectionSettings(context: CliContext): boolean {
  const { environment, settings, variables } = sourceOf(context);
  if (environment !== undefined) return settings.apiToken?.trim() !== "";
  return (variables.baseUrl ?? variables.apiToken) !== undefined;
}

/** The variables to set for a connection, for remedies. */
export function connectionVariables(context: CliContext): string {
  const { environment, names } = sourceOf(context);
  return environment === undefined ? `${names.baseUrl} and ${names.apiToken}` : names.apiToken;
}

/** The base URL as reports and documents name it: without user, password and query. */
function formatBaseUrl({ baseUrl: { origin, pathname } }: Connection): string {
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
