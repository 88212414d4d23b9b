/** Reads the address of an API and its token from the variables that a CI system sets. */
import { isLoopback } from "../client";
import { ProblemError, Secret } from "../diagnostics";

export interface ApiVariables {
  /** Variable with the URL of the API. */
  readonly url: string;
  /** Variable with the token. */
  readonly token: string;
  /** How to set the token: imperative sentences. */
  readonly tokenRemedy: string;
}

/** @throws ProblemError if a variable is missing or invalid */
export function readApiConnection(
  environment: NodeJS.ProcessEnv,
  { url: urlVariable, token: tokenVariable, tokenRemedy }: ApiVariables,
): { readonly apiUrl: URL; readonly token: Secret } {
  const apiUrl = parseApiUrl(requireVariable(environment, urlVariable), urlVariable);
  const token = (environment[tokenVariable] ?? "").trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const what = token === "" ? "is not set" : "contains a character that is not valid in a token";
    throw ProblemError.of(`${tokenVariable} ${what}.`, { remedy: tokenRemedy });
  }
  return { apiUrl, token: new Secret(token) };
}

/** @throws ProblemError if the variable is not set */
export function requireVariable(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name] ?? "";
  if (value !== "") return value;
  throw ProblemError.of(`${name} is not set.`, {
    remedy: "Run this command in a pipeline, which sets it.",
  });
}

function parseApiUrl(text: string, variable: string): URL {
  const refuse = (what: string) =>
    ProblemError.of(`${variable} ${what}.`, { remedy: "Set it to the URL of the API, with https://." });
  if (!URL.canParse(text)) throw refuse("is not a URL");
  const url = new URL(text);
  const isEncrypted = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isEncrypted) throw refuse("does not start with https://, which would expose the token");
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    throw refuse("contains a user name, a password, a query or a fragment");
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}
