/** Resolves the address and the tokens of an environment. */
import {
  type ConnectionResult,
  type ConnectionSettings,
  environmentVariables,
  resolveConnection,
} from "../client";
import { keysOf } from "../service";
import { type Environment } from "./environment";

/** The variables of the process that have a value. */
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

/** The settings of a connection, and how the user sets each. */
export interface ConnectionSource {
  readonly environment: Environment | undefined;
  readonly settings: ConnectionSettings;
  readonly names: Readonly<Record<keyof ConnectionSettings, string>>;
  /** The variables that replace settings of the environment, or are used without one. */
  readonly variables: ConnectionSettings;
}

/** @param isNamed whether an option selects the environment, so that DBMON_BASE_URL, DBMON_API_TOKEN and DBMON_AGENT_TOKEN do not replace its settings */
export function connectionSourceOf(
  environment: Environment | undefined,
  env: NodeJS.ProcessEnv,
  isNamed: boolean,
): ConnectionSource {
  const variables = isNamed ? {} : connectionSettingsOf(env);
  if (environment === undefined)
    return { environment, settings: variables, names: environmentVariables, variables };
  const { baseUrl, apiTokenVariable, agentTokenVariable = apiTokenVariable } = environment;
  const replaced = Object.fromEntries(
    keysOf(environmentVariables).flatMap((key) =>
      variables[key] === undefined ? [] : [[key, environmentVariables[key]]],
    ),
  );
  // An agent token belongs to the environment of its API token.
  const hasOwnAgent = variables.apiToken === undefined && environment.agentTokenVariable !== undefined;
  return {
    environment,
    settings: {
      baseUrl: variables.baseUrl ?? baseUrl,
      apiToken: variables.apiToken ?? env[apiTokenVariable] ?? "",
      agentToken: variables.agentToken ?? (hasOwnAgent ? env[agentTokenVariable] : undefined) ?? "",
    },
    names: {
      baseUrl: "base_url",
      apiToken: apiTokenVariable,
      agentToken: agentTokenVariable,
      ...replaced,
    },
    variables,
  };
}

/** @param eventsOnly whether an agent token is sufficient @returns problems at the places of the environment's settings */
export function resolveConnectionOf(
  { environment, settings, names, variables }: ConnectionSource,
  env: NodeJS.ProcessEnv,
  eventsOnly: boolean,
): ConnectionResult {
  const result = resolveConnection(settings, env, { eventsOnly, settingNames: names });
  if (result.ok) return result;
  const problems = result.problems.map(({ where, ...problem }) => {
    const [key] = where?.field ?? [];
    // Otherwise, the places are arguments of the provider.
    if (environment === undefined || (key === "base_url" && variables.baseUrl !== undefined)) return problem;
    const field = key === undefined ? [] : [key];
    const place = environment.placeOf(field);
    return { ...problem, where: { ...place, field: ["environments", environment.name, ...field] } };
  });
  return { ok: false, problems };
}
