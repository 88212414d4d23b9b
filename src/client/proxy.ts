/**
 * Selects the proxy for the service from the variables that curl, npm and Terraform read. As in Terraform, no proxy is used for
 * loopback addresses.
 */
import { BlockList, isIP } from "node:net";
import { type Problem, Secret } from "../diagnostics";

export interface Proxy {
  readonly isHttps: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Value of the header `Proxy-Authorization`. */
  readonly authorization: Secret | undefined;
  /** Names the proxy in messages, without its password. */
  readonly label: string;
}

export type ProxySelection =
  | { readonly ok: true; readonly proxy: Proxy | undefined }
  | { readonly ok: false; readonly problem: Problem };

/** The variable in lower case takes precedence. An empty variable counts as unset. */
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
    problem: {
      severity: "error",
      what: `${variable} is not the URL of an HTTP proxy.`,
      where: { field: ["base_url"] },
      remedy: `Set ${variable} to the proxy, for example http://proxy.example.com:3128. To connect directly, add ${url.hostname} to NO_PROXY.`,
    },
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
