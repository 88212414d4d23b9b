/** Validates the base URL of the service. Fact GEN-1. */
import { type Problem } from "../diagnostics";
import { apiPrefix } from "../service";

export type BaseUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: Problem };

const example = "for example https://app.example.com, or http://127.0.0.1:8080 for the emulator";

/** Environment variable that permits plain http:// to hosts other than this machine. */
export const allowHttpVariable = "DBMON_ALLOW_HTTP";

/**
 * Parses a base URL. Plain http:// is accepted only for this machine, because it exposes the API token to the network.
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

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
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
