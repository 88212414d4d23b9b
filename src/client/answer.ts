/** From an HTTP answer to JSON or to an error that says what is wrong with it. */
import { type Secret } from "../diagnostics";
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
  UnexpectedAnswerError,
} from "./errors";
import { type Endpoint } from "../service";
import { parseRetryAfter } from "./retry";
import { type Answer } from "./transport";

const excerptLength = 300;

/** The error that a status outside 200-299 means. */
export function errorOf(
  call: FailedCall,
  answer: Answer,
  secrets: readonly Secret[],
  now: number,
): ServiceError {
  const told: FailedCall = { ...call, status: answer.status, excerpt: excerptOf(answer, secrets) };
  const retryAfter = parseRetryAfter(answer.headers["retry-after"], now);
  const { status } = answer;
  if (status === 401) return new UnauthorizedError(told);
  if (status === 403) return new ForbiddenError(told);
  // A page says that something before the service knows no such address, not that the service has nothing there.
  if (status === 404 && looksLikeHtml(answer)) {
    return new UnexpectedAnswerError(told, "the answer is an HTML page, not the service's.");
  }
  if (status === 404) return new NotFoundError(told);
  if (status === 409) return new ConflictError(told);
  if (status === 429) return new RateLimitedError(told, retryAfter);
  if (status >= 500) return new UnavailableError(told, retryAfter);
  if (status >= 400) return new RejectedError(told);
  if (status >= 300) {
    const what = "the service redirects the call, which is followed only for a read and on its own origin.";
    // These two ask for the same call elsewhere, so it was not made here; the others may answer a call that was.
    const tookEffect = status === 307 || status === 308 ? "no" : "unknown";
    return new UnexpectedAnswerError({ ...call, status }, what, { tookEffect });
  }
  return new UnexpectedAnswerError({ ...call, status }, "the status is none of the interface.");
}

/**
 * Where a read is to be made instead, if the answer says so. Only on the same origin: the token goes nowhere else. A write
 * is never made anywhere but where it was meant for.
 */
export function redirectTarget({ method }: Endpoint, url: URL, answer: Answer): URL | undefined {
  const { location } = answer.headers;
  if (method !== "GET" || ![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) {
    return undefined;
  }
  try {
    const target = new URL(location, url);
    return target.origin === url.origin && target.username === "" ? target : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON of a successful answer; undefined where it says that it has none. @throws UnexpectedAnswerError where it is something else. */
export function jsonOf(call: FailedCall, answer: Answer): unknown {
  if (answer.status === 204 && answer.body === "") return undefined;
  try {
    // A byte order mark is no part of what is said (RFC 8259, 8.1).
    return JSON.parse(answer.body.replace(/^\ufeff/, ""));
  } catch (error) {
    const what = looksLikeHtml(answer) ? "the answer is an HTML page, not JSON." : "the answer is not JSON.";
    throw new UnexpectedAnswerError({ ...call, status: answer.status }, what, { cause: error });
  }
}

/**
 * What a person can read of an error's body: its `error` or `message`, or its text; secrets and markup removed. A body
 * of another shape is never quoted: it may hold the settings of destinations.
 */
function excerptOf(answer: Answer, secrets: readonly Secret[]): string {
  const text = looksLikeHtml(answer) ? titleOf(answer.body) : messageOf(answer.body);
  const redacted = secrets.reduce((result, secret) => secret.redact(result), text);
  const line = redacted.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
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

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1];
  return title === undefined ? "(an HTML page)" : `(an HTML page titled ${JSON.stringify(title.trim())})`;
}

function looksLikeHtml(answer: Answer): boolean {
  return (
    /text\/html/i.test(answer.headers["content-type"] ?? "") || /^\s*<(!doctype|html)/i.test(answer.body)
  );
}
