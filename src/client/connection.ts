/** Resolves the address and the tokens of an environment of the service from settings and environment variables. */
import { type Problem, Secret } from "../diagnostics";
import { apiPrefix } from "../service";
import { isLoopback, type Proxy, selectProxy } from "./proxy";

export interface Connection {
  readonly baseUrl: URL;
  /** Token for all calls except the creation of events. */
  readonly apiToken: Secret;
  /** Agent token, which creates events (AUTH-2). */
  readonly agentToken: Secret;
  readonly proxy?: Proxy | undefined;
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

/** How users of an entry point set the client's options, for remedies. */
export interface SettingNames {
  readonly baseUrl: string;
  readonly apiToken: string;
  readonly agentToken: string;
  /** Omitted, like `requestTimeout`, if users cannot set it. */
  readonly maxConcurrency?: string | undefined;
  readonly requestTimeout?: string | undefined;
}

type BaseUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: Problem };

export interface ResolveOptions {
  /** Accepts an agent token without an API token, for work that only creates events. */
  readonly eventsOnly?: boolean;
  /** Default: the environment variables. */
  readonly settingNames?: SettingNames;
}

export type ConnectionResult =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const example = "for example https://app.example.com, or http://127.0.0.1:8080 for the emulator";

/** Environment variable that permits plain http:// to hosts other than this machine. */
const allowHttpVariable = "DBMON_ALLOW_HTTP";

/**
 * Reports all missing and invalid values together.
 * @param settings take precedence over environment variables
 */
export function resolveConnection(
  settings: ConnectionSettings,
  environment: NodeJS.ProcessEnv,
  { eventsOnly = false, settingNames = environmentVariables }: ResolveOptions = {},
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
      what: "No base URL is set.",
      where: { field: ["base_url"] },
      remedy: `Set ${settingNames.baseUrl} to the address of the service. To try it without a service, run dbmon emulator.`,
    });
  } else if (!baseUrl.ok) {
    problems.push(baseUrl.problem);
  }
  const selection = baseUrl?.ok === true ? selectProxy(baseUrl.url, environment) : undefined;
  if (selection?.ok === false) problems.push(selection.problem);
  const apiToken = readToken(value("apiToken"), "api_token", settingNames.apiToken, problems);
  const agentToken = readToken(value("agentToken"), "agent_token", settingNames.agentToken, problems);
  if (apiToken === "" && !(eventsOnly && agentToken !== "")) {
    const names = new Set([...(eventsOnly ? [settingNames.agentToken] : []), settingNames.apiToken]);
    problems.push({
      severity: "error",
      what: `No ${eventsOnly ? "token" : "API token"} is set.`,
      where: { field: ["api_token"] },
      remedy: `Set ${[...names].join(" or ")}. In CI, take it from a secret.`,
    });
  }
  if (problems.length > 0 || baseUrl?.ok !== true || selection?.ok !== true) return { ok: false, problems };
  // Both tokens share one Secret if only one is set.
  const api = new Secret(apiToken === "" ? agentToken : apiToken);
  const agent = agentToken === "" || apiToken === "" ? api : new Secret(agentToken);
  return {
    ok: true,
    connection: { baseUrl: baseUrl.url, apiToken: api, agentToken: agent, proxy: selection.proxy },
  };
}

/** Trims the line break that files and pipes add. The token never appears in a problem. */
function readToken(text: string, field: string, settingName: string, problems: Problem[]): string {
  const token = text.trim();
  const refuse = (what: string, remedy: string) =>
    problems.push({ severity: "error", what, where: { field: [field] }, remedy });
  if (/^(["']).*\1$/s.test(token)) {
    refuse(
      "The token is in quotes, which would be part of it.",
      `Remove the quotes from the value of ${settingName}.`,
    );
  } else if (!/^[\x21-\x7e]*$/.test(token)) {
    refuse(
      "The token contains a space, a line break or a character that is not valid in an HTTP header.",
      "Copy the token again. It consists of printable ASCII characters without spaces.",
    );
  }
  return token;
}

/**
 * Parses a base URL (GEN-1). Plain http:// is accepted only for this machine, because it exposes the API token to the network.
 * @param allowHttp accepts plain http:// for all hosts
 */
export function parseBaseUrl(text: string, allowHttp = false): BaseUrl {
  if (/^[\w.-]+:\d/.test(text)) return refuse("has no scheme", `Include the scheme, ${example}.`);
  const url = parseUrl(text);
  if (url === undefined) return refuse("is not a URL", `Set it to the address of the service, ${example}.`);
  if (url.username !== "" || url.password !== "") {
    return refuse(
      "contains a user name or password",
      "Remove them. The service authenticates clients by API token.",
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse(`starts with ${url.protocol}//`, `Use an address that starts with https://, ${example}.`);
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    return refuse(
      `uses plain http:// to ${url.hostname}, which exposes the API token to the network`,
      `Use https://. Plain http:// is accepted only for localhost, 127.0.0.1 and [::1]. To allow it on a trusted network, set ${allowHttpVariable}=1.`,
    );
  }
  // Tests the text, because the parsed URL does not show a bare # or ?, and either would cut off every path.
  if (/[?#]/.test(text)) {
    return refuse("contains a query or a fragment", `Set it to the address only, ${example}.`);
  }
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, "");
  if (url.pathname.endsWith(apiPrefix)) {
    return refuse(`ends with ${apiPrefix}, which the client adds`, `Remove ${apiPrefix}.`);
  }
  return { ok: true, url };
}

function refuse(what: string, remedy: string): BaseUrl {
  return {
    ok: false,
    problem: { severity: "error", what: `The base URL ${what}.`, where: { field: ["base_url"] }, remedy },
  };
}

// URL.canParse of Node 20 has a bug: after many calls it accepts hosts that the constructor refuses.
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
