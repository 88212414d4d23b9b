/**
 * What it takes to reach one environment of the service: its address and tokens, from settings written down by a
 * user or else from the environment variables. All that is missing or wrong is told at once.
 */
import { type Problem, Secret } from "../diagnostics";
import { allowHttpVariable, parseBaseUrl } from "./base-url";

export interface Connection {
  readonly baseUrl: URL;
  /** Token for everything but events. */
  readonly apiToken: Secret;
  /** Token of an agent, to create events with (AUTH-2). */
  readonly agentToken: Secret;
}

export interface ConnectionSettings {
  readonly baseUrl?: string | undefined;
  readonly apiToken?: string | undefined;
  readonly agentToken?: string | undefined;
}

export const environmentVariables = {
  baseUrl: "DBMON_BASE_URL",
  apiToken: "DBMON_API_TOKEN",
  agentToken: "DBMON_AGENT_TOKEN",
} as const;

export type ConnectionResult =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * @param settings what the user wrote down; it wins over the environment
 * @param environment environment variables
 * @param eventsOnly whether the token of an agent does, for work that only creates events
 */
export function resolveConnection(
  settings: ConnectionSettings,
  environment: NodeJS.ProcessEnv,
  eventsOnly = false,
): ConnectionResult {
  const value = (key: keyof ConnectionSettings) =>
    settings[key] ?? environment[environmentVariables[key]] ?? "";
  const problems: Problem[] = [];
  const baseUrlText = value("baseUrl").trim();
  const allowHttp = /^(1|true)$/i.test(environment[allowHttpVariable] ?? "");
  const baseUrl = baseUrlText === "" ? undefined : parseBaseUrl(baseUrlText, allowHttp);
  if (baseUrl === undefined) {
    problems.push({
      severity: "error",
      what: "No base URL is set, so there is no service to talk to.",
      where: { field: ["base_url"] },
      remedy: `Set ${environmentVariables.baseUrl} (or base_url of the provider) to the address of the service: dbmon emulator runs one here, to try.`,
    });
  } else if (!baseUrl.ok) {
    problems.push(baseUrl.problem);
  }
  const apiToken = readToken(value("apiToken"), "api_token", problems);
  const agentToken = readToken(value("agentToken"), "agent_token", problems);
  if (apiToken === "" && !(eventsOnly && agentToken !== "")) {
    const variables = [
      ...(eventsOnly ? [environmentVariables.agentToken] : []),
      environmentVariables.apiToken,
    ];
    problems.push({
      severity: "error",
      what: `No ${eventsOnly ? "token" : "API token"} is set, and the service answers nothing without one.`,
      where: { field: ["api_token"] },
      remedy: `Set ${variables.join(" or ")}: in CI from a secret, at a desk from a password store.`,
    });
  }
  if (problems.length > 0 || baseUrl?.ok !== true) return { ok: false, problems };
  // One token that stands for both is one secret.
  const api = new Secret(apiToken === "" ? agentToken : apiToken);
  const agent = agentToken === "" || apiToken === "" ? api : new Secret(agentToken);
  return { ok: true, connection: { baseUrl: baseUrl.url, apiToken: api, agentToken: agent } };
}

/** A token without the line end that files and pipes like to add; never quoted in a problem. */
function readToken(text: string, field: string, problems: Problem[]): string {
  const token = text.trim();
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  problems.push({
    severity: "error",
    what: "The token holds a space, a line end or a character that a request header cannot carry.",
    where: { field: [field] },
    remedy: "Copy the token again: it is one word of printable ASCII characters.",
  });
  return token;
}
