/** The address of the service: what is accepted, and why anything else is not. Fact GEN-1. */
import { type Problem } from "../diagnostics";
import { apiPrefix } from "../service";

export type BaseUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: Problem };

const example = "for example https://app.example.com, or http://127.0.0.1:8080 for the emulator";

/** Lets a base URL be plain http beyond this machine, where somebody answers for the network in between. */
export const allowHttpVariable = "DBMON_ALLOW_HTTP";

/**
 * Reads a base URL. Plain http is accepted for this machine only: anywhere else it would show the token to the
 * network.
 * @param allowHttp accepts it for other machines too
 */
export function parseBaseUrl(text: string, allowHttp = false): BaseUrl {
  if (/^[\w.-]+:\d/.test(text)) return refuse("has no https:// in front", `Write it whole, ${example}.`);
  const url = urlOf(text);
  if (url === undefined) return refuse("is not a URL", `Give the address of the service, ${example}.`);
  if (url.username !== "" || url.password !== "") {
    return refuse(
      "carries a user name or password",
      "Leave them out; the service knows you by the API token.",
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse(`begins with ${url.protocol}//`, `Give an address that begins with https://, ${example}.`);
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    return refuse(
      `is plain http:// to ${url.hostname}, which would show the API token to the network`,
      `Use https://. Plain http:// is for this machine only (localhost, 127.0.0.1, [::1]), or with ${allowHttpVariable}=1 for a network that you answer for.`,
    );
  }
  // Asked of the text: a bare # or ? leaves no trace in the URL's parts, and would cut off every path.
  if (/[?#]/.test(text)) {
    return refuse("carries a query or a fragment", `Give the address alone, ${example}.`);
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  if (url.pathname.endsWith(apiPrefix)) {
    return refuse(`ends with ${apiPrefix}, which is added to it`, `Leave ${apiPrefix} out.`);
  }
  return { ok: true, url };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refuse(what: string, remedy: string): BaseUrl {
  return {
    ok: false,
    problem: { severity: "error", what: `The base URL ${what}.`, where: { field: ["base_url"] }, remedy },
  };
}

// URL.canParse of Node 20 errs: called often enough, it takes hosts that the constructor throws at.
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
