/** Resolves the address and the tokens of an environment. */
import {
  type ConnectionResult,
  type ConnectionSettings,
  environmentVariables,
  resolveConnection,
} from "../client";
import { type Environment } from "./environment";

/** Variables that replace the settings of an environment that was not named explicitly. */
export function connectionSettingsOf(env: NodeJS.ProcessEnv): ConnectionSettings {
  const valueOf = (variable: string) => {
    const text = env[variable]?.trim() ?? "";
    return text === "" ? undefined : text;
  };
  return {
    baseUrl: valueOf(environmentVariables.baseUrl),
    apiToken: valueOf(environmentVariables.apiToken),
    agentToken: valueOf(environmentVariables.agentToken),
  };
}

export interface EnvironmentConnectionOptions {
  /** Whether an agent token is sufficient. */
  readonly eventsOnly?: boolean | undefined;
  /** Whether DBMON_BASE_URL, DBMON_API_TOKEN and DBMON_AGENT_TOKEN replace the settings of the environment. */
  readonly hasVariables?: boolean;
}

/** Whether a variable contains the API token of the environment. */
export function hasApiToken(
  { apiTokenVariable }: Environment,
  env: NodeJS.ProcessEnv,
  { hasVariables = false }: EnvironmentConnectionOptions,
): boolean {
  const isReplaced = hasVariables && connectionSettingsOf(env).apiToken !== undefined;
  return isReplaced || (env[apiTokenVariable]?.trim() ?? "") !== "";
}

/** @returns problems at the places of the environment's settings */
export function resolveEnvironmentConnection(
  { baseUrl, apiTokenVariable, agentTokenVariable, placeOf, name }: Environment,
  env: NodeJS.ProcessEnv,
  { eventsOnly = false, hasVariables = false }: EnvironmentConnectionOptions,
): ConnectionResult {
  const variables: ConnectionSettings = hasVariables ? connectionSettingsOf(env) : {};
  const tokenOf = (variable: string | undefined) => (variable === undefined ? "" : (env[variable] ?? ""));
  // An agent token belongs to the environment of its API token.
  const ownAgentToken = variables.apiToken === undefined ? tokenOf(agentTokenVariable) : "";
  const settings = {
    baseUrl: variables.baseUrl ?? baseUrl,
    apiToken: variables.apiToken ?? tokenOf(apiTokenVariable),
    agentToken: variables.agentToken ?? ownAgentToken,
  };
  const result = resolveConnection(settings, env, {
    eventsOnly,
    settingNames: {
      baseUrl: "base_url",
      apiToken: apiTokenVariable,
      agentToken: agentTokenVariable ?? apiTokenVariable,
    },
  });
  if (result.ok) return result;
  const problems = result.problems.map(({ where, ...problem }) => {
    const [key] = where?.field ?? [];
    const isReplaced = key === "base_url" && variables.baseUrl !== undefined;
    const field = key === undefined ? [] : [key];
    return {
      ...problem,
      ...(isReplaced ? {} : { where: { ...placeOf(field), field: ["environments", name, ...field] } }),
    };
  });
  return { ok: false, problems };
}
