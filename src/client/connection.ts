/** Resolves the address and the tokens of an environment of the service from settings and environment variables. */
import { BlockList, isIP } from "node:net";
import { errorOf, nameMatcher, type Problem, quote, Secret } from "../diagnostics";
import { apiPrefix } from "../service";

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

/** Environment variable with the hosts that tokens may be sent to: names or globs, without ports, separated by commas. */
export const allowedHostsVariable = "DBMON_ALLOWED_HOSTS";

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
    problems.push(
      errorOf("token-missing", "No base URL is set.", {
        where: { field: ["base_url"] },
        remedy: `Set ${settingNames.baseUrl} to the address of the service. To try it without a service, run dbmon emulator.`,
      }),
    );
  } else if (!baseUrl.ok) {
    problems.push(baseUrl.problem);
  } else {
    problems.push(...refuseOtherHosts(baseUrl.url, allowedHostsOf(environment)));
  }
  const selection = baseUrl?.ok === true ? selectProxy(baseUrl.url, environment) : undefined;
  if (selection?.ok === false) problems.push(selection.problem);
  const apiToken = readToken(value("apiToken"), "api_token", settingNames.apiToken, problems);
  const agentToken = readToken(value("agentToken"), "agent_token", settingNames.agentToken, problems);
  if (apiToken === "" && !(eventsOnly && agentToken !== "")) {
    const names = new Set([...(eventsOnly ? [settingNames.agentToken] : []), settingNames.apiToken]);
    problems.push(
      errorOf("token-missing", `No ${eventsOnly ? "token" : "API token"} is set.`, {
        where: { field: ["api_token"] },
        remedy: `Set ${[...names].join(" or ")}. In CI, take it from a secret.`,
      }),
    );
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

/** Names and globs. Empty: all hosts are allowed. */
export function allowedHostsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  const text = environment[allowedHostsVariable] ?? "";
  return text.split(",").flatMap((pattern) => pattern.trim().toLowerCase() || []);
}

function refuseOtherHosts({ hostname }: URL, patterns: readonly string[]): Problem[] {
  const invalid = patterns.find((pattern) => !/^(?:[^\s/:@[\]]+|\[[0-9a-f:.]+\])$/.test(pattern));
  const where = { field: ["base_url"] };
  if (invalid !== undefined) {
    const what = `${allowedHostsVariable} contains ${quote(invalid)}, which is not the name of a host.`;
    const remedy = "Write names without scheme, port and path, for example app.example.com or *.example.com.";
    return [errorOf("address-refused", what, { where, remedy })];
  }
  if (patterns.length === 0 || nameMatcher(patterns)(hostname)) return [];
  const what = `${allowedHostsVariable} does not allow the host ${hostname}, so no token is sent to it.`;
  const remedy = `Correct the base URL, or add the host to ${allowedHostsVariable} where the token is set.`;
  return [errorOf("address-refused", what, { where, remedy })];
}

/** Trims the line break that files and pipes add. The token never appears in a problem. */
function readToken(text: string, field: string, settingName: string, problems: Problem[]): string {
  const token = text.trim();
  const refuse = (what: string, remedy: string) =>
    problems.push(errorOf("token-missing", what, { where: { field: [field] }, remedy }));
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
    problem: errorOf("address-refused", `The base URL ${what}.`, { where: { field: ["base_url"] }, remedy }),
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

export interface Proxy {
  readonly isHttps: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Value of the header `Proxy-Authorization`. */
  readonly authorization: Secret | undefined;
  /** Names the proxy in messages, without its password. */
  readonly label: string;
}

type ProxySelection =
  | { readonly ok: true; readonly proxy: Proxy | undefined }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Selects the proxy from the variables that curl, npm and Terraform read. As in Terraform, no proxy is used for loopback addresses. The
 * variable in lower case takes precedence. An empty variable counts as unset.
 */
export function selectProxy(url: URL, environment: NodeJS.ProcessEnv): ProxySelection {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = [name.toLowerCase(), name].find((key) => (environment[key] ?? "").trim() !== "");
  const exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  if (variable === undefined || isLoopback(url.hostname) || isException(url, exceptions)) {
    return { ok: true, proxy: undefined };
  }
  const proxy = parseProxy(variable, (environment[variable] ?? "").trim());
  if (proxy !== undefined) return { ok: true, proxy };
  return {
    ok: false,
    problem: errorOf("address-refused", `${variable} is not the URL of an HTTP proxy.`, {
      where: { field: ["base_url"] },
      remedy: `Set ${variable} to the proxy, for example http://proxy.example.com:3128. To connect directly, add ${url.hostname} to NO_PROXY.`,
    }),
  };
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function parseProxy(variable: string, text: string): Proxy | undefined {
  try {
    const url = new URL(text.includes("://") ? text : `http://${text}`);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    const isHttps = url.protocol === "https:";
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return {
      isHttps,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port === "" ? (isHttps ? 443 : 80) : url.port),
      authorization:
        credentials === ":" ? undefined : new Secret(`Basic ${Buffer.from(credentials).toString("base64")}`),
      label: `${url.origin} (${variable})`,
    };
  } catch {
    return undefined;
  }
}

/**
 * Items are separated by commas or spaces: `*`, a domain with its subdomains (`example.com`, `.example.com`, `*.example.com`), an IP
 * address, or a range (`10.0.0.0/8`). Domains and addresses can have a port.
 */
function isException(url: URL, exceptions: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .some((item) => matchesItem(item, host, port));
}

function matchesItem(item: string, host: string, port: string): boolean {
  if (item === "" || item === "*") return item === "*";
  const [network = "", prefix] = item.split("/");
  if (prefix !== undefined) return isInRange(host, network, Number(prefix));
  const [, bracketed, plain = item, itemPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(item) ?? [];
  if (itemPort !== undefined && itemPort !== port) return false;
  const domain = (bracketed ?? plain).replace(/^\*?\.|\.$/g, "");
  return host === domain || (isIP(host) === 0 && domain !== "" && host.endsWith(`.${domain}`));
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const version = isIP(host);
  if (version === 0 || isIP(network) !== version) return false;
  const type = version === 4 ? "ipv4" : "ipv6";
  const max = version === 4 ? 32 : 128;
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > max) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(host, type);
}
