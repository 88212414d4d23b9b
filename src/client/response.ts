/** Maps an HTTP response to its JSON value, or to the error that explains why it is not usable. */
import { JsonLimitError, parseJson, quote, type Secret, truncate } from "../diagnostics";
import {
  ConflictError,
  type FailedCall,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  type ServiceError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "./errors";
import { parseRetryAfter } from "./retry";
import { type HttpResponse } from "./transport";

/** In UTF-16 code units, like the other lengths. */
const maxExcerptLength = 300;
/** Max length of an error body that is searched for secrets and a message. */
const maxReadLength = 64 * 1024;
/** Max length of an encoded secret. */
const maxSecretLength = 8 * 1024;

const refusals: Readonly<Record<number, new (call: FailedCall) => ServiceError>> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitedError,
};

/** Maps a status outside 200-299 to its error. @param now Unix milliseconds */
export function errorFromResponse(
  call: FailedCall,
  response: HttpResponse,
  secrets: readonly Secret[],
  now: number,
): ServiceError {
  const { status } = response;
  const excerpt = excerptOf(response, secrets);
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"), now);
  const failedCall: FailedCall = { ...call, status, excerpt, retryAfter };
  // An HTML page comes from a proxy or a web server, so it does not prove that the object is missing.
  if (status === 404 && isHtml(response)) {
    return new UnexpectedResponseError(failedCall, "the response is an HTML page.");
  }
  if (status >= 500) return new UnavailableError(failedCall);
  if (status >= 400) return new (refusals[status] ?? RejectedError)(failedCall);
  if (status >= 300) {
    const what = "unsupported redirect: only reads follow redirects, and only to the same origin.";
    // 307 and 308 ask for the same request at another URL, so this one was not executed.
    const tookEffect = status === 307 || status === 308 ? "no" : "unknown";
    return new UnexpectedResponseError({ ...call, status }, what, { tookEffect });
  }
  return new UnexpectedResponseError({ ...call, status }, "the API does not define this status.");
}

/**
 * The URL to repeat a read at, if the response redirects it. Other origins are refused because the token must not reach them.
 * Writes follow no redirect.
 */
export function redirectTarget(
  { method }: { readonly method: string },
  url: URL,
  response: HttpResponse,
): URL | undefined {
  const location = response.headers.get("location");
  if (method !== "GET" || ![301, 302, 303, 307, 308].includes(response.status) || location === undefined) {
    return undefined;
  }
  try {
    const target = new URL(location, url);
    return target.origin === url.origin && target.username === "" ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the body of a successful response; undefined for 204. @throws UnexpectedResponseError if it is not JSON */
export function parseJsonResponse(call: FailedCall, response: HttpResponse): unknown {
  if (response.status === 204 && response.body === "") return undefined;
  const fail = (what: string) => new UnexpectedResponseError({ ...call, status: response.status }, what);
  try {
    // Parsers may ignore a byte order mark (RFC 8259, section 8.1).
    const value = parseJson(response.body.replace(/^\ufeff/, ""));
    if (value !== undefined) return value;
  } catch (error) {
    if (error instanceof JsonLimitError) throw fail(`the response ${error.reason}.`);
    throw error;
  }
  throw fail(isHtml(response) ? "the response is an HTML page, not JSON." : "the response is not JSON.");
}

/**
 * The readable part of an error body in quotes: its `error` or `message` member, its text, or the title of a page, without secrets and
 * markup. Other JSON is never quoted, because it may contain the settings of destinations.
 */
function excerptOf(response: HttpResponse, secrets: readonly Secret[]): string {
  if (isHtml(response)) {
    const title = readable(titleOf(response.body.slice(0, maxReadLength)), secrets);
    return title === "" ? "an HTML page." : `an HTML page titled ${quote(title)}.`;
  }
  const message = readable(messageOf(response.body), secrets);
  return message === "" ? "" : quote(message);
}

function readable(text: string, secrets: readonly Secret[]): string {
  const start = text.slice(0, maxReadLength);
  const redacted = secrets.reduce((result, secret) => secret.redact(result), start);
  // The end of a longer text may be the start of a secret.
  const complete = start === text ? redacted : redacted.slice(0, -maxSecretLength);
  return truncate(complete.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim(), maxExcerptLength);
}

function messageOf(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "string") return value;
    if (typeof value !== "object" || value === null) return "";
    const members = new Map<string, unknown>(Object.entries(value));
    const message = members.get("error") ?? members.get("message");
    return typeof message === "string" ? message : "";
  } catch {
    return /[{[]/.test(body) ? "" : body;
  }
}

/** The text of the first `title` element, or an empty text. */
function titleOf(html: string): string {
  const tag = html.search(/<title/i);
  const start = tag === -1 ? 0 : html.indexOf(">", tag) + 1;
  const title = start === 0 ? "" : html.slice(start);
  const end = title.search(/<\/title/i);
  return end === -1 ? "" : title.slice(0, end);
}

function isHtml(response: HttpResponse): boolean {
  return (
    /text\/html/i.test(response.headers.get("content-type") ?? "") ||
    /^\s*<(!doctype|html)/i.test(response.body)
  );
}
